/** The grants a key may use, spelled as in RFC 7591 §2. */
export type GrantType = 'password' | 'refresh_token' | 'authorization_code' | 'implicit' | 'client_credentials';

/** What a key may do that was requested with a name alone: every grant of the interface. */
export const INTERFACE_GRANTS: readonly GrantType[] = ['password', 'refresh_token', 'authorization_code', 'implicit'];

/** What a key may do here and now: a grant that the service has switched off is nobody's, whatever a key is registered with. */
export function findGrantsInEffect(
  granted: readonly GrantType[],
  { allowsPassword, allowsImplicit }: Readonly<{ allowsPassword: boolean; allowsImplicit: boolean }>,
): GrantType[] {
  return granted.filter(
    (grant) => (allowsPassword || grant !== 'password') && (allowsImplicit || grant !== 'implicit'),
  );
}

/** How a key proves itself. A confidential key may use the header or the body; `none` is a public key without a secret. */
export type TokenEndpointAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';

/** What a key is held to beyond the interface: `oidc` is OpenID Connect to the letter. */
export type ConformanceProfile = 'oidc';
