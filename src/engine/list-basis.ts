/**
 * What a list of positions makes of a holding (decisions 115 and 116). It wins and loses nothing for what was held before; where its
 * price is not the average of the books, the difference goes from open profit into what is realized, or back. Another list of the same
 * date takes its place: what was sold of a position in between is taken for sold from what the second one says.
 */
import type { ExactPrice } from './exact-price.js';
import type { Holding } from './holding.js';
import { findLatestDate } from './latest-date.js';
import type { ReferenceHolding, SessionClose } from './position-row.js';
import { type BeforeList, NOTHING_TRADED, type TradedSince } from './profit-history.js';
import { computeProfitNow, findMark } from './valuation.js';

/** Begins the new basis, and gives the closes that it counts anew. */
export function restateByList(holding: Holding, reference: ReferenceHolding): SessionClose[] {
  const before = findBeforeList(holding, reference);
  holding.beforeList = before;
  return restateAfter(holding, before, reference);
}

/** All that is not open by the price of the list is realized. */
export function restateAfter(holding: Holding, before: BeforeList, reference: ReferenceHolding): SessionClose[] {
  const total = computeCarriedTotal(holding, before, reference);
  const realized = before.lastClose === reference.asOf ? holding.realizeAtClose(reference.asOf, total) : null;
  holding.referenceConfirms = false;
  const restated = holding.restate(reference, { total, realised: total });
  return realized === null ? restated : [realized, ...restated];
}

function findBeforeList(holding: Holding, { asOf, quantity }: ReferenceHolding): BeforeList {
  const { reference, beforeList, instrument } = holding;
  if (beforeList !== null && reference?.asOf === asOf) {
    const traded = findTradedSince(holding, beforeList, asOf);
    if (traded !== null && isOnlyReduced(quantity, traded.quantity)) return { ...beforeList, traded };
  }
  return instrument.product.hasClosed(asOf) ? countAtClose(holding, asOf) : countNow(holding);
}

/** Null if it was both bought and sold. */
function findTradedSince(holding: Holding, { traded }: BeforeList, asOf: string): TradedSince | null {
  let { quantity, cost } = traded;
  for (const trade of holding.trades) {
    if (trade.sessionDate > asOf) continue;
    if (Math.sign(trade.quantity) === -Math.sign(quantity)) return null;
    quantity += trade.quantity;
    cost += holding.computeWorth(trade.quantity, trade.price);
  }
  return { quantity, cost };
}

/** Whether trades only took from a position that is still there: its average says at what price it began. */
function isOnlyReduced(listed: number, traded: number): boolean {
  const first = listed - traded;
  const isReduced = Math.sign(first) === -Math.sign(traded) && Math.sign(first) === Math.sign(listed);
  return traded === 0 || first === 0 || isReduced;
}

/** What the trades up to a close make of a holding, which may have had no close of its own then. */
function countAtClose(holding: Holding, asOf: string): BeforeList {
  const { history, instrument } = holding;
  const books = holding.countUpTo(asOf);
  const isLastSession = instrument.product.sessionDate !== null && instrument.product.sessionDate <= asOf;
  const mark = holding.findClosingMark(asOf) ?? (isLastSession ? findPriceNow(holding) : null);
  const counted = books.computeProfit(mark);
  const profit = mark === null ? (history.findClose(asOf)?.profit ?? counted) : counted;
  return { lastClose: asOf, profit, mark, held: books.quantity, traded: NOTHING_TRADED };
}

function findPriceNow(holding: Holding): ExactPrice | null {
  const mark = findMark(holding);
  return mark && { price: mark.price, extraDecimals: mark.extraDecimals };
}

/** What is held, and has been won, while the session of a list's date has not closed. */
export function countNow(holding: Holding): BeforeList {
  const lastClose = findLatestDate(holding.listClosedSessions());
  const mark = findPriceNow(holding);
  return { lastClose, profit: computeProfitNow(holding), mark, held: holding.quantity, traded: NOTHING_TRADED };
}

/**
 * The profit that a list begins after. What was held before, and is still held, goes on from its mark: its new price is an average,
 * by which nothing was won or lost.
 */
export function computeCarriedTotal(
  holding: Holding,
  { profit, mark, held, traded }: BeforeList,
  reference: ReferenceHolding,
): bigint {
  // For this list to be right, the first one of the date should have said so much.
  const kept = countKept(held, reference.quantity - traded.quantity);
  // Without a mark that is known what is kept begins at the price of the list.
  const open = mark === null ? 0n : holding.computeOpenProfit(kept, mark, reference);
  const began = holding.computeWorth(traded.quantity, reference.price, reference.extraDecimals);
  return profit.total - open + began - traded.cost;
}

/** How much of what was held a list still has. */
export const countKept = (held: number, listed: number): number =>
  Math.sign(held) === Math.sign(listed) ? Math.sign(held) * Math.min(Math.abs(held), Math.abs(listed)) : 0;
