import type { PageToken } from './page-tokens.service.js';

/** A trial token and the key that it belongs to. */
export type PageTokenView = Readonly<{
  client_id: string;
  /** The name of the key. */
  name: string;
  access_token: string;
  /**
   * Seconds until the token expires.
   * @integer
   */
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
