import { type Row, withAKey, withASession, withAToken } from '../support/matrix.js';
import { user } from '../support/matrix-objects.js';

const newUser = { email: 'sheep@example.test', first_name: 'Sheep', last_name: 'Dolly', password: 'black and white' };
let userCount = 0;

/** Everybody sees and changes themselves; only an administrator who acts as themselves sees and changes others. */
export const users: readonly Row[] = [
  {
    endpoint: 'POST /users',
    statuses: withAKey(201),
    send: () => ({ body: { ...newUser, email: `sheep${++userCount}@example.test` } }),
  },
  { endpoint: 'GET /users/me', statuses: withAToken(200) },
  { endpoint: 'PUT /users/me', statuses: withAToken(200), send: () => ({ body: { first_name: 'Changed' } }) },
  {
    endpoint: 'POST /users/me/password',
    statuses: withAToken(200, { 'an administrator on behalf': 403 }),
    send: (_object, { person }) => ({ body: { current_password: person.password, new_password: 'another long one' } }),
  },
  { endpoint: 'GET /users', statuses: withAToken(403, { 'an administrator': 200 }) },
  { endpoint: 'GET /users/new', statuses: withASession(403) },
  {
    endpoint: 'POST /users/new',
    statuses: withASession(403),
    send: () => ({ form: { ...newUser, email: `sheep${++userCount}@example.test` } }),
  },
  { endpoint: 'GET /users/:id', object: user, statuses: withAToken(403, { 'an administrator': [200, 200, 404] }) },
  {
    endpoint: 'POST /users/:id/enable',
    object: user,
    statuses: withAToken(403, { 'an administrator': [200, 200, 404] }),
  },
  {
    endpoint: 'POST /users/:id/disable',
    object: user,
    statuses: withAToken(403, { 'an administrator': [409, 200, 404] }),
  },
  {
    endpoint: 'POST /users/:id/end-sessions',
    object: user,
    statuses: withAToken(403, { 'an administrator': [409, 200, 404] }),
  },
  ...['enable', 'disable', 'end-sessions'].map((action) => ({
    endpoint: `POST /users/:id/access/${action}`,
    object: user,
    statuses: withASession(403),
    send: () => ({ form: {} }),
  })),
  {
    endpoint: 'POST /users/:id/access/role',
    object: user,
    statuses: withASession(403),
    send: () => ({ form: { role: 'Customer' } }),
  },
  { endpoint: 'GET /users/:id/password', object: user, statuses: withASession(403) },
  {
    endpoint: 'POST /users/:id/password',
    object: user,
    statuses: withASession(403),
    send: () => ({ form: { new_password: 'another long one' } }),
  },
];
