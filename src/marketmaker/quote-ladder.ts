/**
 * The quotes of the market maker in one instrument, and how those that are in the book become those that should be: with as few
 * commands as possible. A ladder that goes up by a step takes its lowest bid and its lowest offer and puts them on top.
 */
import type { Side } from '../engine/side.js';

export type Quote = Readonly<{ side: Side; price: number; quantity: number }>;

/** An order of the maker that is in the book. */
export type WorkingQuote = Readonly<{ orderId: number; side: Side; price: number; leaves: number; filled: number }>;

/** What is to be done: a change leaves what is null as it is, and names the new total. */
export type Amendment =
  | Readonly<{ kind: 'submit'; quote: Quote }>
  | Readonly<{ kind: 'change'; orderId: number; price: number | null; total: number }>
  | Readonly<{ kind: 'cancel'; orderId: number }>;

const LEVELS = 4;
/** An order that has less than this part of its size left is filled up. */
const REFILL_BELOW = 0.5;

type LadderSizes = Readonly<{ lot: number; maxQuantity: number }>;

/** From the best bid downwards, and from a step above it upwards. */
export function buildLadder(
  bid: number,
  { step, lot, maxQuantity, lowest }: LadderSizes & Readonly<{ step: number; lowest: number }>,
): Quote[] {
  const quotes = Array.from({ length: LEVELS }, (_, level) => [
    { side: 'Buy' as const, price: bid - level * step },
    { side: 'Sell' as const, price: bid + (level + 1) * step },
  ]).flat();
  return quotes
    .filter(({ price }) => price >= lowest)
    .map((quote) => ({ ...quote, quantity: Math.min(maxQuantity, lot * (1 + varySize(quote.price / step))) }));
}

/** 0, 1 or 2, the same at the same price, so that not every level is of one size. */
const varySize = (price: number): number => (Math.imul(Math.round(price), 0x9e3779b1) >>> 24) % 3;

/**
 * The maker's price according to its own orders: the best bid that they were placed around. Other users may have traded with them: the side that
 * has more left tells, and every second level that is gone has moved the market by a step. Null where there is no order.
 */
export function estimateBid(
  working: readonly WorkingQuote[],
  { step, lowest }: Readonly<{ step: number; lowest: number }>,
): number | null {
  const prices = (side: Side): number[] => working.filter((order) => order.side === side).map(({ price }) => price);
  const [bids, asks] = [prices('Buy'), prices('Sell')];
  if (bids.length === 0 && asks.length === 0) return null;
  // Bids at the lowest price are few because no lower ones are possible.
  const isOnFloor = Math.min(...bids) - step < lowest;
  const moved = isOnFloor ? 0 : Math.trunc((bids.length - asks.length) / 2) * step;
  return moved + (bids.length >= asks.length ? Math.max(...bids) : Math.min(...asks) - step);
}

/** The side that gives way goes first, or the maker would meet itself. */
export function planAmendments(
  quotes: readonly Quote[],
  working: readonly WorkingQuote[],
  maxQuantity: number,
): Amendment[] {
  const bestBid = (orders: readonly Readonly<{ side: Side; price: number }>[]): number =>
    Math.max(-Infinity, ...orders.filter(({ side }) => side === 'Buy').map(({ price }) => price));
  const order: readonly Side[] = bestBid(quotes) >= bestBid(working) ? ['Sell', 'Buy'] : ['Buy', 'Sell'];
  return order.flatMap((side) =>
    planSide(
      quotes.filter((quote) => quote.side === side),
      working.filter((one) => one.side === side),
      maxQuantity,
    ),
  );
}

function planSide(quotes: readonly Quote[], working: readonly WorkingQuote[], maxQuantity: number): Amendment[] {
  const spare = [...working];
  const planned: Amendment[] = [];
  const missing = quotes.filter((quote) => {
    const at = spare.findIndex(({ price }) => price === quote.price);
    const [existing] = at === -1 ? [] : spare.splice(at, 1);
    if (existing !== undefined && existing.leaves < quote.quantity * REFILL_BELOW)
      planned.push(...toChange(existing, quote, maxQuantity));
    return existing === undefined;
  });
  for (const quote of missing) {
    const moved = spare.shift();
    planned.push(...(moved === undefined ? [{ kind: 'submit', quote } as const] : toChange(moved, quote, maxQuantity)));
  }
  return [...planned, ...spare.map(({ orderId }) => ({ kind: 'cancel', orderId }) as const)];
}

/** The venue measures the total by its greatest order: one that has been filled often begins anew. */
function toChange({ orderId, price, filled }: WorkingQuote, quote: Quote, maxQuantity: number): Amendment[] {
  const total = filled + quote.quantity;
  if (total > maxQuantity)
    return [
      { kind: 'cancel', orderId },
      { kind: 'submit', quote },
    ];
  return [{ kind: 'change', orderId, price: price === quote.price ? null : quote.price, total }];
}
