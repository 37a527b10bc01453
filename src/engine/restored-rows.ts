/** Orders and holdings as they were, from their rows. */
import type { HeldTrade, PositionRow, SessionProfit } from './holding.js';
import { Order, type OrderRow } from './order.js';
import type { State } from './state.js';

export type HoldingRow = Readonly<{
  position: PositionRow;
  trades: readonly HeldTrade[];
  netBySession: readonly (readonly [sessionDate: string, net: number])[];
  closes: readonly SessionProfit[];
}>;

export function restoreHolding(state: State, { position, trades, netBySession, closes }: HoldingRow): void {
  const holding = found(state.accounts, position.acctId).holding(found(state.instruments, position.instrumentId));
  const { quantity, cost, realised, carried, reference } = position;
  Object.assign(holding, { quantity, cost, realised, carried, reference });
  holding.trades.push(...trades);
  holding.closes.push(...closes);
  for (const [sessionDate, net] of netBySession) holding.netBySession.set(sessionDate, net);
}

/** Whoever has the lower rank came first, to the book and to the stops alike. */
export function restoreOrders(state: State, rows: readonly OrderRow[]): void {
  for (const row of [...rows].sort((a, b) => a.rank - b.rank)) {
    const order = restoreOrder(state, row);
    const { account, instrument, leaves, terms } = order;
    const side = order.origin.side;
    state.orders.set(row.id, order);
    account.openOrders.add(row.id);
    const holding = account.holding(instrument);
    if (side === 'Buy') holding.openBuys += leaves;
    else holding.openSells += leaves;
    const limit = (order.waitsForTrigger ? terms.stopPrice : terms.limitPrice) ?? 0;
    const place = { side, account: account.id, limit, leaves };
    state.place(order, order.waitsForTrigger ? instrument.stops.wait(place) : instrument.book.rest(place));
  }
}

function restoreOrder(state: State, row: OrderRow): Order {
  const { id, userId, clientOrderId, tag, orderType, side, postOnly, sessionDate, createdAt } = row;
  const { quantity, limitPrice, stopPrice, timeInForce, expireDate } = row;
  const origin = { id, userId, clientOrderId, tag, orderType, side, postOnly, sessionDate, createdAt };
  const order = new Order(found(state.accounts, row.acctId), found(state.instruments, row.instrumentId), origin, { quantity, limitPrice, stopPrice, timeInForce, expireDate });
  const { filledQuantity, turnover, state: stateOfOrder, version, updatedAt, triggeredAt, rank } = row;
  return Object.assign(order, { filledQuantity, turnover, state: stateOfOrder, version, updatedAt, triggeredAt, rank });
}

/** A row that names what no other row brought is a damaged store: better no engine than a wrong one. */
export function found<Value>(rows: ReadonlyMap<number, Value>, id: number): Value {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`A stored row names ${id}, which is not there.`);
  return row;
}
