/**
 * Account events in the tables: an SQL query for each kind, and the event of each row. All queries read the same range
 * of commands and return their first rows in the order of places. Merged and cut at the limit, the rows are the first
 * events of the range.
 */
import { EVENT_KINDS, type EventKind, type EventPlace, listKeysAfter } from './event-place.js';
import type {
  EventType,
  AccountEvent,
  BreakHappening,
  EventOrigin,
  OrderHappening,
  PositionHappening,
} from './account-event.js';
import {
  breakTypes,
  isRequested,
  listSteps,
  toAccountChange,
  toBreakChange,
  fillEvent,
  grantEvent,
  toMoneyPosting,
  orderEvent,
  toPositionChange,
  toStatementPosting,
} from './event-conversion.js';
import { toUserId } from '../access/actor.js';
import { parseEvent } from '../exchange/command-text.js';
import type { Fill } from '../orders/actions/order-action-result.js';
import { toOrderStatus, type OrderDetails } from '../orders/order-record.js';
import type { PostedMoneyValue, StatedPositions } from '../reconciliation/stated.js';

/** Accounts, types (null is all), start place (exclusive), last command (inclusive) and maximum number of events. */
export type EventFilterInput = Readonly<{
  after: EventPlace;
  upTo: number;
  acctIds: readonly number[] | 'all';
  types: ReadonlySet<EventType> | null;
  limit: number;
}>;

export type EventQuery = Readonly<{ kind: EventKind; sql: string; values: readonly unknown[] }>;

/** `keys` are the columns of the place: the command and two numbers. */
type EventSource = Readonly<{
  select: string;
  keys: readonly [seq: string, one: string, other: string];
  account: string;
  type?: string;
}>;

const millisecondsSql = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/** Joins the instrument's price scale and symbol. */
const termsSql = (instrumentId: string): string =>
  `join instrument_states i on i.instrument_id = ${instrumentId} join product_states p on p.product_id = (i.terms ->> 'productId')::int`;
const SYMBOL = `coalesce(i.terms ->> 'symbol', i.instrument_id::text) as symbol`;
const SCALE = `(p.terms ->> 'scale')::int as scale, ${SYMBOL}`;

const inTime = `join journal j on j.seq = c.seq`;

const changesSql = (columns = ''): string =>
  `select c.seq, ${millisecondsSql('j.at')} as time, c.type, c.event${columns} from account_changes c ${inTime}`;

