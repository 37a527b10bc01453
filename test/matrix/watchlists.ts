import { type Row, withASession, withAToken } from '../support/matrix.js';
import type { ObjectKind } from '../support/matrix-objects.js';

let lists = 0;

const watchlist: ObjectKind = {
  make: async (testApp, { id }) => {
    const [made] = await testApp.orm.em
      .fork()
      .execute<{ id: string }[]>(
        `insert into watchlists (user_id, name, instrument_ids, version, created_at) values (?, ?, '{}', 1, now()) returning id`,
        [id, `Object ${++lists}`],
      );
    return made?.id ?? '';
  },
  missing: '2000000000',
  state: (testApp, id) => testApp.orm.em.fork().execute('select to_jsonb(w) from watchlists w where id = ?', [id]),
};

/** A number that no other list of its user takes. */
const newName = () => `Row ${++lists}`;

/** A watchlist is its owner's alone. */
export const watchlists: readonly Row[] = [
  { endpoint: 'GET /watchlists', statuses: withAToken(200) },
  { endpoint: 'POST /watchlists', statuses: withAToken(201), send: () => ({ body: { name: newName() } }) },
  { endpoint: 'GET /watchlists/:id', object: watchlist, statuses: withAToken([200, 404, 404]) },
  {
    endpoint: 'PUT /watchlists/:id',
    object: watchlist,
    statuses: withAToken([200, 404, 404]),
    send: () => ({ body: { name: newName(), instrument_ids: [] } }),
  },
  { endpoint: 'DELETE /watchlists/:id', object: watchlist, statuses: withAToken([200, 404, 404]) },
  { endpoint: 'POST /watchlists/new', statuses: withASession(303), send: () => ({ form: { name: newName() } }) },
  {
    endpoint: 'POST /watchlists/columns',
    statuses: withASession(303),
    send: () => ({ form: { column: 'volume left' } }),
  },
  {
    endpoint: 'POST /watchlists/:id/instruments',
    object: watchlist,
    statuses: withASession([422, 404, 404]),
    send: () => ({ form: { symbol: 'NOSUCHSYMBOL' } }),
  },
  {
    endpoint: 'POST /watchlists/:id/rows',
    object: watchlist,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { row: '1 remove' } }),
  },
  {
    endpoint: 'POST /watchlists/:id/name',
    object: watchlist,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { name: newName() } }),
  },
  {
    endpoint: 'POST /watchlists/:id/deletion',
    object: watchlist,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
];
