import type { OrderAction } from '../engine/command.js';
import type { Draft } from '../engine/risk.js';
import type { State } from '../engine/state.js';
import { buyingPower, marginUsed, profitOfDay } from '../engine/valuation.js';
import { amountText } from '../money/amount.js';

/** How much room an account has for an order that a limit refused, at the moment at which that is told; money is text. */
export type RefusalRoom =
  | Readonly<{ of: 'margin'; currency: string; needed: string; free: string; used: string; power: string }>
  | Readonly<{ of: 'position' | 'product'; most: number; now: number; after: number }>
  | Readonly<{ of: 'loss'; currency: string; most: string; now: string }>
  | Readonly<{ of: 'orders'; most: number; now: number }>;

/** An order as far as limits look at it; `more` is what it adds to what its account has working. */
type Meant = Pick<Draft, 'account' | 'instrument' | 'side'> & Readonly<{ more: number }>;

/** Null where there is nothing to count. What is counted is what the engine counted, a moment later: others may have traded in between. */
export function roomFor(state: State, action: OrderAction, code: string): RefusalRoom | null {
  const room = rooms[code];
  const meant = room === undefined ? null : meantBy(state, action);
  return room === undefined || meant === null ? null : room(meant);
}

function meantBy(state: State, action: OrderAction): Meant | null {
  if (action.type === 'OrderModification') return changeMeantBy(state, action);
  if (action.type === 'OrderCancellation' || action.type === 'MassCancellation') return null;
  const [account, instrument] = [state.accounts.get(action.acctId), state.instruments.get(action.instrumentId)];
  return account === undefined || instrument === undefined ? null : { account, instrument, side: action.side, more: action.quantity };
}

function changeMeantBy({ orders }: State, { orderId, quantity }: OrderAction & Readonly<{ type: 'OrderModification' }>): Meant | null {
  const order = orders.get(orderId ?? 0);
  if (order === undefined) return null;
  const { account, instrument, origin, filledQuantity, leaves, terms } = order;
  return { account, instrument, side: origin.side, more: (quantity ?? terms.quantity) - filledQuantity - leaves };
}

type RoomOf = (meant: Meant) => RefusalRoom | null;

const rooms: Readonly<Record<string, RoomOf>> = {
  insufficient_margin: marginRoom,
  position_limit: (meant) => countedRoom('position', meant.account.limits.maxPosition, worstCases(meant)),
  product_limit: productRoom,
  daily_limit: ({ account }) => {
    const { currency, limits } = account;
    return limits.maxDailyLoss === null ? null : { of: 'loss', currency, most: amountText(limits.maxDailyLoss), now: amountText(-profitOfDay(account)) };
  },
  too_many_orders: ({ account }) => (account.limits.maxWorkingOrders === null ? null : { of: 'orders', most: account.limits.maxWorkingOrders, now: account.openOrders.size }),
};

/** The largest positions that what works could lead to, without the order and with it. */
function worstCases({ account, instrument, side, more }: Meant): Readonly<{ now: number; after: number }> {
  const holding = account.holdings.get(instrument.id);
  if (holding === undefined) return { now: 0, after: more };
  return { now: holding.worstCase(), after: side === 'Buy' ? holding.worstCase(more, 0) : holding.worstCase(0, more) };
}

const countedRoom = (of: 'position' | 'product', most: number | null, counted: Readonly<{ now: number; after: number }>): RefusalRoom | null => most === null ? null : { of, most, ...counted };

function productRoom(meant: Meant): RefusalRoom | null {
  const { account, instrument } = meant;
  let now = 0;
  for (const holding of account.holdings.values()) if (holding.instrument.product === instrument.product) now += holding.worstCase();
  const { now: without, after } = worstCases(meant);
  return countedRoom('product', account.limits.maxProductContracts, { now, after: now + after - without });
}

function marginRoom(meant: Meant): RefusalRoom | null {
  const { account, instrument } = meant;
  const power = buyingPower(account);
  if (power === null) return null;
  const { now, after } = worstCases(meant);
  const needed = BigInt(after - now) * instrument.product.group.terms.initialMargin;
  const used = marginUsed(account);
  const free = power > used ? power - used : 0n;
  return { of: 'margin', currency: account.currency, needed: amountText(needed), free: amountText(free), used: amountText(used), power: amountText(power) };
}
