import type { IssuedTokens } from '../tokens/tokens.service.js';

export type TokenView = ReturnType<typeof toTokenView>;

/**
 * The token object of the interface (§2.1). `scope` is present if it differs from the requested scope (RFC 6749 §5.1).
 */
export function toTokenView(
  { accessToken, expiresInSeconds, refreshToken, idToken, scope }: IssuedTokens,
  requestedScope: string,
) {
  return {
    /**
     * Send it as `Authorization: Bearer <access_token>`.
     *
     * @example kat_Zr8Xq2vN5tYw0LhC7uKbS1mGdE9aJfP4oViTnR3xQyU
     */
    access_token: accessToken,
    token_type: 'bearer' as const,
    /**
     * Seconds until the access token expires.
     * @integer
     * @example 3600
     */
    expires_in: expiresInSeconds,
    ...(refreshToken !== null && {
      /**
       * Gets the next tokens, once. Absent with `client_credentials`.
       * @example krt_4bq0T1mX8sVYcUe2kR7dWnJ5hLfZ9aGo3iKpBtQyE6x
       */
      refresh_token: refreshToken,
    }),
    ...(idToken !== undefined && {
      /** The id token, for the application. Present with `authorization_code`. */
      id_token: idToken,
    }),
    ...(scope !== requestedScope && {
      /**
       * The granted scope, if it differs from the requested one.
       * @example offline_access
       */
      scope,
    }),
  };
}
