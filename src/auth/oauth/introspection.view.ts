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
