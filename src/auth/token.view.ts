import type { IssuedTokens } from './tokens.service.js';

export type TokenView = ReturnType<typeof tokenView>;

/** The interface's Token object (§2.1). `scope` is told when it is not the one that was asked for (RFC 6749 §5.1). */
export function tokenView({ accessToken, expiresInSeconds, refreshToken, scope }: IssuedTokens, requestedScope: string) {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    ...(scope !== requestedScope && { scope }),
  };
}
