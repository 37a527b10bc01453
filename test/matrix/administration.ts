import { type Row, withAToken } from '../support/matrix.js';

const adminOnly = withAToken(403, { 'an administrator': 200 });

/** For administrators who act as themselves, and nobody else learns what there is. */
export const administration: readonly Row[] = [
  { endpoint: 'GET /administration', statuses: adminOnly },
  { endpoint: 'GET /administration/health', statuses: adminOnly },
  { endpoint: 'GET /administration/halts', statuses: adminOnly },
  {
    endpoint: 'GET /administration/halts/confirmation',
    statuses: adminOnly,
    send: () => ({ query: '?status=Halted' }),
  },
];
