import type { GrantType } from '../../../clients/grant-types.js';
import { CHALLENGE_METHODS } from '../authorize/code-challenge.js';
import { PROMPT_VALUES } from '../authorize/authorization-request.js';
import { RESPONSE_MODES } from '../authorize/authorization-response.js';
import { getSupportedResponseTypes } from '../authorize/response-type.js';
import { KNOWN_SCOPES } from '../../scope.js';
import type { SigningAlgorithm } from './key-schedule.js';
import type { JWK } from 'jose';

/**
 * RFC 7517 §5: the public keys that verify id tokens. Members are listed one by one, so that no private member is
 * included.
 */
export type JwksView = Readonly<{ keys: readonly JwkView[] }>;

type JwkView = Readonly<Pick<JWK, (typeof PUBLISHED_MEMBERS)[number]>>;

const PUBLISHED_MEMBERS = ['kty', 'use', 'alg', 'kid', 'n', 'e', 'crv', 'x', 'y'] as const;

export function toJwksView(keys: readonly JWK[]): JwksView {
  return {
    keys: keys.map((key) =>
      Object.fromEntries(PUBLISHED_MEMBERS.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]]))),
    ),
  };
}

/** The current features of the service. */
type ServerCapabilities = Readonly<{
  issuer: string;
  grantTypes: readonly GrantType[];
  allowsImplicit: boolean;
  algorithm: SigningAlgorithm;
  has: (path: string) => boolean;
}>;

export type DiscoveryView = ReturnType<typeof toDiscoveryView>;

/** OpenID Connect Discovery §3 and RFC 8414 §2 in one document. Lists only features that work. */
export function toDiscoveryView({ issuer, grantTypes, allowsImplicit, algorithm, has }: ServerCapabilities) {
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
    response_types_supported: getSupportedResponseTypes(allowsImplicit),
    response_modes_supported: RESPONSE_MODES,
    grant_types_supported: [...grantTypes, ...(allowsImplicit ? ['implicit'] : [])],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
    token_endpoint_auth_methods_supported: authMethods,
    ...(has('/oauth/introspect') && { introspection_endpoint_auth_methods_supported: authMethods.slice(0, 2) }),
    ...(has('/oauth/revoke') && { revocation_endpoint_auth_methods_supported: authMethods }),
    code_challenge_methods_supported: CHALLENGE_METHODS,
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: PROMPT_VALUES,
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
