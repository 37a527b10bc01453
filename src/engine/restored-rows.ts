/** Orders and holdings as they were, from their rows. */
import type { HoldingTrade, PositionRow } from './position-row.js';
import type { SessionProfit } from './profit-history.js';
import type { PendingCommand } from './pending-command.js';
import { EngineOrder, type OrderRow } from './order.js';
import type { OpenOrders } from './open-orders.js';
import { type OrderColumns, readPlace } from './order-columns.js';
import { requireRow } from './require-row.js';
import type { State } from './state.js';

export type HoldingRow = Readonly<{
  position: PositionRow;
  trades: readonly HoldingTrade[];
  netBySession: readonly (readonly [sessionDate: string, net: number])[];
  closes: readonly SessionProfit[];
}>;

export function restoreHolding(state: State, { position, trades, netBySession, closes }: HoldingRow): void {
  const holding = requireRow(state.accounts, position.acctId).getHolding(
    requireRow(state.instruments, position.instrumentId),
  );
  const { start, quantity, cost, realised, carried, reference, referenceConfirms, beforeList, extraDecimals } =
    position;
  Object.assign(holding, {
    quantity,
    cost,
    realised,
    carried,
    reference,
    referenceConfirms,
    beforeList,
    extraDecimals,
  });
  Object.assign(holding.history, { start, closes: [...closes] });
  // Not pushed one list into the other: a call takes some hundred thousand arguments, and there may be more trades.
  holding.trades = [...trades];
  for (const [sessionDate, net] of netBySession) holding.netBySession.set(sessionDate, net);
}

/** A session that is about to open or close, and an instrument that is about to expire, do not trade meanwhile. */
export function restorePending(state: State, pending: PendingCommand): void {
  state.pending.set(pending.seq, pending);
  const { command } = pending;
  if ('productId' in command) requireRow(state.products, command.productId).isSessionChanging = true;
  else if ('instrumentId' in command && command.type === 'ExpireInstrument')
    requireRow(state.instruments, command.instrumentId).isExpiring = true;
}

/** Puts all open orders where they stand. The lower rank came first, to the book and to the stops alike. */
export function placeOrders(state: State<OpenOrders>, columns: OrderColumns): void {
  state.orders.restore(columns);
  for (let row = 0; row < columns.id.length; row++) {
    const { id, acctId, instrumentId, side, leaves, limit, waitsForTrigger } = readPlace(columns, row);
    const account = requireRow(state.accounts, acctId);
    const instrument = requireRow(state.instruments, instrumentId);
    account.openOrders.add(id);
    const holding = account.getHolding(instrument);
    if (side === 'Buy') holding.openBuys += leaves;
    else holding.openSells += leaves;
    const place = { side, account: acctId, owner: account.ownerId, limit, leaves };
    const slot = waitsForTrigger ? instrument.stops.add(place) : instrument.book.rest(place);
    if (slot !== row) throw new Error(`The order of row ${row} stands in slot ${slot}.`);
  }
}

/** An order that does not stand anywhere yet. */
export function restoreOrder(state: State, row: OrderRow): EngineOrder {
  const { id, userId, placedBy, clientOrderId, tag, orderType, side, postOnly, sessionDate, createdAt } = row;
  const { quantity, limitPrice, stopPrice, timeInForce, expireDate } = row;
  const origin = { id, userId, placedBy, clientOrderId, tag, orderType, side, postOnly, sessionDate, createdAt };
  const order = new EngineOrder(
    requireRow(state.accounts, row.acctId),
    requireRow(state.instruments, row.instrumentId),
    origin,
    { quantity, limitPrice, stopPrice, timeInForce, expireDate },
  );
  order.filledQuantity = row.filledQuantity;
  order.turnover = row.turnover;
  order.state = row.state;
  order.revision = row.revision;
  order.version = row.version;
  order.updatedAt = row.updatedAt;
  order.triggeredAt = row.triggeredAt;
  order.rank = row.rank;
  return order;
}
