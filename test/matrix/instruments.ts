import { type Row, withAToken } from '../support/matrix.js';
import { instrument, product, productGroup } from '../support/matrix-objects.js';
import { aGroup, anInstrument, aProduct } from '../support/reference-data.js';

const read = withAToken([200, 200, 404]);
const made = withAToken(403, { 'an administrator': 201 });
const changed = withAToken(403, { 'an administrator': [200, 200, 404] });
/** Made under what there is; under what is not there it cannot be. */
const madeUnder = withAToken(403, { 'an administrator': [201, 201, 404] });
const form = withAToken(403, { 'an administrator': 200 });
const formOf = withAToken([403, 403, 403], { 'an administrator': [200, 200, 404] });
let symbols = 0;

/** Everybody who is signed in reads reference data; only an administrator who acts as themselves writes it. */
export const instruments: readonly Row[] = [
  { endpoint: 'GET /productgroups', sights: withAToken(200) },
  { endpoint: 'GET /productgroups/:id', object: productGroup, sights: read },
  { endpoint: 'POST /productgroups', sights: made, send: () => ({ body: { ...aGroup, symbol: `MADE${++symbols}` } }) },
  {
    endpoint: 'PUT /productgroups/:id',
    object: productGroup,
    sights: changed,
    send: () => ({ body: { name: 'Changed' } }),
  },
  { endpoint: 'GET /productgroups/new', sights: form },
  { endpoint: 'GET /productgroups/:id/change', object: productGroup, sights: formOf },
  { endpoint: 'GET /products/new', sights: form },
  { endpoint: 'GET /products/:id/change', object: product, sights: formOf },
  { endpoint: 'GET /instruments/new', sights: form },
  { endpoint: 'GET /instruments/:id/change', object: instrument, sights: formOf },
  { endpoint: 'GET /products', sights: withAToken(200) },
  { endpoint: 'GET /products/:id', object: product, sights: read },
  {
    endpoint: 'POST /products',
    object: productGroup,
    sights: madeUnder,
    send: (groupId) => ({ body: { ...aProduct, group_id: Number(groupId), symbol: `MADE${++symbols}` } }),
  },
  { endpoint: 'PUT /products/:id', object: product, sights: changed, send: () => ({ body: { name: 'Changed' } }) },
  { endpoint: 'GET /instruments', sights: withAToken(200) },
  { endpoint: 'GET /instruments/:id', object: instrument, sights: read },
  {
    endpoint: 'POST /instruments',
    object: product,
    sights: madeUnder,
    send: (productId) => ({ body: { ...anInstrument, product_id: Number(productId), symbol: `MADE${++symbols}` } }),
  },
  {
    endpoint: 'PUT /instruments/:id',
    object: instrument,
    sights: changed,
    send: () => ({ body: { status: 'Halted' } }),
  },
];
