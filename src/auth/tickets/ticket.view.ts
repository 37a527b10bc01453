import type { IssuedTicket } from './tickets.service.js';

/**
 * What opens one stream, once.
 * @example { "ticket": "ktt_Zr8Xq2vN5tYw0LhC7uKbS1mGdE9aJfP4oViTnR3xQyU", "expires_in": 30 }
 */
export type TicketView = Readonly<{
  /** Stands in the address of the stream, as `?ticket=`. */
  ticket: string;
  /** Seconds until it is too old. @integer */
  expires_in: number;
}>;

export function toTicketView({ ticket, expiresInSeconds }: IssuedTicket): TicketView {
  return { ticket, expires_in: expiresInSeconds };
}
