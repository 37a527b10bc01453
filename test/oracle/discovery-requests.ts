import type { HttpResponse } from '../support/over-http.js';
import type { Request } from './request.js';

const configuration = '/.well-known/openid-configuration';

/** What discovery says of one thing, with the site's own address taken out. */
const says = (name: string): Request => ({
  name: `discovery: ${name}`,
  send: async ({ http, url }): Promise<HttpResponse> => {
    const heard = await http.request('GET', configuration);
    const value = (JSON.parse(heard.body) as Record<string, unknown>)[name];
    const plain = Array.isArray(value) ? value.map(String).sort() : [String(value).replace(url, '')];
    return { ...heard, body: JSON.stringify(Object.fromEntries(plain.map((one) => [one, true]))) };
  },
});

const keys: Request = {
  name: 'jwks: the members of a key',
  send: async ({ http }) => {
    const heard = await http.request('GET', '/oauth/jwks');
    return { ...heard, body: JSON.stringify((JSON.parse(heard.body) as { keys: object[] }).keys[0]) };
  },
};

export const discoveryRequests: readonly Request[] = [
  ...[
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'introspection_endpoint',
    'revocation_endpoint',
    'end_session_endpoint',
    'jwks_uri',
  ].map(says),
  ...[
    'scopes_supported',
    'response_types_supported',
    'response_modes_supported',
    'grant_types_supported',
    'subject_types_supported',
    'prompt_values_supported',
  ].map(says),
  ...[
    'id_token_signing_alg_values_supported',
    'token_endpoint_auth_methods_supported',
    'code_challenge_methods_supported',
    'claims_supported',
  ].map(says),
  ...[
    'authorization_response_iss_parameter_supported',
    'claims_parameter_supported',
    'request_parameter_supported',
    'request_uri_parameter_supported',
  ].map(says),
  {
    name: 'discovery: the OAuth address',
    send: async ({ http }) => ({
      ...(await http.request('GET', '/.well-known/oauth-authorization-server')),
      body: '{}',
    }),
  },
  { name: 'discovery: POST', send: ({ http }) => http.request('POST', configuration) },
  keys,
  { name: 'jwks: POST', send: ({ http }) => http.request('POST', '/oauth/jwks') },
];
