import { type Row, withASession, withAToken } from '../support/matrix.js';
import { key } from '../support/matrix-objects.js';

/** A key is its owner's alone: an administrator has no part in it, unless on behalf of the owner. */
export const clients: readonly Row[] = [
  { endpoint: 'GET /oauth/client', statuses: withAToken(200) },
  { endpoint: 'POST /oauth/client', statuses: withAToken(200), send: () => ({ body: { name: 'Requested' } }) },
  {
    endpoint: 'PUT /oauth/client',
    object: key,
    statuses: withAToken([200, 404, 404]),
    send: (clientId) => ({ body: { client_id: clientId, name: 'Renamed' } }),
  },
  { endpoint: 'DELETE /oauth/client/:client_id', object: key, statuses: withAToken([200, 404, 404]) },
  {
    endpoint: 'POST /oauth/client/:client_id/secret',
    object: key,
    statuses: withAToken([200, 404, 404]),
    send: () => ({ body: {} }),
  },
  {
    endpoint: 'PUT /oauth/client/:client_id/first-party',
    object: key,
    statuses: withAToken(403, { 'an administrator': [200, 200, 404] }),
    send: () => ({ body: { first_party: true } }),
  },
  { endpoint: 'GET /oauth/client/:client_id/requests', object: key, statuses: withAToken([200, 404, 404]) },
  { endpoint: 'GET /profile', statuses: withASession(200) },
  { endpoint: 'GET /profile/new-key', statuses: withASession(200) },
  {
    endpoint: 'POST /profile/keys',
    statuses: withASession(303),
    send: () => ({ form: { name: 'Requested', kind: 'server' } }),
  },
  { endpoint: 'GET /profile/keys/:client_id', object: key, statuses: withASession([200, 404, 404]) },
  {
    endpoint: 'POST /profile/keys/:client_id',
    object: key,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { name: 'Renamed' } }),
  },
  {
    endpoint: 'POST /profile/keys/:client_id/secret',
    object: key,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { overlap: '0' } }),
  },
  {
    endpoint: 'POST /profile/keys/:client_id/token',
    object: key,
    statuses: withASession([200, 404, 404]),
    send: () => ({ form: {} }),
  },
  { endpoint: 'GET /profile/keys/:client_id/requests', object: key, statuses: withASession([200, 404, 404]) },
  { endpoint: 'GET /profile/keys/:client_id/removal', object: key, statuses: withASession([200, 404, 404]) },
  {
    endpoint: 'POST /profile/keys/:client_id/removal',
    object: key,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
];
