import { open, type Row, withASession } from '../support/matrix.js';
import { agreement, session } from '../support/matrix-objects.js';

let userCount = 0;

/** What people do with their own account in a browser. What is another's is as little there as what never was. */
export const account: readonly Row[] = [
  { endpoint: 'GET /sign-up', statuses: open(200) },
  {
    endpoint: 'POST /sign-up',
    statuses: open(403, { 'a session that asks for a page': 303, 'a session that asks for JSON': 303 }),
    send: () => ({
      form: {
        first_name: 'New',
        last_name: 'Comer',
        email: `new.user${++userCount}@example.test`,
        password: 'quite long enough',
      },
    }),
  },
  { endpoint: 'GET /profile/access', statuses: withASession(200) },
  {
    endpoint: 'POST /profile/access/sign-ins/:id/end',
    object: session,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
  { endpoint: 'POST /profile/access/sign-ins/end-others', statuses: withASession(303), send: () => ({ form: {} }) },
  {
    endpoint: 'POST /profile/access/applications/:client_id/withdraw',
    object: agreement,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
  { endpoint: 'POST /profile/confirm', statuses: withASession(303), send: () => ({ form: {} }) },
  { endpoint: 'GET /profile/details', statuses: withASession(200) },
  {
    endpoint: 'POST /profile/details',
    statuses: withASession(303),
    send: (_object, { person }) => ({ form: { email: person.email, first_name: 'Changed', last_name: 'Person' } }),
  },
  { endpoint: 'GET /profile/password', statuses: withASession(200) },
  {
    endpoint: 'POST /profile/password',
    statuses: withASession(303),
    send: (_object, { person }) => ({ form: { current_password: person.password, new_password: 'another long one' } }),
  },
];
