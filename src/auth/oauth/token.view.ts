import type { IssuedTokens } from '../tokens/token-issuer.service.js';
import type { ActiveToken } from './introspection.service.js';

/**
 * The state of a token (RFC 7662 §2.2). For a token that is invalid or of another key, only `active` is returned.
 * @example { "active": true, "sub": "2", "client_id": "Yt3bYbMr0cWd8xPnK1zQ", "scope": "openid", "iat": 1769785445, "exp": 1769789045, "iss": "https://kontor.example.test", "token_type": "bearer" }
 */
export type IntrospectionView = Readonly<{
  active: boolean;
  sub?: string;
  client_id?: string;
  scope?: string;
  iat?: number;
  exp?: number;
  iss?: string;
  /** The type of an access token. */
  token_type?: 'bearer';
  /** The administrator who acts for the user (RFC 8693 §4.1). */
  act?: Readonly<{ sub: string }>;
}>;

export function toIntrospectionView(activeToken: ActiveToken | null, issuer: string): IntrospectionView {
  if (!activeToken) return { active: false };
  const { isAccessToken, userId, actingUserId, clientId, scope, issuedAt, expiresAt } = activeToken;
  return {
    active: true,
    sub: String(userId),
    client_id: clientId,
    scope,
    iat: issuedAt,
    exp: expiresAt,
    iss: issuer,
    ...(isAccessToken && { token_type: 'bearer' }),
    ...(userId !== actingUserId && { act: { sub: String(actingUserId) } }),
  };
}

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
