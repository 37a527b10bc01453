import { type Row, withASession, withAToken } from '../support/matrix.js';
import type { ObjectKind } from '../support/matrix-objects.js';
import { tradingFloor } from '../support/trading-floor.js';

/** An account that its owner trades; orders on it belong to a caller who may look at it. */
const account: ObjectKind = {
  make: async (testApp, owner) => String(await (await tradingFloor(testApp)).account(owner)),
  missing: '2000000000',
  state: (testApp, id) =>
    testApp.orm.em
      .fork()
      .execute(
        'select to_jsonb(a) account, (select count(*) from orders where acct_id = a.id) orders from accounts a where id = ?',
        [id],
      ),
};

const order: ObjectKind = {
  make: async (testApp, owner) => {
    const floor = await tradingFloor(testApp);
    const { id } = await floor.order(floor.admin.token, floor.limit(await floor.account(owner), { limit_price: 10 }));
    return String(id);
  },
  missing: '2000000000',
  state: (testApp, id) => testApp.orm.em.fork().execute('select to_jsonb(o) from orders o where id = ?', [id]),
};

const readable = withAToken([200, 404, 404], { 'an administrator': [200, 200, 404] });

/** Whose account it is may trade it, and an administrator; what one may not see is not there. */
export const orders: readonly Row[] = [
  // A caller who would be admitted gets the error that no WebSocket was requested; a cookie opens none.
  { endpoint: 'GET /orderactions/stream', statuses: withAToken(426, { 'a session that asks for a page': 'login' }) },
  {
    endpoint: 'POST /orderactions',
    when: 'an order is submitted',
    object: account,
    statuses: withAToken([201, 422, 422], { 'an administrator': [201, 201, 422] }),
    send: async (acctId, _visit, testApp) => ({
      body: (await tradingFloor(testApp)).limit(Number(acctId), { limit_price: 10 }),
    }),
  },
  {
    endpoint: 'POST /orderactions',
    when: 'an order is changed',
    object: order,
    statuses: withAToken([201, 404, 404], { 'an administrator': [201, 201, 404] }),
    send: (id) => ({ body: { action_type: 'OrderModification', order_id: Number(id), quantity: 4 } }),
  },
  {
    endpoint: 'POST /orderactions',
    when: 'an order is canceled',
    object: order,
    statuses: withAToken([201, 404, 404], { 'an administrator': [201, 201, 404] }),
    send: (id) => ({ body: { action_type: 'OrderCancellation', order_id: Number(id) } }),
  },
  {
    endpoint: 'POST /orderactions',
    when: 'all orders of an account are canceled',
    object: account,
    statuses: withAToken([201, 422, 422], { 'an administrator': [201, 201, 422] }),
    send: (acctId) => ({ body: { action_type: 'MassCancellation', acct_id: Number(acctId) } }),
  },
  {
    endpoint: 'POST /orderactions/preview',
    object: account,
    statuses: withAToken(200),
    mayTellApart: ['an administrator'],
    send: async (acctId, _visit, testApp) => ({
      body: (await tradingFloor(testApp)).limit(Number(acctId), { limit_price: 10 }),
    }),
  },
  {
    endpoint: 'POST /orders/ticket',
    object: order,
    statuses: withASession([303, 404, 404]),
    send: (id) => ({ form: { action_type: 'OrderCancellation', order_id: id } }),
  },
  {
    endpoint: 'POST /orders/ticket/preview',
    object: account,
    statuses: withASession(200),
    mayTellApart: ['an administrator'],
    send: async (acctId, _visit, testApp) => ({
      form: {
        action_type: 'MarketOrderSub',
        acct_id: acctId,
        instrument_id: String((await tradingFloor(testApp)).instrumentId),
        side: 'Buy',
        quantity: '1',
      },
    }),
  },
  { endpoint: 'GET /orderactions', statuses: withAToken(200) },
  { endpoint: 'GET /orders', statuses: withAToken(200) },
  { endpoint: 'GET /orders/new', statuses: withASession(200) },
  { endpoint: 'GET /orders/cancellation', statuses: withASession(200) },
  { endpoint: 'GET /orders/:id/modification', object: order, statuses: withASession([200, 404, 404]) },
  { endpoint: 'GET /orders/:id', object: order, statuses: readable },
  { endpoint: 'GET /orders/:id/history', object: order, statuses: readable },
  { endpoint: 'GET /fills', statuses: withAToken(200) },
];
