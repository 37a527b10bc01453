import type { AllowedDifference } from './allowed-differences.js';

/** At discovery and at the endpoints that applications call themselves. */
export const allowedTokenDifferences: readonly AllowedDifference[] = [
  {
    why: 'D04: `token` is the interface’s; both spellings of `token id_token` are listed because both are sent (A07).',
    cases: [
      {
        requests: ['discovery: response_types_supported'],
        differs: {
          fields: [
            'code code id_token id_token id_token token token token id_token',
            'code code id_token id_token id_token token',
          ],
        },
      },
    ],
  },
  {
    why: 'Initiating User Registration via OpenID Connect has this member; the other tells nothing.',
    cases: [
      {
        requests: ['discovery: prompt_values_supported'],
        differs: { fields: ['consent login none select_account', 'undefined'] },
      },
    ],
  },
  {
    why: 'Claims of the token itself are listed too (Discovery §3), and `act`; there are no session ids.',
    cases: [
      {
        requests: ['discovery: claims_supported'],
        differs: {
          fields: [
            'act at_hash aud auth_time c_hash email email_verified exp family_name given_name iat iss name nonce sub updated_at',
            'auth_time email email_verified family_name given_name iss name sid sub updated_at',
          ],
        },
      },
    ],
  },
  {
    why: 'false is the default, and may be said (Discovery §3).',
    cases: [{ requests: ['discovery: request_parameter_supported'], differs: { fields: ['false', 'undefined'] } }],
  },
  {
    why: 'T05, V09: a known address that is asked in a wrong way is 405 with `Allow` and a problem (RFC 9110 §15.5.6); the other knows no such endpoint (404).',
    cases: [
      {
        requests: ['discovery: POST', 'jwks: POST', 'token: GET', 'introspect: GET', 'revoke: GET'],
        differs: {
          fields: ['code detail instance request_id status title type', ''],
          type: ['application/problem+json', 'text/plain'],
          mayBeStored: ['no', 'yes'],
        },
      },
    ],
  },
  {
    why: 'RFC 7517 §8.5 has a type of its own; OpenID Connect asks for JSON, and old clients for nothing else.',
    cases: [
      { requests: ['jwks: the members of a key'], differs: { type: ['application/json', 'application/jwk-set+json'] } },
    ],
  },
  {
    why: 'T20, T21: who does not prove the key, or not readably, gets invalid_client (RFC 6749 §5.2 names “no client authentication included”).',
    cases: [
      {
        requests: [
          'token: no key',
          'token: Basic without a secret',
          'token: Basic without a colon',
          'token: Basic that is no base64',
          'token: Basic with nothing',
          'token: Bearer instead of Basic',
          'token: a scheme that nobody knows',
          'introspect: without a key',
          'revoke: without a key',
        ],
        differs: { error: ['invalid_client', 'invalid_request'] },
      },
    ],
  },
  {
    why: 'T18–T20: every 401 has a challenge (RFC 9110 §15.5.2), wherever the key was looked for.',
    cases: [
      {
        requests: [
          'token: no key',
          'token: an unknown key in the body',
          'token: a wrong secret in the body',
          'token: a key with a secret by its name alone',
          'token: an empty secret in the body',
          'token: Basic without a secret',
          'token: Basic without a colon',
          'token: Basic that is no base64',
          'token: Basic with nothing',
          'token: Bearer instead of Basic',
          'token: a scheme that nobody knows',
          'introspect: without a key',
          'revoke: without a key',
        ],
        differs: { challenge: ['Basic', ''] },
      },
    ],
  },
  {
    why: 'T18: Basic has no parameter `error` (RFC 7617 §2); the body names it.',
    cases: [
      {
        requests: [
          'token: an unknown key by Basic',
          'token: a wrong secret by Basic',
          'token: a secret with more behind a colon',
          'introspect: with a wrong secret',
          'revoke: with a wrong secret',
        ],
        differs: { challenge: ['Basic', 'Basic invalid_client'] },
      },
    ],
  },
  {
    why: 'T10: parameters are not repeated (RFC 6749 §3.2), which is no less true of unknown ones.',
    cases: [
      {
        requests: ['token: an unknown parameter twice'],
        differs: {
          status: ['4xx', '2xx'],
          error: ['invalid_request', ''],
          fields: ['', 'access_token expires_in token_type'],
        },
      },
    ],
  },
  {
    why: 'T09, T28: RFC 6749 §5.2 has unauthorized_client for a grant that the key may not use.',
    cases: [
      {
        requests: [
          'token: a grant that the key may not use',
          'token: a grant without a secret that needs one',
          'password: by a key that may not',
          'password: by a key without a secret',
          'refresh: by a key that may not',
        ],
        differs: { error: ['unauthorized_client', 'invalid_request'] },
      },
    ],
  },
  {
    why: 'T03: scope is returned when it is not what was asked for (RFC 6749 §5.1); the other always returns it.',
    cases: [
      {
        requests: ['client_credentials: with a scope'],
        differs: { fields: ['access_token expires_in token_type', 'access_token expires_in scope token_type'] },
      },
      {
        requests: ['password: right, with a scope'],
        differs: {
          fields: [
            'access_token expires_in refresh_token token_type',
            'access_token expires_in refresh_token scope token_type',
          ],
        },
      },
    ],
  },
  {
    why: 'T23: the token endpoint refuses what it cannot grant (RFC 6749 §5.2); the other drops it.',
    cases: [
      {
        requests: ['client_credentials: with an unknown scope'],
        differs: {
          status: ['4xx', '2xx'],
          error: ['invalid_scope', ''],
          fields: ['', 'access_token expires_in token_type'],
        },
      },
    ],
  },
  {
    why: 'I05, I06: auth_time and at_hash are OPTIONAL where the other leaves them out (OpenID Connect Core §2, §3.1.3.6); here they always stand there.',
    cases: [
      {
        requests: [
          'code: right',
          'code: right, without PKCE',
          'code: right, with the scope openid alone',
          'code: right, with an address that has a query',
          'code: of a key without a secret',
          'code: after a wrong secret came with it',
          'code: after another key came with it',
        ],
        differs: { claims: ['at_hash aud auth_time exp iat iss sub', 'aud exp iat iss sub'] },
      },
      {
        requests: ['code: right, with a nonce'],
        differs: { claims: ['at_hash aud auth_time exp iat iss nonce sub', 'aud exp iat iss nonce sub'] },
      },
      {
        requests: ['code: right, with max_age'],
        differs: { claims: ['at_hash aud auth_time exp iat iss sub', 'aud auth_time exp iat iss sub'] },
      },
      {
        requests: [
          'authorize: id_token',
          'authorize: id_token by a form',
          'authorize: an unknown scope beside openid, for an id token',
        ],
        differs: { claims: ['aud auth_time exp iat iss nonce sub', 'aud exp iat iss nonce sub'] },
      },
      {
        requests: ['authorize: id_token with claims'],
        differs: {
          claims: [
            'aud auth_time email email_verified exp family_name given_name iat iss name nonce sub updated_at',
            'aud email email_verified exp family_name given_name iat iss name nonce sub updated_at',
          ],
        },
      },
      {
        requests: ['authorize: token id_token', 'authorize: id_token token'],
        differs: { claims: ['at_hash aud auth_time exp iat iss nonce sub', 'at_hash aud exp iat iss nonce sub'] },
      },
      {
        requests: ['authorize: code id_token'],
        differs: { claims: ['aud auth_time c_hash exp iat iss nonce sub', 'aud c_hash exp iat iss nonce sub'] },
      },
    ],
  },
  {
    why: 'X2: the interface lists only `code` (§4.1), and OAuth 2.1 dropped the parameter; a key that has proven itself may leave it out.',
    cases: [
      {
        requests: ['code: without redirect_uri'],
        differs: {
          status: ['2xx', '4xx'],
          error: ['', 'invalid_request'],
          fields: ['access_token expires_in id_token refresh_token scope token_type', ''],
          claims: ['at_hash aud auth_time exp iat iss sub', ''],
        },
      },
    ],
  },
  {
    why: 'K07: a verifier that cannot be right is a wrong one (RFC 7636 §4.6 has invalid_grant).',
    cases: [{ requests: ['code: with a short verifier'], differs: { error: ['invalid_grant', 'invalid_request'] } }],
  },
  {
    why: 'K03: a user who brings a wrong verifier has the code from somewhere, so it is burnt; RFC 7636 §4.6 leaves that open.',
    cases: [
      {
        requests: ['code: after a wrong verifier came with it'],
        differs: {
          status: ['4xx', '2xx'],
          error: ['invalid_grant', ''],
          fields: ['', 'access_token expires_in id_token refresh_token scope token_type'],
          claims: ['', 'aud exp iat iss sub'],
        },
      },
    ],
  },
  {
    why: 'I09: OpenID Connect Core §12.2 lets a refresh be answered without an id token; who signed in, and when, has not changed. T03: scope is returned when it is not what was asked for.',
    cases: [
      {
        requests: ['refresh: right', 'refresh: the next one', 'refresh: after another key came with it'],
        differs: {
          fields: [
            'access_token expires_in refresh_token scope token_type',
            'access_token expires_in id_token refresh_token scope token_type',
          ],
          claims: ['', 'aud exp iat iss sub'],
        },
      },
      {
        requests: [
          'refresh: a part of the scope',
          'refresh: the same scope',
          'refresh: after a narrower one, the whole again',
        ],
        differs: {
          fields: [
            'access_token expires_in refresh_token token_type',
            'access_token expires_in id_token refresh_token scope token_type',
          ],
          claims: ['', 'aud exp iat iss sub'],
        },
      },
    ],
  },
  {
    why: 'R04: within ten seconds the same key is given the same successor again, for its first answer may have got lost.',
    cases: [
      {
        requests: ['refresh: twice at once in a row'],
        differs: {
          status: ['2xx', '4xx'],
          error: ['', 'invalid_grant'],
          fields: ['access_token expires_in refresh_token scope token_type', ''],
        },
      },
    ],
  },
  {
    why: 'N02: whatever is no own token is not active (RFC 7662 §2.2), and nothing more is notified of it.',
    cases: [
      {
        requests: ['introspect: an id token'],
        differs: { status: ['2xx', '4xx'], error: ['', 'unsupported_token_type'], fields: ['active', ''] },
      },
    ],
  },
  {
    why: 'N08: a public key cannot prove who it is, so it learns nothing (RFC 7662 §2.1).',
    cases: [
      {
        requests: ['introspect: by a key without a secret'],
        differs: {
          status: ['4xx', '2xx'],
          error: ['invalid_client', ''],
          fields: ['', 'active'],
          challenge: ['Basic', ''],
        },
      },
    ],
  },
  {
    why: 'N03: a key acts for its owner, who is the subject; and a scope is returned even if it is empty.',
    cases: [
      {
        requests: ['introspect: what a key earned for itself'],
        differs: {
          fields: ['active client_id exp iat iss scope sub token_type', 'active client_id exp iat iss token_type'],
        },
      },
    ],
  },
  {
    why: 'V01: an answer to who revokes is an empty JSON object and is not stored; RFC 7009 §2.2 needs neither, but clients that expect JSON do.',
    cases: [
      {
        requests: [
          'revoke: an access token',
          'revoke: a refresh token',
          'revoke: with a hint that is wrong',
          'revoke: with a hint that nobody knows',
          'revoke: another key’s token',
          'revoke: an unknown token',
          'revoke: garbage',
          'revoke: by a key without a secret',
        ],
        differs: { type: ['application/json', 'text/plain'], mayBeStored: ['no', 'yes'] },
      },
      {
        requests: ['revoke: no token', 'revoke: a token twice', 'revoke: without a key', 'revoke: with a wrong secret'],
        differs: { mayBeStored: ['no', 'yes'] },
      },
    ],
  },
  {
    why: 'V04: an access token ends alone; RFC 7009 §2.1 leaves that to the policy of the server.',
    cases: [
      {
        requests: ['revoke: the refresh token stays when the access token goes'],
        differs: { fields: ['active client_id exp iat iss scope sub', 'active'] },
      },
    ],
  },
  {
    why: 'RFC 6750 §3.1: no usable token was sent, so the challenge names no error; the other takes the request for malformed.',
    cases: [
      {
        requests: ['userinfo: Bearer with nothing', 'userinfo: Basic', 'userinfo: a token in the query'],
        differs: { error: ['invalid_token', 'invalid_request'], challenge: ['Bearer', 'Bearer invalid_request'] },
      },
    ],
  },
];
