import type { PageToken } from './page-tokens.service.js';

/** A token to try the interface with, and the key in whose name it was given. */
export type PageTokenView = Readonly<{
  client_id: string;
  /** The name of the key. */
  name: string;
  access_token: string;
  /** Seconds until it is too old. @integer */
  expires_in: number;
}>;

export function toPageTokenView({ client, tokens }: PageToken): PageTokenView {
  return {
    client_id: client.clientId,
    name: client.name,
    access_token: tokens.accessToken,
    expires_in: tokens.expiresInSeconds,
  };
}
