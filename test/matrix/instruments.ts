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
  { door: 'GET /productgroups', sights: withAToken(200) },
  { door: 'GET /productgroups/:id', object: productGroup, sights: read },
  { door: 'POST /productgroups', sights: made, send: () => ({ body: { ...aGroup, symbol: `MADE${++symbols}` } }) },
  {
    door: 'PUT /productgroups/:id',
    object: productGroup,
    sights: changed,
    send: () => ({ body: { name: 'Changed' } }),
  },
  { door: 'GET /productgroups/new', sights: form },
  { door: 'GET /productgroups/:id/change', object: productGroup, sights: formOf },
  { door: 'GET /products/new', sights: form },
  { door: 'GET /products/:id/change', object: product, sights: formOf },
  { door: 'GET /instruments/new', sights: form },
  { door: 'GET /instruments/:id/change', object: instrument, sights: formOf },
  { door: 'GET /products', sights: withAToken(200) },
  { door: 'GET /products/:id', object: product, sights: read },
  {
    door: 'POST /products',
    object: productGroup,
    sights: madeUnder,
    send: (groupId) => ({ body: { ...aProduct, group_id: Number(groupId), symbol: `MADE${++symbols}` } }),
  },
  { door: 'PUT /products/:id', object: product, sights: changed, send: () => ({ body: { name: 'Changed' } }) },
  { door: 'GET /instruments', sights: withAToken(200) },
  { door: 'GET /instruments/:id', object: instrument, sights: read },
  {
    door: 'POST /instruments',
    object: product,
    sights: madeUnder,
    send: (productId) => ({ body: { ...anInstrument, product_id: Number(productId), symbol: `MADE${++symbols}` } }),
  },
  { door: 'PUT /instruments/:id', object: instrument, sights: changed, send: () => ({ body: { status: 'Halted' } }) },
];
