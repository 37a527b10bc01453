/**
 * The columns of open orders, and what can be done with columns alone.
 *
 * Layout: a price or a time that is absent is NaN, any other number that is absent NONE.
 */
import type { OrderType, TimeInForce } from './command.js';
import type { OrderState } from './order.js';
import type { Side } from './side.js';

/** The numbers of these columns are places in these lists. */
export const COLUMN_SIDES: readonly Side[] = ['Buy', 'Sell'];
export const COLUMN_ORDER_TYPES: readonly OrderType[] = ['Limit', 'Market', 'Stop', 'StopLimit'];
export const COLUMN_TIMES_IN_FORCE: readonly TimeInForce[] = ['Day', 'GTC', 'GTD', 'IOC', 'FOK'];
export const COLUMN_STATES: readonly OrderState[] = ['New', 'PartiallyFilled', 'PendingTrigger'];

/** Numbers of accounts, users and instruments, and quantities, fit 32 bits: see `order-pool.ts`. */
export const createColumns = (length: number) => ({
  id: new Float64Array(length),
  rank: new Float64Array(length),
  acctId: new Int32Array(length),
  instrumentId: new Int32Array(length),
  userId: new Int32Array(length),
  placedBy: new Int32Array(length),
  orderType: new Uint8Array(length),
  side: new Uint8Array(length),
  timeInForce: new Uint8Array(length),
  state: new Uint8Array(length),
  postOnly: new Uint8Array(length),
  /** A date is a place in the list of dates. */
  expireDate: new Int32Array(length),
  sessionDate: new Int32Array(length),
  limitPrice: new Float64Array(length),
  stopPrice: new Float64Array(length),
  quantity: new Int32Array(length),
  filledQuantity: new Int32Array(length),
  revision: new Int32Array(length),
  version: new Int32Array(length),
  createdAt: new Float64Array(length),
  updatedAt: new Float64Array(length),
  triggeredAt: new Float64Array(length),
});

type Columns = ReturnType<typeof createColumns>;

/** All open orders in the order of their rank. Client order ids, tags and turnovers are places in the list of texts. */
export type OrderColumns = Columns &
  Readonly<{
    clientOrderId: Int32Array;
    tag: Int32Array;
    turnover: Int32Array;
    dates: readonly string[];
    texts: readonly string[];
  }>;

type Column = Uint8Array | Int32Array | Float64Array;

const COLUMN_NAMES = Object.keys(createColumns(0)) as (keyof Columns)[];

export const at = (column: Column, row: number): number => column[row] as number;

/** The same columns, longer. */
export function enlarge(columns: Columns, length: number): Columns {
  const larger = createColumns(length);
  for (const name of COLUMN_NAMES) larger[name].set(columns[name]);
  return larger;
}

/** These rows of columns, one after the other. */
export function gather(columns: Columns, rows: Int32Array): Columns {
  const gathered = createColumns(rows.length);
  for (const name of COLUMN_NAMES) {
    const [from, to] = [columns[name], gathered[name]];
    for (let place = 0; place < rows.length; place++) to[place] = at(from, at(rows, place));
  }
  return gathered;
}

/** Where the order of a row stands. Making the whole order would take most of the time of a start. */
export function readPlace(columns: OrderColumns, row: number) {
  const waitsForTrigger = COLUMN_STATES[at(columns.state, row)] === 'PendingTrigger';
  return {
    id: at(columns.id, row),
    acctId: at(columns.acctId, row),
    instrumentId: at(columns.instrumentId, row),
    side: COLUMN_SIDES[at(columns.side, row)] as Side,
    leaves: at(columns.quantity, row) - at(columns.filledQuantity, row),
    limit: at(waitsForTrigger ? columns.stopPrice : columns.limitPrice, row),
    waitsForTrigger,
  };
}
