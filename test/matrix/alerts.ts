import { type Row, withASession, withAToken } from '../support/matrix.js';
import type { ObjectKind } from '../support/matrix-objects.js';

const alert: ObjectKind = {
  make: async (testApp, { id }) => {
    const [made] = await testApp.orm.em
      .fork()
      .execute<{ id: string }[]>(
        `insert into alerts (user_id, kind, note, repeat, state, since, triggers, created_at) values (?, 'Fill', '', false, 'Cancelled', 0, 0, now()) returning id`,
        [id],
      );
    return made?.id ?? '';
  },
  missing: '2000000000',
  state: (testApp, id) => testApp.orm.em.fork().execute('select to_jsonb(a) from alerts a where id = ?', [id]),
};

/** An alert is its owner's alone. */
export const alerts: readonly Row[] = [
  { endpoint: 'GET /alerts', statuses: withAToken(200) },
  { endpoint: 'POST /alerts', statuses: withAToken(201), send: () => ({ body: { kind: 'Fill' } }) },
  { endpoint: 'GET /alerts/:id', object: alert, statuses: withAToken([200, 404, 404]) },
  {
    endpoint: 'PATCH /alerts/:id',
    object: alert,
    statuses: withAToken([200, 404, 404]),
    send: () => ({ body: { state: 'Active' } }),
  },
  { endpoint: 'DELETE /alerts/:id', object: alert, statuses: withAToken([200, 404, 404]) },
  { endpoint: 'POST /alerts/new', statuses: withASession(303), send: () => ({ form: { kind: 'Fill' } }) },
  {
    endpoint: 'POST /alerts/:id/state',
    object: alert,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { state: 'Active' } }),
  },
  {
    endpoint: 'POST /alerts/:id/deletion',
    object: alert,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
];
