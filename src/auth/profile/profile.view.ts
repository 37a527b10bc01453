import type { PageToken } from './page-tokens.service.js';

/**
 * The sign-up page; `resume` is the path to redirect to.
 * @example {"resume": "/profile", "form_token": "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"}
 */
export type SignUpView = Readonly<{ resume: string; form_token: string }>;

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
