import { type Row, withAToken } from '../support/matrix.js';
import { instrument, product, productGroup } from '../support/matrix-objects.js';
import { groupFields, instrumentFields, productFields } from '../support/reference-data.js';

const readable = withAToken([200, 200, 404]);
const creatable = withAToken(403, { 'an administrator': 201 });
const updatable = withAToken(403, { 'an administrator': [200, 200, 404] });
/** Made under what there is; under what is not there it cannot be. */
const creatableInParent = withAToken(403, { 'an administrator': [201, 201, 404] });
const adminForm = withAToken(403, { 'an administrator': 200 });
const adminObjectForm = withAToken([403, 403, 403], { 'an administrator': [200, 200, 404] });
let symbolCount = 0;

/** Everybody who is signed in reads reference data; only an administrator who acts as themselves writes it. */
export const instruments: readonly Row[] = [
  { endpoint: 'GET /productgroups', sights: withAToken(200) },
  { endpoint: 'GET /productgroups/:id', object: productGroup, sights: readable },
  {
    endpoint: 'POST /productgroups',
    sights: creatable,
    send: () => ({ body: { ...groupFields, symbol: `MADE${++symbolCount}` } }),
  },
  {
    endpoint: 'PUT /productgroups/:id',
    object: productGroup,
    sights: updatable,
    send: () => ({ body: { name: 'Changed' } }),
  },
  { endpoint: 'GET /productgroups/new', sights: adminForm },
  { endpoint: 'GET /productgroups/:id/change', object: productGroup, sights: adminObjectForm },
  { endpoint: 'GET /products/new', sights: adminForm },
  { endpoint: 'GET /products/:id/change', object: product, sights: adminObjectForm },
  { endpoint: 'GET /instruments/new', sights: adminForm },
  { endpoint: 'GET /instruments/:id/change', object: instrument, sights: adminObjectForm },
  { endpoint: 'GET /products', sights: withAToken(200) },
  { endpoint: 'GET /products/:id', object: product, sights: readable },
  {
    endpoint: 'POST /products',
    object: productGroup,
    sights: creatableInParent,
    send: (groupId) => ({ body: { ...productFields, group_id: Number(groupId), symbol: `MADE${++symbolCount}` } }),
  },
  { endpoint: 'PUT /products/:id', object: product, sights: updatable, send: () => ({ body: { name: 'Changed' } }) },
  { endpoint: 'GET /instruments', sights: withAToken(200) },
  { endpoint: 'GET /instruments/:id', object: instrument, sights: readable },
  {
    endpoint: 'POST /instruments',
    object: product,
    sights: creatableInParent,
    send: (productId) => ({
      body: { ...instrumentFields, product_id: Number(productId), symbol: `MADE${++symbolCount}` },
    }),
  },
  {
    endpoint: 'PUT /instruments/:id',
    object: instrument,
    sights: updatable,
    send: () => ({ body: { status: 'Halted' } }),
  },
];
