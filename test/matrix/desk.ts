import { type Row, withASession } from '../support/matrix.js';
import { instrument } from '../support/matrix-objects.js';

/** Pages on which somebody sees several rooms at once; programs ask the rooms. */
export const desk: readonly Row[] = [
  { endpoint: 'GET /desk/:instrument_id', object: instrument, sights: withASession([200, 200, 404]) },
];
