import { type Row, withASession } from '../support/matrix.js';
import { sharedInstrument } from '../support/matrix-objects.js';

/** Pages on which a user sees several modules at once; programs use the modules. */
export const desk: readonly Row[] = [
  { endpoint: 'GET /desk/:instrument_id', object: sharedInstrument, statuses: withASession([200, 200, 404]) },
];
