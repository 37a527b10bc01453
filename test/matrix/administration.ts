import { type Row, withAToken } from '../support/matrix.js';
import { sharedInstrument } from '../support/matrix-objects.js';

const adminOnly = withAToken(403, { 'an administrator': 200 });
/** Asked before something is done to an instrument. */
const adminForm = withAToken([403, 403, 403], { 'an administrator': [200, 200, 404] });

/** For administrators who act as themselves, and nobody else learns what there is. */
export const administration: readonly Row[] = [
  { endpoint: 'GET /administration', statuses: adminOnly },
  { endpoint: 'GET /administration/health', statuses: adminOnly },
  { endpoint: 'GET /administration/instruments/:id/halt', object: sharedInstrument, statuses: adminForm },
  { endpoint: 'GET /administration/instruments/:id/resumption', object: sharedInstrument, statuses: adminForm },
  { endpoint: 'GET /administration/halts', statuses: adminOnly },
  {
    endpoint: 'GET /administration/halts/confirmation',
    statuses: adminOnly,
    send: () => ({ query: '?status=Halted' }),
  },
];
