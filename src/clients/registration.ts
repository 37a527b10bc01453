import type { GrantType, TokenEndpointAuthMethod } from './grant-types.js';
import { INTERFACE_GRANTS } from './grant-types.js';
import { findRegistrationFault } from './redirect-uri.js';

/** The registration of a key: redirect URIs, grants, and authentication (RFC 7591 §2). */
export type ClientRegistration = Readonly<{
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  grantTypes: readonly GrantType[];
  tokenEndpointAuthMethod: TokenEndpointAuthMethod;
}>;

/** The rules of the service, and the URIs that the key has already: those of earlier rules stay. */
export type RegistrationRules = Readonly<{ allowsPlainHttp: boolean; registered: readonly string[] }>;

export type RegistrationFault = Readonly<{
  field: 'redirect_uris' | 'post_logout_redirect_uris' | 'grant_types';
  message: string;
}>;

/** Of each kind. */
export const URIS_MAX = 20;

/** Grants that need a key with a secret. */
const NEED_A_SECRET: readonly GrantType[] = ['password', 'client_credentials'];

/** The default grants: every grant of the interface that the key can use. */
export function listUsualGrants(method: TokenEndpointAuthMethod): GrantType[] {
  return INTERFACE_GRANTS.filter((grant) => method !== 'none' || !NEED_A_SECRET.includes(grant));
}

/** All faults of a registration by field; empty if it is valid. */
export function findRegistrationFaults(
  { redirectUris, postLogoutRedirectUris, grantTypes, tokenEndpointAuthMethod }: ClientRegistration,
  rules: RegistrationRules,
): RegistrationFault[] {
  const refused = tokenEndpointAuthMethod === 'none' ? grantTypes.filter((grant) => NEED_A_SECRET.includes(grant)) : [];
  return [
    ...findAddressFaults('redirect_uris', redirectUris, rules),
    ...findAddressFaults('post_logout_redirect_uris', postLogoutRedirectUris, rules),
    ...refused.map((grant) => ({
      field: 'grant_types' as const,
      message: `${grant} needs a secret, and a key with token_endpoint_auth_method none has none`,
    })),
  ];
}

function findAddressFaults(
  field: 'redirect_uris' | 'post_logout_redirect_uris',
  uris: readonly string[],
  rules: RegistrationRules,
): RegistrationFault[] {
  if (uris.length > URIS_MAX) return [{ field, message: `${field}: at most ${URIS_MAX} addresses` }];
  return uris.flatMap((uri, index) => {
    const fault =
      uris.indexOf(uri) < index
        ? 'is there twice'
        : rules.registered.includes(uri)
          ? null
          : findRegistrationFault(uri, rules);
    return fault === null ? [] : [{ field, message: `${field}: address ${index + 1} ${fault}` }];
  });
}
