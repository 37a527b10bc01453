/**
 * A venue that has traded for long, written straight into the tables: as a writer would have left it, so that `kontor verify` finds
 * nothing to say. First orders that rest, then pairs that trade, then orders that are canceled again.
 */
export type Size = Readonly<{ open: number; trades: number; cancelled: number }>;

const INSTRUMENTS = 10;
const ACCOUNTS = 100;
/** Group, product, instruments, session, accounts. */
const FIRST_COMMANDS = 2 + INSTRUMENTS + 1 + ACCOUNTS;
/** Far from the numbers of the sandbox's own market, whose hours these instruments have not. */
const BASE = 1000;

const group = `'{"id": ${BASE}, "currency": "USD", "initialMargin": "1000", "maintenanceMargin": "900", "priceBandBasisPoints": null, "selfTradePolicy": "CancelAggressor"}'::jsonb`;
const product = `'{"id": ${BASE}, "productGroupId": ${BASE}, "scale": 2, "tick": 1, "valuePerUnit": "100", "maxOrderQuantity": null, "allowNegativePrices": false}'::jsonb`;
const instrument = (id: string): string => `jsonb_build_object('id', ${id}, 'productId', ${BASE}, 'expiration', null)`;
const limits = `'{"maxOrderQuantity": null, "maxPosition": null, "maxProductContracts": null, "maxDailyLoss": null, "buyingPowerPercent": null, "maxWorkingOrders": null}'::jsonb`;
/** A millisecond a command. */
const at = (seq: string): string => `timestamptz '2026-01-05 00:00Z' + (${seq}) * interval '1 millisecond'`;

const entries = (select: string): string =>
  `insert into journal (seq, at, user_id, acting_user_id, is_administrator, type, payload, action_id, acct_id, order_id) ${select}`;
const housekeeping = (seq: string, type: string, payload: string, more = ''): string =>
  entries(
    `select ${seq}, ${at(seq)}, 0, 0, true, '${type}', ${payload}, null::bigint, null::bigint, null::bigint ${more}`,
  );

function terms(): string[] {
  const account = `jsonb_build_object('acctId', n, 'ownerId', 1, 'name', 'Account ' || n, 'currency', 'USD', 'timeZone', 'UTC', 'limits', ${limits})`;
  const firstAccount = 3 + INSTRUMENTS;
  return [
    housekeeping('1', 'DefineProductGroup', `jsonb_build_object('group', ${group})`),
    housekeeping('2', 'DefineProduct', `jsonb_build_object('product', ${product})`),
    housekeeping(
      '2 + n',
      'DefineInstrument',
      `jsonb_build_object('instrument', ${instrument(`${BASE} + n`)})`,
      `from generate_series(1, ${INSTRUMENTS}) n`,
    ),
    housekeeping(String(firstAccount), 'OpenSession', `'{"productId": ${BASE}, "sessionDate": "2026-01-05"}'::jsonb`),
    entries(
      `select ${firstAccount} + n, ${at(`${firstAccount} + n`)}, 0, 0, true, 'OpenAccount', ${account}, null, n, null from generate_series(1, ${ACCOUNTS}) n`,
    ),
    `insert into account_changes (seq, type, acct_id, subject_id, event) select ${firstAccount} + n, 'AccountChanged', n, 0, ${account} || '{"isEnabled": true}' from generate_series(1, ${ACCOUNTS}) n`,
    `insert into group_states values (${BASE}, ${group})`,
    `insert into product_states values (${BASE}, ${product}, '2026-01-05', true)`,
    `insert into accounts select n, 1, 'Account ' || n, 'USD', 'UTC', true, null, null, null, null, null, null, ${at(`${firstAccount} + n`)}, ${at(`${firstAccount} + n`)} from generate_series(1, ${ACCOUNTS}) n`,
  ];
}

/** What an order is, by expressions upon the row that it comes from. */
type VenueSize = Readonly<{
  seq: string;
  action: string;
  id: string;
  acct: string;
  instrument: string;
  side: string;
  price: string;
}>;
/** How it ended, and by which command. */
type End = Readonly<{
  step: 'OrderTraded' | 'OrderCancelled';
  state: string;
  filled: number;
  seq: string;
  trade: string;
  reason: string;
}>;