const sources: Readonly<Record<EventKind, EventSource>> = {
  a: { select: changesSql(), keys: ['c.seq', 'c.acct_id', 'c.subject_id'], account: 'c.acct_id', type: 'c.type' },
  g: { select: changesSql(), keys: ['c.seq', 'c.acct_id', 'c.subject_id'], account: 'c.acct_id', type: 'c.type' },
  m: {
    select: `
      select c.seq, c.acct_id as "acctId", c.as_of::text as "asOf", c.version, c.cash_balance as "cashBalance", c.net_liq as "netLiq", ${millisecondsSql('c.posted_at')} as time, j.acting_user_id as "actingUserId"
      from money_values c ${inTime}`,
    keys: ['c.seq', 'c.acct_id', '0::bigint'],
    account: 'c.acct_id',
  },
  s: {
    select: `
      select c.seq, c.acct_id as "acctId", c.as_of::text as "asOf", ${millisecondsSql('c.posted_at')} as time, j.acting_user_id as "actingUserId",
        (select count(*) from stated_positions l where l.statement_seq = c.seq) as rows
      from position_statements c ${inTime}`,
    keys: ['c.seq', 'c.acct_id', '0::bigint'],
    account: 'c.acct_id',
  },
  b: {
    select: changesSql(
      `, (select ${SYMBOL} from instrument_states i where i.instrument_id = (c.event -> 'row' ->> 'instrumentId')::bigint)`,
    ),
    keys: ['c.seq', 'c.subject_id', '0::bigint'],
    account: 'c.acct_id',
    type: 'c.type',
  },
  o: {
    select: `
      select c.seq, ${millisecondsSql('c.at')} as time, c.type, c.order_id as id, c.revision, c.version, c.trade_id as "tradeId", c.state, c.time_in_force as "timeInForce", c.expire_date::text as "expireDate",
        c.limit_price as "limitPrice", c.stop_price as "stopPrice", c.quantity, c.filled_quantity as "filledQuantity", c.turnover, c.cancel_reason as "cancelReason",
        o.acct_id as "acctId", o.user_id as "userId", o.placed_by as "placedBy", o.instrument_id as "instrumentId", o.client_order_id as "clientOrderId", o.tag, o.order_type as "orderType", o.side, o.post_only as "postOnly",
        o.reject_code as "rejectCode", o.session_date::text as "sessionDate", ${millisecondsSql('o.created_at')} as "createdAt", ${millisecondsSql('o.triggered_at')} as "triggeredAt", ${SCALE}
      from order_events c join orders o on o.id = c.order_id ${termsSql('o.instrument_id')}`,
    keys: ['c.seq', 'c.order_id', 'c.revision'],
    account: 'o.acct_id',
    type: 'c.type',
  },
  f: {
    select: `
      select c.seq, ${millisecondsSql('c.at')} as time, c.id, c.instrument_id as "instrumentId", c.price, c.quantity, c.aggressor_side as "aggressorSide", c.buy_order_id as "buyOrderId",
        c.sell_order_id as "sellOrderId", c.buy_acct_id as "buyAcctId", c.sell_acct_id as "sellAcctId", c.session_date::text as "sessionDate", f.side, c.settlement_style as settlement, a.currency, o.client_order_id as "clientOrderId", ${SCALE}
      from trades c cross join lateral (values ('Buy', c.buy_acct_id, c.buy_order_id, c.id * 2), ('Sell', c.sell_acct_id, c.sell_order_id, c.id * 2 + 1)) f (side, acct_id, order_id, fill_id)
        join accounts a on a.id = f.acct_id left join orders o on o.id = f.order_id ${termsSql('c.instrument_id')}`,
    keys: ['c.seq', 'f.fill_id', '0::bigint'],
    account: 'f.acct_id',
  },
  p: {
    select: `
      select c.seq, ${millisecondsSql('j.at')} as time, c.acct_id as "acctId", c.instrument_id as "instrumentId", c.quantity, c.cost, c.realised, c.extra_decimals as "extraDecimals", a.currency, ${SCALE}, p.terms ->> 'valuePerUnit' as "valuePerUnit"
      from position_changes c ${inTime} join accounts a on a.id = c.acct_id ${termsSql('c.instrument_id')}`,
    keys: ['c.seq', 'c.acct_id', 'c.instrument_id'],
    account: 'c.acct_id',
  },
};

const typesIn: Partial<Record<EventKind, readonly string[]>> = { a: ['AccountChanged'], g: ['AccountGranted'] };

/** The queries for the first `limit` events. */
export const buildQueries = (requested: EventFilterInput): EventQuery[] =>
  EVENT_KINDS.filter((kind) => isRequested(kind, requested.types)).map((kind) => buildQuery(kind, requested));

function buildQuery(kind: EventKind, { after, upTo, acctIds, types, limit }: EventFilterInput): EventQuery {
  const { select, keys, account, type } = sources[kind];
  const conditions = [`${keys[0]} between ? and ?`, `(${keys.join(', ')}) > (?, ?, ?)`];
  const values: unknown[] = [after.seq, upTo, after.seq, ...listKeysAfter(after, kind)];
  if (acctIds !== 'all') {
    conditions.push(`${account} = any(?::bigint[])`);
    values.push(`{${acctIds.join(',')}}`);
  }
  const named = listTypes(kind, types);
  if (named !== null) {
    conditions.push(`${type ?? ''} = any(?::text[])`);
    values.push(`{${named.join(',')}}`);
  }
  return {
    kind,
    sql: `${select} where ${conditions.join(' and ')} order by ${keys.join(', ')} limit ?`,
    values: [...values, limit],
  };
}

