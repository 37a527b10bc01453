import { type Row, withASession } from '../support/matrix.js';
import { sharedInstrument } from '../support/matrix-objects.js';

/** Pages on which a user sees several modules at once; programs use the modules. */
export const desk: readonly Row[] = [
  { endpoint: 'GET /positions/close', statuses: withASession(200) },
  {
    endpoint: 'POST /positions/close',
    statuses: withASession(200),
    send: () => ({ form: { position: '4711:4711:1', reference: 'web-0123456789ab' } }),
  },
  { endpoint: 'GET /desk/panels', statuses: withASession(200) },
  {
    endpoint: 'POST /desk/panels',
    statuses: withASession(303),
    send: () => ({ form: { order: 'book-ticket-market', show: 'book' } }),
  },
  {
    endpoint: 'GET /desk/:instrument_id/history',
    object: sharedInstrument,
    statuses: withASession([200, 200, 404]),
    send: () => ({ query: '?interval=1d' }),
  },
  { endpoint: 'GET /desk/:instrument_id', object: sharedInstrument, statuses: withASession([200, 200, 404]) },
];
