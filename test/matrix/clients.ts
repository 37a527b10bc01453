import { type Row, withAToken } from '../support/matrix.js';
import { key } from '../support/matrix-objects.js';

/** A key is its owner's alone: an administrator has no part in it, unless on behalf of the owner. */
export const clients: readonly Row[] = [
  { door: 'GET /oauth/client', sights: withAToken(200) },
  { door: 'POST /oauth/client', sights: withAToken(200), send: () => ({ body: { name: 'Requested' } }) },
  { door: 'PUT /oauth/client', object: key, sights: withAToken([200, 404, 404]), send: (clientId) => ({ body: { client_id: clientId, name: 'Renamed' } }) },
  { door: 'DELETE /oauth/client/:client_id', object: key, sights: withAToken([200, 404, 404]) },
  { door: 'POST /oauth/client/:client_id/secret', object: key, sights: withAToken([200, 404, 404]), send: () => ({ body: {} }) },
];