/** Null if every row of the source has a requested type. */
function listTypes(kind: EventKind, types: ReadonlySet<EventType> | null): readonly string[] | null {
  if (kind === 'o') return types === null ? null : listSteps(types);
  if (kind === 'b')
    return Object.entries(breakTypes).flatMap(([name, type]) => (types === null || types.has(type) ? [name] : []));
  return typesIn[kind] ?? null;
}

/** A row as the driver returns it: 64-bit integers and decimals are text. */
export type StoredEventRow = Readonly<Record<string, unknown>>;

/** The columns with numbers, of all kinds of rows. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...['seq', 'time', 'id', 'revision', 'version', 'quantity', 'filledQuantity', 'price', 'limitPrice', 'stopPrice'],
  ...['acctId', 'userId', 'placedBy', 'actingUserId', 'instrumentId', 'tradeId', 'createdAt', 'triggeredAt', 'scale'],
  ...['buyOrderId', 'sellOrderId', 'buyAcctId', 'sellAcctId', 'extraDecimals', 'rows'],
]);
const BIG_INTEGERS: ReadonlySet<string> = new Set([
  'turnover',
  'cost',
  'realised',
  'valuePerUnit',
  'cashBalance',
  'netLiq',
]);

/** The fields of an order event, with the fields of its order that never change. */
type StepRow = Omit<OrderDetails, 'status' | 'updatedAt'> &
  Omit<OrderHappening, 'step' | 'order'> &
  Readonly<{ type: OrderHappening['step'] }>;
type FillRow = EventOrigin & Fill['trade'] & Omit<Fill, 'trade'>;
type PosterRow = EventOrigin & Readonly<{ actingUserId: number }>;
type MoneyRow = PosterRow & Omit<PostedMoneyValue['value'], 'postedAt'>;
type StatementRow = PosterRow & Omit<StatedPositions['statement'], 'postedAt'> & Pick<StatedPositions, 'rows'>;
type ChangeRow = EventOrigin & Readonly<{ event: unknown }>;
type BreakRow = ChangeRow & Pick<BreakHappening, 'type' | 'symbol'>;

const conversions: Readonly<Record<EventKind, (row: never) => AccountEvent>> = {
  a: ({ seq, time, event }: ChangeRow) => {
    const { acctId, isEnabled, ownerId, name, currency, timeZone, limits } = parseEvent('AccountChanged', event);
    return toAccountChange({ seq, time, acctId, isEnabled, terms: { ownerId, name, currency, timeZone, limits } });
  },
  g: ({ seq, time, event }: ChangeRow) => {
    const { acctId, userId, access } = parseEvent('AccountGranted', event);
    return grantEvent({ seq, time, acctId, userId, access });
  },
  m: (row: MoneyRow) => toMoneyPosting({ value: { ...row, postedAt: row.time }, postedBy: toUserId(row.actingUserId) }),
  s: (row: StatementRow) =>
    toStatementPosting({
      statement: { ...row, postedAt: row.time },
      postedBy: toUserId(row.actingUserId),
      rows: row.rows,
    }),
  b: ({ seq, time, type, event, symbol }: BreakRow) =>
    toBreakChange({ seq, time, type, row: parseEvent(type, event).row, symbol }),
  o: (row: StepRow) => orderEvent({ ...row, step: row.type, order: toOrder(row) }),
  f: (row: FillRow) => fillEvent(row.seq, { ...row, trade: row }),
  p: (row: PositionHappening) => toPositionChange(row),
};

export const toStoredEvent = (kind: EventKind, row: StoredEventRow): AccountEvent =>
  conversions[kind](parseNumbers(row) as never);

function parseNumbers(row: StoredEventRow): StoredEventRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === null) return [name, null];
      if (BIG_INTEGERS.has(name)) return [name, BigInt(value as string)];
      return [name, NUMBERS.has(name) ? Number(value) : value];
    }),
  );
}

/** The order after the event. Fields that never change come from the order's own row, and so does the time of a later trigger. */
function toOrder(row: StepRow): OrderDetails {
  const { state, time, triggeredAt } = row;
  return {
    ...row,
    status: toOrderStatus(state),
    updatedAt: time,
    triggeredAt: state === 'PendingTrigger' ? null : triggeredAt,
  };
}
