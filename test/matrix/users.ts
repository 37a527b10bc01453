import { type Row, withAKey, withASession, withAToken } from '../support/matrix.js';
import { user } from '../support/matrix-objects.js';

const sheep = { email: 'sheep@example.test', first_name: 'Sheep', last_name: 'Dolly', password: 'black and white' };
let registered = 0;

/** Everybody sees and changes themselves; only an administrator who acts as themselves sees and changes others. */
export const users: readonly Row[] = [
  {
    door: 'POST /users',
    sights: withAKey(201),
    send: () => ({ body: { ...sheep, email: `sheep${++registered}@example.test` } }),
  },
  { door: 'GET /users/me', sights: withAToken(200) },
  { door: 'PUT /users/me', sights: withAToken(200), send: () => ({ body: { first_name: 'Changed' } }) },
  {
    door: 'POST /users/me/password',
    sights: withAToken(200, { 'an administrator on behalf': 403 }),
    send: (_object, { person }) => ({ body: { current_password: person.password, new_password: 'another long one' } }),
  },
  { door: 'GET /users', sights: withAToken(403, { 'an administrator': 200 }) },
  { door: 'GET /users/new', sights: withASession(403) },
  {
    door: 'POST /users/new',
    sights: withASession(403),
    send: () => ({ form: { ...sheep, email: `sheep${++registered}@example.test` } }),
  },
  { door: 'GET /users/:id', object: user, sights: withAToken(403, { 'an administrator': [200, 200, 404] }) },
  { door: 'POST /users/:id/enable', object: user, sights: withAToken(403, { 'an administrator': [200, 200, 404] }) },
  { door: 'POST /users/:id/disable', object: user, sights: withAToken(403, { 'an administrator': [409, 200, 404] }) },
  {
    door: 'POST /users/:id/end-sessions',
    object: user,
    sights: withAToken(403, { 'an administrator': [409, 200, 404] }),
  },
  { door: 'GET /users/:id/password', object: user, sights: withASession(403) },
  {
    door: 'POST /users/:id/password',
    object: user,
    sights: withASession(403),
    send: () => ({ form: { new_password: 'another long one' } }),
  },
];
