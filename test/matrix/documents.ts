import type { House } from '../support/house.js';
import { open, type Row, type Sent } from '../support/matrix.js';

/** The name of a file has the hash of what it holds, which only the pages know. */
async function styleSheet(house: House): Promise<Sent> {
  const { body } = await house.knock('GET', '/', { accept: 'text/html' });
  const [, hash = '', file = ''] = /"\/assets\/([0-9a-f]+)\/([\w.]+css)"/.exec(body) ?? [];
  return { path: { hash, file } };
}

/** What tells strangers how to become somebody, and machines how we are. */
export const documents: readonly Row[] = [
  // Whoever brings credentials that are worth nothing has followed a 303 to here, and must not take the answer for success.
  {
    door: 'GET /',
    sights: open(200, {
      'a key alone': 401,
      'a revoked token': 401,
      'an expired token': 401,
      'a disabled user': 401,
      'a disabled key': 401,
    }),
  },
  { door: 'GET /openapi.json', sights: open(200) },
  { door: 'GET /docs', sights: open(200) },
  {
    door: 'GET /docs/operations/:operation',
    sights: open(200),
    send: () => ({ path: { operation: 'getCurrentUser' } }),
  },
  { door: 'GET /docs/:guide', sights: open(200), send: () => ({ path: { guide: 'streams' } }) },
  { door: 'GET /docs/errors', sights: open(200) },
  { door: 'GET /docs/errors/:code', sights: open(200), send: () => ({ path: { code: 'login_required' } }) },
  { door: 'GET /.well-known/openid-configuration', sights: open(200) },
  { door: 'GET /.well-known/oauth-authorization-server', sights: open(200) },
  { door: 'GET /oauth/jwks', sights: open(200) },
  { door: 'GET /health/live', sights: open(200) },
  { door: 'GET /health/ready', sights: open(200) },
  { door: 'GET /metrics', sights: open(200) },
  { door: 'GET /shortcuts', sights: open(200) },
  { door: 'POST /theme', sights: open(303), send: () => ({ form: { theme: 'dark' } }), isAnyones: true },
  { door: 'GET /assets/:hash/:file', sights: open(200), send: (_object, _visit, house) => styleSheet(house) },
  { door: 'GET /favicon.ico', sights: open(200) },
];
