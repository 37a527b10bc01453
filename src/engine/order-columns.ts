/**
 * The open orders of a state as columns of numbers, in the order of their rank: a million of them are written and read by copying
 * memory. A text is an index into `texts`, and NONE where there is none; a price or a time that is absent is NaN. Amounts beyond the
 * safe integers are texts.
 */
import { EngineOrder, type OrderState } from './order.js';
import type { OrderType, TimeInForce } from './command.js';
import { NONE } from './order-pool.js';
import { requireRow } from './restored-rows.js';
import type { Side } from './side.js';
import type { State } from './state.js';

export type OrderColumns = ReturnType<typeof createColumns> & Readonly<{ texts: readonly string[] }>;

/** Numbers of accounts, users and instruments, and quantities, fit 32 bits: see `order-pool.ts`. */
const createColumns = (length: number) => ({
  id: new Float64Array(length),
  /** The rows in the order of their ids. */
  byId: new Int32Array(length),
  rank: new Float64Array(length),
  acctId: new Int32Array(length),
  instrumentId: new Int32Array(length),
  userId: new Int32Array(length),
  placedBy: new Int32Array(length),
  clientOrderId: new Int32Array(length),
  tag: new Int32Array(length),
  orderType: new Int32Array(length),
  side: new Int32Array(length),
  timeInForce: new Int32Array(length),
  postOnly: new Uint8Array(length),
  expireDate: new Int32Array(length),
  limitPrice: new Float64Array(length),
  stopPrice: new Float64Array(length),
  quantity: new Int32Array(length),
  filledQuantity: new Int32Array(length),
  turnover: new Int32Array(length),
  state: new Int32Array(length),
  revision: new Int32Array(length),
  version: new Int32Array(length),
  sessionDate: new Int32Array(length),
  createdAt: new Float64Array(length),
  updatedAt: new Float64Array(length),
  triggeredAt: new Float64Array(length),
});

export function toColumns(state: State): OrderColumns {
  const columns = createColumns(state.orders.size);
  const texts = new Map<string, number>();
  const indexOf = (text: string | null): number => {
    if (text === null) return NONE;
    const index = texts.get(text) ?? texts.size;
    if (index === texts.size) texts.set(text, index);
    return index;
  };
  let rows = 0;
  for (const order of state.listOrdersByRank()) writeOrder(columns, rows++, order, indexOf);
  const { id, byId } = columns;
  for (let row = 0; row < byId.length; row++) byId[row] = row;
  if (byId.some((row) => row > 0 && (id[row] as number) < (id[row - 1] as number)))
    byId.sort((a, b) => (id[a] as number) - (id[b] as number));
  return { ...columns, texts: [...texts.keys()] };
}

function writeOrder(
  columns: ReturnType<typeof createColumns>,
  at: number,
  order: EngineOrder,
  indexOf: (text: string | null) => number,
): void {
  const { account, instrument, origin, terms } = order;
  columns.id[at] = origin.id;
  columns.rank[at] = order.rank;
  columns.acctId[at] = account.id;
  columns.instrumentId[at] = instrument.id;
  columns.userId[at] = origin.userId;
  columns.placedBy[at] = origin.placedBy ?? NONE;
  columns.clientOrderId[at] = indexOf(origin.clientOrderId);
  columns.tag[at] = indexOf(origin.tag);
  columns.orderType[at] = indexOf(origin.orderType);
  columns.side[at] = indexOf(origin.side);
  columns.timeInForce[at] = indexOf(terms.timeInForce);
  columns.postOnly[at] = origin.postOnly ? 1 : 0;
  columns.expireDate[at] = indexOf(terms.expireDate);
  columns.limitPrice[at] = terms.limitPrice ?? NaN;
  columns.stopPrice[at] = terms.stopPrice ?? NaN;
  columns.quantity[at] = terms.quantity;
  columns.filledQuantity[at] = order.filledQuantity;
  columns.turnover[at] = indexOf(String(order.turnover));
  columns.state[at] = indexOf(order.state);
  columns.revision[at] = order.revision;
  columns.version[at] = order.version;
  columns.sessionDate[at] = indexOf(origin.sessionDate);
  columns.createdAt[at] = origin.createdAt;
  columns.updatedAt[at] = order.updatedAt;
  columns.triggeredAt[at] = order.triggeredAt ?? NaN;
}

/** The order of a row, as a new object that stands nowhere yet. */
export function readOrder({ accounts, instruments }: State, columns: OrderColumns, at: number): EngineOrder {
  const { texts } = columns;
  const placedBy = columns.placedBy[at] as number;
  const order = new EngineOrder(
    requireRow(accounts, columns.acctId[at] as number),
    requireRow(instruments, columns.instrumentId[at] as number),
    {
      id: columns.id[at] as number,
      userId: columns.userId[at] as number,
      placedBy: placedBy === NONE ? null : placedBy,
      clientOrderId: findText(texts, columns.clientOrderId[at]),
      tag: findText(texts, columns.tag[at]),
      orderType: texts[columns.orderType[at] as number] as OrderType,
      side: texts[columns.side[at] as number] as Side,
      postOnly: columns.postOnly[at] === 1,
      sessionDate: findText(texts, columns.sessionDate[at]),
      createdAt: columns.createdAt[at] as number,
    },
    {
      quantity: columns.quantity[at] as number,
      limitPrice: toNullable(columns.limitPrice[at]),
      stopPrice: toNullable(columns.stopPrice[at]),
      timeInForce: texts[columns.timeInForce[at] as number] as TimeInForce,
      expireDate: findText(texts, columns.expireDate[at]),
    },
  );
  const turnover = texts[columns.turnover[at] as number] as string;
  order.filledQuantity = columns.filledQuantity[at] as number;
  order.turnover = turnover === '0' ? 0n : BigInt(turnover);
  order.state = texts[columns.state[at] as number] as OrderState;
  order.revision = columns.revision[at] as number;
  order.version = columns.version[at] as number;
  order.updatedAt = columns.updatedAt[at] as number;
  order.triggeredAt = toNullable(columns.triggeredAt[at]);
  order.rank = columns.rank[at] as number;
  return order;
}

const findText = (texts: readonly string[], index: number | undefined): string | null =>
  index === undefined || index === NONE ? null : (texts[index] ?? null);

const toNullable = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
