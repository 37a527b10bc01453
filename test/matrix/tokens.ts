import { open, type Row, withAToken } from '../support/matrix.js';
import { accessToken, refreshToken, spentRefreshToken, user } from '../support/matrix-objects.js';

/** A proof of the key is all that counts here; a user who shows a token or a cookie instead gets the error of RFC 6749. */
const withClientSecret = (expected: Parameters<typeof open>[0]) => open(401, { 'a key alone': expected });

/** Who a token is shown by matters here, as it is an answer about the token itself. */
const withBearerToken = (expected: number) =>
  open(expected, {
    ...{
      anonymous: 401,
      'a key alone': 401,
      'a revoked token': 401,
      'an expired token': 401,
      'a disabled user': 401,
      'a disabled key': 401,
    },
    ...{ 'a session that asks for a page': 401, 'a session that asks for JSON': 401, 'a small scope': 403 },
  });

/** The endpoints of OAuth that programs use. */
export const tokens: readonly Row[] = [
  {
    endpoint: 'POST /oauth/token',
    when: 'with a password',
    statuses: withClientSecret(200),
    send: (_object, { person }) => ({
      form: { grant_type: 'password', username: person.email, password: person.password },
    }),
  },
  {
    endpoint: 'POST /oauth/token',
    when: 'with a password, for a customer',
    object: user,
    statuses: withClientSecret([200, 400, 400]),
    send: (id, { person }) => ({
      form: { grant_type: 'password', username: person.email, password: person.password, customer_id: id },
    }),
  },
  {
    endpoint: 'POST /oauth/token',
    when: 'with a refresh token',
    object: refreshToken,
    statuses: withClientSecret([200, 400, 400]),
    send: (token) => ({ form: { grant_type: 'refresh_token', refresh_token: token } }),
  },
  {
    endpoint: 'POST /oauth/token',
    when: 'with a used refresh token',
    object: spentRefreshToken,
    statuses: withClientSecret(400),
    send: (token) => ({ form: { grant_type: 'refresh_token', refresh_token: token } }),
  },
  {
    endpoint: 'POST /oauth/introspect',
    when: 'of an access token',
    object: accessToken,
    statuses: withClientSecret(200),
    send: (token) => ({ form: { token } }),
  },
  {
    endpoint: 'POST /oauth/introspect',
    when: 'of a refresh token',
    object: refreshToken,
    statuses: withClientSecret(200),
    send: (token) => ({ form: { token } }),
  },
  {
    endpoint: 'POST /oauth/revoke',
    when: 'of an access token',
    object: accessToken,
    statuses: withClientSecret(200),
    send: (token) => ({ form: { token } }),
  },
  {
    endpoint: 'POST /oauth/revoke',
    when: 'of a refresh token',
    object: refreshToken,
    statuses: withClientSecret(200),
    send: (token) => ({ form: { token } }),
  },
  { endpoint: 'GET /oauth/userinfo', statuses: withBearerToken(200) },
  { endpoint: 'POST /oauth/userinfo', statuses: withBearerToken(200) },
  { endpoint: 'POST /tickets', statuses: withAToken(201) },
  { endpoint: 'OPTIONS /oauth/userinfo', statuses: open(204) },
];
