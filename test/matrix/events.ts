import { type Row, withAToken } from '../support/matrix.js';
import type { ObjectKind } from '../support/matrix-objects.js';
import { tradingFloor } from '../support/trading-floor.js';

/** An account to which something has happened. */
const account: ObjectKind = {
  make: async (testApp, owner) => String(await (await tradingFloor(testApp)).account(owner)),
  missing: '2000000000',
  state: (testApp, id) => testApp.orm.em.fork().execute('select to_jsonb(a) from accounts a where id = ?', [id]),
};

export const events: readonly Row[] = [
  { endpoint: 'GET /events', statuses: withAToken(200) },
  {
    endpoint: 'GET /events',
    when: 'those of an account are asked for',
    object: account,
    statuses: withAToken([200, 404, 404], { 'an administrator': [200, 200, 404] }),
    send: (acctId) => ({ query: `?acct_id=${acctId}` }),
  },
];