function submissions({ seq, action, id, acct, instrument: of, side, price }: VenueSize, from: string): string {
  const payload = `jsonb_build_object('acctId', ${acct}, 'instrumentId', ${of}, 'side', ${side}, 'quantity', 1, 'timeInForce', 'GTC', 'limitPrice', jsonb_build_object('digits', ${price}, 'decimals', 2),
    'stopPrice', null, 'postOnly', false, 'expireDate', null, 'clientOrderId', null, 'tag', null)`;
  return entries(
    `select ${seq}, ${at(seq)}, 1, 1, true, 'LimitOrderSub', ${payload}, ${action}, ${acct}, ${id} ${from}`,
  );
}

function orders({ seq, action, id, acct, instrument: of, side, price }: VenueSize, from: string, end?: End): string[] {
  const step = (
    version: number,
    by: string,
    type: string,
    { trade = 'null::bigint', state = `'New'`, filled = 0, reason = 'null' }: Partial<End> = {},
  ): string =>
    `insert into order_events select ${id}, ${version}, ${by}, ${at(by)}, '${type}', ${trade}, ${state}, 'GTC', null, ${price}, null, 1, ${filled}, ${filled} * (${price}), ${reason} ${from}`;
  const { state = `'New'`, filled = 0, reason = 'null', seq: last = seq } = end ?? {};
  return [
    `insert into orders select ${id}, ${acct}, 1, ${of}, null, null, 'Limit', ${side}, 'GTC', false, null, ${price}, null, 1, ${filled}, ${filled} * (${price}), ${end === undefined ? `'Open'` : state}, ${state}, null, ${reason},
       ${end === undefined ? 1 : 2}, '2026-01-05', ${at(seq)}, ${at(last)}, null, ${id}, ${action}, null ${from}`,
    step(1, seq, 'OrderAccepted'),
    ...(end === undefined ? [] : [step(2, last, end.step, end)]),
  ];
}

const instrumentOf = (n: string): string => `${BASE} + 1 + (${n}) % ${INSTRUMENTS}`;

function resting({ open }: Size): string[] {
  const from = `from generate_series(1, ${open}) n`;
  const buys = `n / ${INSTRUMENTS} % 2 = 0`;
  const given = {
    ...{
      seq: `${FIRST_COMMANDS} + n`,
      action: 'n',
      id: 'n',
      acct: `n % ${ACCOUNTS} + 1`,
      instrument: instrumentOf('n'),
    },
    ...{
      side: `case when ${buys} then 'Buy' else 'Sell' end`,
      price: `case when ${buys} then 9001 + n % 997 * 7 % 1000 - 1000 else 11000 + n % 997 * 7 % 1000 end`,
    },
  };
  return [submissions(given, from), ...orders(given, from)];
}

/** A seller comes first and rests, the buyer takes it. */
function trading({ open, trades }: Size): string[] {
  const from = `from generate_series(1, ${trades}) n`;
  const first = `${FIRST_COMMANDS + open} + 2 * n`;
  const seller = `n % ${ACCOUNTS / 2} + 1`;
  const shared = { instrument: instrumentOf('n'), price: '10000' };
  const sell = {
    ...shared,
    seq: `${first} - 1`,
    action: `${open} + 2 * n - 1`,
    id: `${open} + 2 * n - 1`,
    acct: seller,
    side: `'Sell'`,
  };
  const buy = {
    ...shared,
    seq: first,
    action: `${open} + 2 * n`,
    id: `${open} + 2 * n`,
    acct: `${seller} + ${ACCOUNTS / 2}`,
    side: `'Buy'`,
  };
  const end: End = { step: 'OrderTraded', state: `'Filled'`, filled: 1, seq: first, trade: 'n', reason: 'null' };
  return [
    submissions(sell, from),
    submissions(buy, from),
    ...orders(sell, from, end),
    ...orders(buy, from, end),
    `insert into trades select n, ${first}, ${shared.instrument}, 10000, 1, 'Buy', ${buy.id}, ${sell.id}, ${buy.acct}, ${sell.acct}, '2026-01-05', ${at(first)} ${from}`,
    `insert into positions select acct, instrument_id, sum(signed), 10000 * sum(signed), 0, 0, 0, null, null, null, max(seq) from (
       select buy_acct_id acct, instrument_id, quantity signed, seq from trades union all select sell_acct_id, instrument_id, -quantity, seq from trades) legs group by acct, instrument_id`,
    `insert into position_changes
       select seq, acct, instrument_id, sum(signed) over so_far, 10000 * sum(signed) over so_far, 0 from (
       select buy_acct_id acct, instrument_id, quantity signed, seq from trades union all select sell_acct_id, instrument_id, -quantity, seq from trades) legs
       window so_far as (partition by acct, instrument_id order by seq)`,
  ];
}

