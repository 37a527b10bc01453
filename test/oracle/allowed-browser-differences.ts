import type { AllowedDifference } from './allowed-differences.js';

/** At the endpoints to which applications send a browser. */
export const allowedBrowserDifferences: readonly AllowedDifference[] = [
  {
    why: 'A23: iss stands in every answer; RFC 9207 §2 does not need it beside an id token, and does not mind.',
    cases: [
      {
        requests: [
          'authorize: id_token',
          'authorize: id_token by a form',
          'authorize: id_token with claims',
          'authorize: an unknown scope beside openid, for an id token',
        ],
        differs: { fields: ['id_token iss state', 'id_token state'] },
      },
      {
        requests: ['authorize: token id_token', 'authorize: id_token token'],
        differs: {
          fields: [
            'access_token expires_in id_token iss scope state token_type',
            'access_token expires_in id_token scope state token_type',
          ],
        },
      },
      {
        requests: ['authorize: code id_token'],
        differs: { fields: ['code id_token iss state', 'code id_token state'] },
      },
    ],
  },
  {
    why: 'A01: only the user is shown that the application is not known, so any name will do.',
    cases: [
      {
        requests: ['authorize: no client_id', 'authorize: client_id twice'],
        differs: { error: ['invalid_client', 'invalid_request'] },
      },
    ],
  },
  {
    why: 'A02: shown to the user alone, so any name will do; RFC 6749 has invalid_request.',
    cases: [
      {
        requests: [
          'authorize: a redirect_uri of another user',
          'authorize: a redirect_uri below the right one',
          'authorize: a redirect_uri in capitals',
          'authorize: a redirect_uri with another query',
          'authorize: a redirect_uri with a fragment',
          'authorize: a redirect_uri with a user',
          'authorize: a redirect_uri with a port',
          'authorize: a redirect_uri over http',
        ],
        differs: { error: ['invalid_request', 'invalid_redirect_uri'] },
      },
    ],
  },
  {
    why: 'The interface has `token` (§4.1); the other never had it.',
    cases: [
      {
        requests: ['authorize: response_type token'],
        differs: {
          error: ['', 'unsupported_response_type'],
          fields: ['access_token expires_in iss scope state token_type', 'error iss state'],
        },
      },
    ],
  },
  {
    why: 'A10, RFC 6749 §4.1.2.1: unauthorized_client is the name of this error.',
    cases: [
      {
        requests: ['authorize: a response_type that the key may not use'],
        differs: { error: ['unauthorized_client', 'invalid_request'] },
      },
    ],
  },
  {
    why: 'RFC 6749 §4.1.2.1 has invalid_request for a wrong parameter; the other has a name of its own.',
    cases: [
      {
        requests: ['authorize: an unknown response_mode'],
        differs: { error: ['invalid_request', 'unsupported_response_mode'] },
      },
    ],
  },
  {
    why: 'A13: errors go where success would have gone, and that is never a query for a client that expects a fragment (OpenID Connect Core §3.2.2.6).',
    cases: [
      {
        requests: ['authorize: an id token in the query'],
        differs: { to: ['https://app.example/cb in the fragment', 'https://app.example/cb in the query'] },
      },
    ],
  },
  {
    why: 'X10, A11: the interface wants a scope with openid in it (§4.1); the other takes the request for plain OAuth, or has nothing to grant.',
    cases: [
      {
        requests: ['authorize: no scope', 'authorize: an unknown scope alone'],
        differs: { error: ['invalid_scope', 'access_denied'] },
      },
      {
        requests: ['authorize: a scope without openid'],
        differs: { error: ['invalid_scope', ''], fields: ['error iss state', 'code iss state'] },
      },
    ],
  },
  {
    why: 'X5: the interface knows no nonce (§4.1); it is needed only where a key asks for that.',
    cases: [
      {
        requests: ['authorize: id_token without a nonce'],
        differs: {
          error: ['', 'invalid_request'],
          fields: ['id_token iss state', 'error iss state'],
          claims: ['aud auth_time exp iat iss sub', ''],
        },
      },
      {
        requests: ['authorize: code id_token without a nonce'],
        differs: {
          error: ['', 'invalid_request'],
          fields: ['code id_token iss state', 'error iss state'],
          claims: ['aud auth_time c_hash exp iat iss sub', ''],
        },
      },
    ],
  },
  {
    why: 'A16: nobody is signed in, so nobody has agreed to the application: a page names the address and links to it instead of a redirect (decision 59).',
    cases: [
      {
        requests: ['authorize: nobody signed in, and prompt=none'],
        differs: {
          status: ['4xx', '3xx'],
          error: ['', 'login_required'],
          to: ['', 'https://app.example/cb in the query'],
          fields: ['', 'error iss state'],
          type: ['text/html', ''],
        },
      },
      {
        requests: ['authorize: nobody signed in, prompt=none, for an id token'],
        differs: {
          status: ['4xx', '3xx'],
          error: ['', 'login_required'],
          to: ['', 'https://app.example/cb in the fragment'],
          fields: ['', 'error iss state'],
          type: ['text/html', ''],
        },
      },
    ],
  },
  {
    why: 'Interface §4.1 and L06: nobody is signed in here, so there is nothing to ask, and the answer is 302, to `/` because nobody here has agreed to the application (decision 59); the other asks on a page.',
    cases: [
      {
        requests: ['logout: an id token, and a registered address', 'logout: client_id, and a registered address'],
        differs: { status: ['3xx', '2xx'], to: ['/', ''], type: ['', 'text/html'] },
      },
    ],
  },
  {
    why: 'L02: an address that is not registered is not followed; who wanted to leave has left, and lands at the home page.',
    cases: [
      {
        requests: ['logout: an id token, and another address', 'logout: client_id, and another address'],
        differs: {
          status: ['3xx', '4xx'],
          error: ['', 'invalid_request'],
          to: ['/', ''],
          type: ['', 'application/json'],
        },
      },
    ],
  },
  {
    why: 'L06, L08: a wrong id token proves nothing, so a user who is signed in is asked; here nobody is, and nobody has agreed to the application.',
    cases: [
      {
        requests: ['logout: garbage for an id token', 'logout: another key’s id token'],
        differs: {
          status: ['3xx', '4xx'],
          error: ['', 'invalid_request'],
          to: ['/', ''],
          type: ['', 'application/json'],
        },
      },
    ],
  },
  {
    why: 'L04: the interface needs client_id (§4.1); the other asks whom it should sign out.',
    cases: [
      {
        requests: ['logout: nothing'],
        differs: { status: ['4xx', '2xx'], error: ['invalid_client', ''], type: ['application/json', 'text/html'] },
      },
    ],
  },
];
