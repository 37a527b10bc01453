import type { TestApp } from '../support/test-app.js';
import { open, type Row, type SentRequest, withASession } from '../support/matrix.js';

/** The name of a file has the hash of what it holds, which only the pages know. */
async function styleSheet(testApp: TestApp): Promise<SentRequest> {
  const { body } = await testApp.request('GET', '/', { accept: 'text/html' });
  const [, hash = '', file = ''] = /"\/assets\/([0-9a-f]+)\/([\w.]+css)"/.exec(body) ?? [];
  return { path: { hash, file } };
}

/** Documents for anonymous callers, and health for machines. */
export const documents: readonly Row[] = [
  // A user who brings credentials that are worth nothing has followed a 303 to here, and must not take the answer for success.
  {
    endpoint: 'GET /',
    statuses: open(200, {
      'a key alone': 401,
      'a revoked token': 401,
      'an expired token': 401,
      'a disabled user': 401,
      'a disabled key': 401,
    }),
  },
  { endpoint: 'GET /openapi.json', statuses: open(200) },
  { endpoint: 'GET /asyncapi.json', statuses: open(200) },
  { endpoint: 'GET /docs', statuses: open(200) },
  {
    endpoint: 'GET /docs/operations/:operation',
    statuses: open(200),
    send: () => ({ path: { operation: 'getCurrentUser' } }),
  },
  { endpoint: 'GET /docs/:guide', statuses: open(200), send: () => ({ path: { guide: 'streams' } }) },
  { endpoint: 'GET /docs/reference', statuses: open(200) },
  { endpoint: 'GET /docs/reference/:resource', statuses: open(200), send: () => ({ path: { resource: 'orders' } }) },
  { endpoint: 'GET /docs/pages', statuses: open(200) },
  { endpoint: 'GET /docs/search', statuses: open(200) },
  { endpoint: 'GET /changes', statuses: open(200) },
  { endpoint: 'GET /changes.atom', statuses: open(200) },
  { endpoint: 'GET /llms.txt', statuses: open(200) },
  { endpoint: 'GET /docs/errors', statuses: open(200) },
  { endpoint: 'GET /docs/errors/:code', statuses: open(200), send: () => ({ path: { code: 'login_required' } }) },
  { endpoint: 'GET /.well-known/openid-configuration', statuses: open(200) },
  { endpoint: 'GET /.well-known/oauth-authorization-server', statuses: open(200) },
  { endpoint: 'GET /oauth/jwks', statuses: open(200) },
  { endpoint: 'GET /health/live', statuses: open(200) },
  { endpoint: 'GET /health/ready', statuses: open(200) },
  { endpoint: 'GET /metrics', statuses: open(200) },
  { endpoint: 'GET /shortcuts', statuses: open(200) },
  {
    endpoint: 'POST /columns',
    statuses: withASession(303),
    send: () => ({ form: { table: 'positions', offered: 'mark trades', show: 'mark' } }),
  },
  { endpoint: 'POST /theme', statuses: open(303), send: () => ({ form: { theme: 'dark' } }), isAnyones: true },
  { endpoint: 'GET /assets/:hash/:file', statuses: open(200), send: (_object, _visit, testApp) => styleSheet(testApp) },
  { endpoint: 'GET /favicon.ico', statuses: open(200) },
];
