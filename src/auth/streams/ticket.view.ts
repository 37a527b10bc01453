import type { IssuedTicket } from './tickets.service.js';

/**
 * A ticket that opens one stream.
 * @example { "ticket": "ktt_Zr8Xq2vN5tYw0LhC7uKbS1mGdE9aJfP4oViTnR3xQyU", "expires_in": 30 }
 */
export type TicketView = Readonly<{
  /** Sent in the URL of the stream, as `?ticket=`. */
  ticket: string;
  /**
   * Seconds until the ticket expires.
   * @integer
   */
  expires_in: number;
}>;

export function toTicketView({ ticket, expiresInSeconds }: IssuedTicket): TicketView {
  return { ticket, expires_in: expiresInSeconds };
}
