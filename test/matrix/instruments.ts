import { type Row, withASession, withAToken } from '../support/matrix.js';
import {
  instrument,
  product,
  productGroup,
  sharedInstrument,
  sharedProduct,
  sharedProductGroup,
} from '../support/matrix-objects.js';
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
  { endpoint: 'GET /productgroups', statuses: withAToken(200) },
  { endpoint: 'GET /productgroups/:id', object: sharedProductGroup, statuses: readable },
  {
    endpoint: 'POST /productgroups',
    statuses: creatable,
    send: () => ({ body: { ...groupFields, symbol: `MADE${++symbolCount}` } }),
  },
  {
    endpoint: 'PUT /productgroups/:id',
    object: productGroup,
    statuses: updatable,
    send: () => ({ body: { name: 'Changed' } }),
  },
  { endpoint: 'GET /productgroups/new', statuses: adminForm },
  { endpoint: 'POST /productgroups/new', statuses: withASession(403), send: () => ({ form: { symbol: 'NEW' } }) },
  { endpoint: 'GET /productgroups/:id/change', object: sharedProductGroup, statuses: adminObjectForm },
  {
    endpoint: 'POST /productgroups/:id/change',
    object: sharedProductGroup,
    statuses: withASession(403),
    send: () => ({ form: { name: 'Changed' } }),
  },
  { endpoint: 'GET /products/new', statuses: adminForm },
  { endpoint: 'POST /products/new', statuses: withASession(403), send: () => ({ form: { symbol: 'NEW' } }) },
  { endpoint: 'GET /products/:id/change', object: sharedProduct, statuses: adminObjectForm },
  {
    endpoint: 'POST /products/:id/change',
    object: sharedProduct,
    statuses: withASession(403),
    send: () => ({ form: { name: 'Changed' } }),
  },
  { endpoint: 'GET /instruments/new', statuses: adminForm },
  { endpoint: 'POST /instruments/new', statuses: withASession(403), send: () => ({ form: { symbol: 'NEW' } }) },
  { endpoint: 'GET /instruments/:id/change', object: sharedInstrument, statuses: adminObjectForm },
  {
    endpoint: 'POST /instruments/:id/change',
    object: sharedInstrument,
    statuses: withASession(403),
    send: () => ({ form: { name: 'Changed' } }),
  },
  { endpoint: 'GET /products', statuses: withAToken(200) },
  { endpoint: 'GET /products/:id', object: sharedProduct, statuses: readable },
  {
    endpoint: 'POST /products',
    object: sharedProductGroup,
    statuses: creatableInParent,
    send: (groupId) => ({ body: { ...productFields, group_id: Number(groupId), symbol: `MADE${++symbolCount}` } }),
  },
  { endpoint: 'PUT /products/:id', object: product, statuses: updatable, send: () => ({ body: { name: 'Changed' } }) },
  { endpoint: 'GET /instruments', statuses: withAToken(200) },
  { endpoint: 'GET /instruments/:id', object: sharedInstrument, statuses: readable },
  {
    endpoint: 'POST /instruments',
    object: sharedProduct,
    statuses: creatableInParent,
    send: (productId) => ({
      body: { ...instrumentFields, product_id: Number(productId), symbol: `MADE${++symbolCount}` },
    }),
  },
  {
    endpoint: 'POST /instruments/statuses',
    object: sharedInstrument,
    statuses: updatable,
    send: (id) => ({ body: { status: 'Open', instrument_ids: [Number(id)] } }),
  },
  {
    endpoint: 'POST /instruments/statuses/new',
    statuses: withASession(403),
    send: () => ({ form: { status: 'Halted', status_reason: 'A test.', whole_venue: 'yes' } }),
  },
  {
    endpoint: 'PUT /instruments/:id',
    object: instrument,
    statuses: updatable,
    send: () => ({ body: { status: 'Halted' } }),
  },
];