function cancelling({ open, trades, cancelled }: Size): string[] {
  const from = `from generate_series(1, ${cancelled}) n`;
  const [commands, before] = [FIRST_COMMANDS + open + 2 * trades, open + 2 * trades];
  const last = `${commands} + 2 * n`;
  const given = {
    seq: `${last} - 1`,
    action: `${before} + 2 * n - 1`,
    id: `${before} + n`,
    acct: `n % ${ACCOUNTS} + 1`,
    instrument: instrumentOf('n'),
    side: `'Buy'`,
    price: '9500 - n % 100',
  };
  const payload = `jsonb_build_object('acctId', null, 'orderId', ${given.id}, 'clientOrderId', null)`;
  return [
    submissions(given, from),
    entries(
      `select ${last}, ${at(last)}, 1, 1, true, 'OrderCancellation', ${payload}, ${before} + 2 * n, ${given.acct}, ${given.id} ${from}`,
    ),
    ...orders(given, from, {
      step: 'OrderCancelled',
      state: `'Cancelled'`,
      filled: 0,
      seq: last,
      trade: 'null::bigint',
      reason: `'requested'`,
    }),
  ];
}

/** Every command of an instrument moves its board on by one, the opening of the session included. */
function boards({ open, trades, cancelled }: Size): string {
  const of = (count: number, each: number): string =>
    `${each} * (select count(*) from generate_series(1, ${count}) n where ${instrumentOf('n')} = i.id)`;
  const [count, last] = [
    `(select count(*) from trades where instrument_id = i.id)`,
    `(select max(at) from trades where instrument_id = i.id)`,
  ];
  const price = `case when ${count} > 0 then 10000 end`;
  return `insert into instrument_states select i.id, ${instrument('i.id')}, 'Open', false, null, null, 1 + ${of(open, 1)} + ${of(trades, 2)} + ${of(cancelled, 2)},
    ${price}, case when ${count} > 0 then 1 end, ${last}, case when ${count} > 0 then date '2026-01-05' end, ${price}, ${price}, ${count} from generate_series(${BASE + 1}, ${BASE + INSTRUMENTS}) i (id)`;
}

/** The last price is also the one that price bands are measured from. */
const bandPrices = `update instrument_states set band_price = last_price`;

function counters({ open, trades, cancelled }: Size): string {
  const [made, commands] = [open + 2 * trades + cancelled, FIRST_COMMANDS + open + 2 * trades + 2 * cancelled];
  return `update exchange_writer set command = ${commands}; update exchange_state set command = ${commands}, action = ${commands - FIRST_COMMANDS}, order_number = ${made}, trade = ${trades}, rank_number = ${made}, time = ${at(String(commands))}`;
}

/** The statements in their order; foreign keys must not be looked at. */
export const writtenVenue = (size: Size): string[] => [
  ...terms(),
  ...resting(size),
  ...trading(size),
  ...cancelling(size),
  boards(size),
  bandPrices,
  counters(size),
  'analyze',
];

export const commandsOf = ({ open, trades, cancelled }: Size): number =>
  FIRST_COMMANDS + open + 2 * trades + 2 * cancelled;
