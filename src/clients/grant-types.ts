/** The grants a key may use, spelled as in RFC 7591 §2. */
export type GrantType = 'password' | 'refresh_token' | 'authorization_code' | 'implicit' | 'client_credentials';

/** The grants of a key with only a name: every grant of the interface. */
export const INTERFACE_GRANTS: readonly GrantType[] = ['password', 'refresh_token', 'authorization_code', 'implicit'];

/** Every grant, with the one that the owner of a key has to allow. */
export const GRANT_TYPES: readonly GrantType[] = [...INTERFACE_GRANTS, 'client_credentials'];

/** The grants in effect: a grant that the service has switched off is not available, whatever a key has. */
export function findGrantsInEffect(
  granted: readonly GrantType[],
  { allowsPassword, allowsImplicit }: Readonly<{ allowsPassword: boolean; allowsImplicit: boolean }>,
): GrantType[] {
  return granted.filter(
    (grant) => (allowsPassword || grant !== 'password') && (allowsImplicit || grant !== 'implicit'),
  );
}

/**
 * How a key authenticates. A confidential key may use the header or the body; `none` is a public key without a secret.
 */
export type TokenEndpointAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';

/** Stricter rules than the interface: `oidc` is strict OpenID Connect. */
export type ConformanceProfile = 'oidc';
