/** What closing positions at the best prices would bring, for the page of an instrument and its script. */
import { multiplyDecimal, subtractDecimal } from '../money/decimal.js';
import { toTicks } from './ladder-window.js';

/** Open positions: their contracts, negative for short ones, and what they cost together in the currency. */
type OpenContracts = Readonly<{ quantities: readonly number[]; cost: string }>;

/** A price and its size as the page writes them; empty without an order. */
type BestPrice = Readonly<{ price: string; size: string }>;

type Closing = Readonly<{ at: string; gain: string }>;

/**
 * A long position closes at the bid, a short one at the offer; null where that has no order. All contracts count at the best price, also
 * those beyond its size: then the words name the size. Exact: a price of the market is a whole number of ticks, each worth `worth`.
 */
export function computeClosing(
  { quantities, cost }: OpenContracts,
  best: Readonly<{ bid: BestPrice; offer: BestPrice }>,
  { tick, worth }: Readonly<{ tick: string; worth: string }>,
): Closing | null {
  const sides = [
    { name: 'the bid', sign: 1, ...best.bid },
    { name: 'the offer', sign: -1, ...best.offer },
  ]
    .map((side) => ({ ...side, contracts: sum(quantities.map((quantity) => Math.max(0, side.sign * quantity))) }))
    .filter(({ contracts }) => contracts > 0);
  if (sides.length === 0 || sides.some(({ price }) => price === '')) return null;
  const ticks = sum(sides.map(({ price, contracts, sign }) => sign * contracts * toTicks(Number(price), Number(tick))));
  const isBeyond = (side: (typeof sides)[number]): boolean => side.contracts > Number(side.size);
  const words = sides.map((side) => `${side.name}, ${side.price}${isBeyond(side) ? ` (size ${side.size})` : ''}`);
  return {
    at: `${sides.some(isBeyond) ? 'all ' : ''}at ${words.join(', and ')}`,
    gain: subtractDecimal(multiplyDecimal(worth, ticks), cost),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
