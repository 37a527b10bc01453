import type { GrantType } from '../../clients/grant-types.js';
import { challengeMethods } from '../authorize/code-challenge.js';
import { prompts } from '../authorize/prompt.js';
import { responseModes } from '../authorize/response-mode.js';
import { supportedResponseTypes } from '../authorize/response-type.js';
import { KNOWN_SCOPES } from '../scope.js';
import type { SigningAlgorithm } from './key-schedule.js';

/** What the service can do at this moment. */
type Abilities = Readonly<{
  issuer: string;
  grantTypes: readonly GrantType[];
  allowsImplicit: boolean;
  algorithm: SigningAlgorithm;
  has: (path: string) => boolean;
}>;

export type DiscoveryView = ReturnType<typeof discoveryView>;

/** OpenID Connect Discovery §3 and RFC 8414 §2 in one. Nothing is listed that does not answer. */
export function discoveryView({ issuer, grantTypes, allowsImplicit, algorithm, has }: Abilities) {
  const authMethods = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    end_session_endpoint: `${issuer}/oauth/logout`,
    jwks_uri: `${issuer}/oauth/jwks`,
    ...(has('/oauth/introspect') && { introspection_endpoint: `${issuer}/oauth/introspect` }),
    ...(has('/oauth/revoke') && { revocation_endpoint: `${issuer}/oauth/revoke` }),
    ...(has('/docs') && { service_documentation: `${issuer}/docs` }),
    scopes_supported: KNOWN_SCOPES,
    response_types_supported: supportedResponseTypes(allowsImplicit),
    response_modes_supported: responseModes,
    grant_types_supported: [...grantTypes, ...(allowsImplicit ? ['implicit'] : [])],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
    token_endpoint_auth_methods_supported: authMethods,
    ...(has('/oauth/introspect') && { introspection_endpoint_auth_methods_supported: authMethods.slice(0, 2) }),
    ...(has('/oauth/revoke') && { revocation_endpoint_auth_methods_supported: authMethods }),
    code_challenge_methods_supported: challengeMethods,
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: prompts,
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'at_hash',
      'c_hash',
      'act',
      'name',
      'given_name',
      'family_name',
      'updated_at',
      'email',
      'email_verified',
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
