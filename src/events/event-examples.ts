/** One event of each type, as they come, for the documentation. The numbers are those of one little story. */
const [at, later, morning] = ['2026-01-30T15:04:05.000Z', '2026-01-30T15:04:06.120Z', '2026-01-31T06:00:00.000Z'];

const order = {
  ...{ id: 77, acct_id: 7, user_id: 42, placed_by: 42, instrument_id: 1, symbol: 'ESZ26', client_order_id: 'desk-1', order_type: 'Limit', side: 'Buy', time_in_force: 'Day', expire_date: null, limit_price: 6712.25, stop_price: null },
  ...{ quantity: 10, filled_quantity: 0, leaves_quantity: 10, average_price: null, status: 'Open', state: 'New', reject_code: null, cancel_reason: null, version: 1, revision: 1, session_date: '2026-01-30' },
  ...{ created_at: at, updated_at: at, triggered_at: null, fill_id: null },
};
const filled = { filled_quantity: 4, average_price: 6712, updated_at: later };
const broken = { id: 3, acct_id: 7, as_of: '2026-01-30', instrument_id: 1, symbol: 'ESZ26', kind: 'quantity', internal: 4, reference: 5, difference: 1, status: 'Open', changed_at: morning };

const account = {
  ...{ id: 7, owner_id: 42, name: 'The desk', currency: 'USD', time_zone: 'UTC', enabled: true },
  limits: { max_order_quantity: 100, max_position: null, max_product_contracts: null, max_daily_loss: 25_000, buying_power_percent: 100, max_working_orders: null },
  changed_at: at,
};

const told: readonly (readonly [id: string, type: string, data: object])[] = [
  ['1229', 'heartbeat', { time: '2026-01-30T15:04:00.000Z' }],
  ['1230.a.7', 'account.changed', account],
  ['1231.g.7.43', 'account.granted', { acct_id: 7, user_id: 43, access: 'Read', changed_at: at }],
  ['1232.o.76.1', 'order.rejected', { ...order, id: 76, quantity: 1_000, leaves_quantity: 0, status: 'Rejected', state: 'Rejected', reject_code: 'order_size_limit' }],
  ['1233.o.77.1', 'order.accepted', order],
  ['1234.o.77.2', 'order.traded', { ...order, ...filled, leaves_quantity: 6, state: 'PartiallyFilled', revision: 2, fill_id: 9002 }],
  ['1234.f.9002', 'fill', { id: 9002, trade_id: 4501, order_id: 77, client_order_id: 'desk-1', instrument_id: 1, symbol: 'ESZ26', currency: 'USD', acct_id: 7, side: 'Buy', price: 6712, quantity: 4, liquidity: 'Added', settlement_style: null, session_date: '2026-01-30', traded_at: later }],
  ['1234.p.7.1', 'position.changed', { acct_id: 7, instrument_id: 1, symbol: 'ESZ26', currency: 'USD', quantity: 4, average_price: 6712, realised_pnl: 0, changed_at: later }],
  ['1235.o.77.3', 'order.modified', { ...order, ...filled, quantity: 8, leaves_quantity: 4, state: 'PartiallyFilled', version: 2, revision: 3 }],
  ['1236.o.77.4', 'order.cancelled', { ...order, ...filled, quantity: 8, leaves_quantity: 0, status: 'Cancelled', state: 'Cancelled', cancel_reason: 'requested', version: 2, revision: 4 }],
  ['1237.o.78.2', 'order.triggered', { ...order, id: 78, client_order_id: null, order_type: 'StopLimit', stop_price: 6712, revision: 2, updated_at: later, triggered_at: later }],
  ['1238.o.78.3', 'order.expired', { ...order, id: 78, client_order_id: null, order_type: 'StopLimit', stop_price: 6712, leaves_quantity: 0, status: 'Expired', state: 'Expired', cancel_reason: 'session_closed', revision: 3, updated_at: later, triggered_at: later }],
  ['1239.m.7', 'money.stated', { acct_id: 7, as_of: '2026-01-30', version: 1, cash_balance: 1_000_000, net_liq: 1_000_250.5, posted_at: morning, posted_by: 1 }],
  ['1240.s.7', 'positions.stated', { id: 1240, acct_id: 7, as_of: '2026-01-30', rows: 1, posted_at: morning, posted_by: 1 }],
  ['1240.b.3', 'break.opened', broken],
  ['1241.b.3', 'break.changed', { ...broken, reference: 6, difference: 2 }],
  ['1242.b.3', 'break.closed', { ...broken, reference: 4, difference: 0, status: 'Closed' }],
];

export const EVENT_EXAMPLES = told.map(([id, type, data]) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join('');
