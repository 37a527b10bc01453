import { basicOf, byKey, type Fields, formTo, type Request } from './request.js';
import type { Site } from '../support/sites.js';

const post = formTo('/oauth/token');

const password =
  (more: Fields = {}) =>
  ({ ada }: Site): Fields => ({ grant_type: 'password', username: ada.email, password: ada.password, ...more });
const own = (more: Fields = {}): Fields => ({ grant_type: 'client_credentials', ...more });
const inBody =
  (of: (site: Site) => Fields, more: Fields = {}) =>
  (site: Site): Fields => ({ ...of(site), client_id: site.keys.full.clientId, ...more });
const withSecret = ({ keys }: Site): Fields => ({
  ...own(),
  client_id: keys.full.clientId,
  client_secret: keys.full.clientSecret,
});
const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const raw =
  (method: 'GET' | 'POST', of: (site: Site) => Readonly<{ headers?: Fields; payload?: string }>): Request['send'] =>
  (site) =>
    site.http.request(method, '/oauth/token', of(site));

/** RFC 6749 §2.3, §3.2, §5: who asks, and whether the request is one at all. */
const whoAsks: readonly Request[] = [
  post('token: a key by Basic', own()),
  post('token: a key by Basic in small letters', own(), (site) => byKey('full')(site).replace('Basic', 'basic')),
  post('token: a key by Basic, every byte encoded', own(), ({ keys: { full } }) =>
    basicOf(encoded(full.clientId), encoded(full.clientSecret)),
  ),
  post('token: a key in the body', withSecret, null),
  post(
    'token: a key by Basic, and its name in the body',
    inBody(() => own()),
  ),
  post('token: a key by Basic, and another name in the body', own({ client_id: 'key-other' })),
  post('token: a key by Basic, and its secret in the body', withSecret),
  post('token: no key', own(), null),
  post('token: an unknown key by Basic', own(), basicOf('nobody', 'x')),
  post('token: an unknown key in the body', own({ client_id: 'nobody', client_secret: 'x' }), null),
  post('token: a wrong secret by Basic', own(), basicOf('key-full', 'wrong')),
  post('token: a wrong secret in the body', own({ client_id: 'key-full', client_secret: 'wrong' }), null),
  post('token: a secret with more behind a colon', own(), ({ keys: { full } }) =>
    basicOf(full.clientId, `${full.clientSecret}:junk`),
  ),
  post(
    'token: a key with a secret by its name alone',
    inBody(() => own()),
    null,
  ),
  post('token: an empty secret in the body', own({ client_id: 'key-full', client_secret: '' }), null),
  post('token: Basic without a secret', own(), basicOf('key-full', '')),
  post('token: Basic without a colon', own(), `Basic ${Buffer.from('nocolon').toString('base64')}`),
  post('token: Basic that is no base64', own(), 'Basic ???'),
  post('token: Basic with nothing', own(), 'Basic'),
  post('token: Bearer instead of Basic', own(), 'Bearer abc'),
  post('token: a scheme that nobody knows', own(), 'Magic abc'),
];

const whatFor: readonly Request[] = [
  post('token: no grant_type', {}),
  post('token: an empty grant_type', { grant_type: '' }),
  post('token: an unknown grant_type', { grant_type: 'magic' }),
  post('token: a grant_type twice', 'grant_type=client_credentials&grant_type=client_credentials'),
  post('token: a scope twice', 'grant_type=client_credentials&scope=openid&scope=openid'),
  post('token: an unknown parameter', own({ colour: 'red' })),
  post('token: an unknown parameter twice', 'grant_type=client_credentials&colour=red&colour=red'),
  post('token: an empty scope', own({ scope: '' })),
  post('token: a grant that the key may not use', own(), byKey('limited')),
  post('token: a grant without a secret that needs one', { ...own(), client_id: 'key-open' }, null),
  { name: 'token: nothing at all', send: raw('POST', (site) => ({ headers: { authorization: byKey('full')(site) } })) },
  {
    name: 'token: JSON',
    send: raw('POST', (site) => ({
      headers: { authorization: byKey('full')(site), 'content-type': 'application/json' },
      payload: JSON.stringify(own()),
    })),
  },
  {
    name: 'token: a form that says its charset',
    send: raw('POST', (site) => ({
      headers: {
        authorization: byKey('full')(site),
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      },
      payload: 'grant_type=client_credentials',
    })),
  },
  { name: 'token: GET', send: raw('GET', (site) => ({ headers: { authorization: byKey('full')(site) } })) },
  post('token: a body of 100 kB', own({ colour: 'x'.repeat(100_000) })),
];

const ownRights: readonly Request[] = [
  post('client_credentials: with a scope', own({ scope: 'profile' })),
  post('client_credentials: with an unknown scope', own({ scope: 'everything' })),
  post('client_credentials: with a scope of illegal characters', own({ scope: 'open"id' })),
];

const passwords: readonly Request[] = [
  post('password: right', password()),
  post('password: right, with a scope', password({ scope: 'openid email' })),
  post('password: right, with the key in the body', (site) => ({ ...withSecret(site), ...password()(site) }), null),
  post('password: wrong', password({ password: 'wrong' })),
  post('password: of nobody', password({ username: 'nobody@example.test' })),
  post('password: without username', { grant_type: 'password', password: 'x' }),
  post('password: without password', ({ ada }) => ({ grant_type: 'password', username: ada.email })),
  post('password: with an unknown scope', password({ scope: 'everything' })),
  post('password: by a key that may not', password(), byKey('limited')),
  post('password: by a key without a secret', (site) => ({ ...password()(site), client_id: 'key-open' }), null),
];

export const tokenRequests: readonly Request[] = [...whoAsks, ...whatFor, ...ownRights, ...passwords];
