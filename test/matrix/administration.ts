import { type Row, withAToken } from '../support/matrix.js';
import { instrument } from '../support/matrix-objects.js';

const forAdministrators = withAToken(403, { 'an administrator': 200 });
/** Asked before something is done to an instrument. */
const asked = withAToken([403, 403, 403], { 'an administrator': [200, 200, 404] });

/** For administrators who act as themselves, and nobody else learns what there is. */
export const administration: readonly Row[] = [
  { endpoint: 'GET /administration', sights: forAdministrators },
  { endpoint: 'GET /administration/health', sights: forAdministrators },
  { endpoint: 'GET /administration/instruments/:id/halt', object: instrument, sights: asked },
  { endpoint: 'GET /administration/instruments/:id/resumption', object: instrument, sights: asked },
];
