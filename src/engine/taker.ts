/** How far an order may take from the book, and why it may not trade, or what is left of it not rest. */
import type { Taker } from './book.js';
import type { CancelReason, EngineOrder } from './order.js';
import { NONE } from './order-pool.js';
import { findBandEdge } from './prices.js';
import { SECOND_RULES } from './rules.js';
import { toSign } from './side.js';
import type { State } from './state.js';

export function createTaker(order: EngineOrder, rules: Pick<State, 'followsRules'>): Taker {
  const { id: account, ownerId: owner } = order.account;
  return { side: order.origin.side, account, owner, limit: findWorstPrice(order, rules), leaves: order.leaves };
}

/** The worst price for this order now: its limit, and since the second rules nothing beyond the band, whatever brought it here. */
function findWorstPrice(
  { instrument, origin: { side }, terms }: EngineOrder,
  rules: Pick<State, 'followsRules'>,
): number {
  const limit = terms.limitPrice ?? toSign(side) * Infinity;
  if (!rules.followsRules(SECOND_RULES)) return limit;
  return side === 'Buy'
    ? Math.min(limit, findBandEdge(instrument, side))
    : Math.max(limit, findBandEdge(instrument, side));
}

/** Why an order may not trade at all: it would take although it must not, or could not be filled although it must. */
export function findNoTradeReason(
  { instrument: { book, product }, origin, terms }: EngineOrder,
  taker: Taker,
): CancelReason | null {
  if (origin.postOnly && book.getOppositeSide(origin.side).reaches(taker.limit)) return 'post_only';
  return terms.timeInForce === 'FOK' && !book.canFill(taker, product.group.terms) ? 'fill_or_kill' : null;
}

/** Why what has not traded may not wait in the book, if there is such a reason. */
export function findNoRestReason(order: EngineOrder, taker: Taker): CancelReason | null {
  if (isHeldByBand(order, taker)) return 'price_out_of_band';
  if (order.terms.limitPrice === null) return 'no_liquidity';
  return order.terms.timeInForce === 'IOC' ? 'immediate_or_cancel' : null;
}

/** Whether the band has ended it: a limit beyond the band may not rest, and a market order would have had more to take. */
function isHeldByBand({ instrument, origin: { side }, terms }: EngineOrder, { limit }: Taker): boolean {
  if (terms.limitPrice === null)
    return Number.isFinite(limit) && instrument.book.getOppositeSide(side).bestLevel !== NONE;
  return limit !== terms.limitPrice;
}
