/** Converts database rows to account events. */
import { toUserId } from '../access/actor.js';
import { parseEvent } from '../exchange/command-text.js';
import type { Fill } from '../orders/actions/order-action-result.js';
import { toOrderStatus, type OrderDetails } from '../orders/order-record.js';
import type { PostedMoneyValue, StatedPositions } from '../reconciliation/stated.js';
import type { AccountEvent, BreakHappening, EventOrigin, OrderHappening, PositionHappening } from './account-event.js';
import {
  toAccountChange,
  toBreakChange,
  fillEvent,
  grantEvent,
  toMoneyPosting,
  orderEvent,
  toPositionChange,
  toStatementPosting,
} from './event-conversion.js';
import type { EventKind } from './event-place.js';

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
