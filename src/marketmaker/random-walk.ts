/**
 * Where the best bid of the market maker goes: a random walk in steps of about half a hundredth of a percent, drawn back to the price
 * that the instrument was seeded with, and kept where everybody may still trade with it. Prices are units of the product.
 *
 * Nothing is remembered here or anywhere beside the book: where the walk stands is what the maker's own orders say.
 */

/** Reproducible random numbers: the same seed gives the same numbers for ever (mulberry32). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, and not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, and not including, the limit. */
  nextBelow(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of these, the heavier the more often; undefined if nothing weighs anything. */
  pick<Item>(items: readonly Item[], getWeight: (item: Item) => number): Item | undefined {
    const total = items.reduce((sum, item) => sum + getWeight(item), 0);
    let remaining = this.next() * total;
    return total > 0 ? (items.find((item) => (remaining -= getWeight(item)) < 0) ?? items.at(-1)) : undefined;
  }
}

/** The grid that prices lie on, and where none may be. */
export type PriceGrid = Readonly<{ tick: number; allowNegativePrices: boolean }>;

/** What the price is measured by: where it belongs, and from what the band of the venue is counted, in hundredths of a percent. */
export type PriceReference = Readonly<{ anchor: number; reference: number | null; bandBasisPoints: number | null }>;

/** A step for every twenty thousandth of the price. */
const STEPS_IN_PRICE = 20_000;
/** At this many hundredths of a percent from its anchor, the walk goes nowhere but back. */
const REACH_BASIS_POINTS = 300;
/** However small a price is, it may go so many steps before it has to return. */
const REACH_STEPS_MIN = 40;
const BASIS_POINTS = 10_000;

/** The distance of two levels of the ladder, and the least that the walk goes. */
export function calculateStep(anchor: number, { tick }: PriceGrid): number {
  return Math.max(1, Math.round(Math.abs(anchor) / tick / STEPS_IN_PRICE)) * tick;
}

/** The next best bid: none, one or two steps up or down. */
export function moveBid(
  bid: number,
  anchor: number,
  { step, random }: Readonly<{ step: number; random: SeededRandom }>,
): number {
  const reach = Math.max((Math.abs(anchor) * REACH_BASIS_POINTS) / BASIS_POINTS, REACH_STEPS_MIN * step);
  const pull = Math.max(-1, Math.min(1, (bid - anchor) / reach));
  const isUp = random.next() < (1 - pull) / 2;
  const steps = [0, 1, 1, 1, 2][random.nextBelow(5)] ?? 0;
  return bid + (isUp ? steps : -steps) * step;
}

/** The nearest price that leaves other users a part of the band: half of it to either side, and above zero where nothing else is allowed. */
export function clampToBand(
  bid: number,
  { anchor, reference, bandBasisPoints }: PriceReference,
  grid: PriceGrid,
): number {
  const { tick, allowNegativePrices } = grid;
  const center = reference ?? anchor;
  const halfBand = bandBasisPoints === null ? Infinity : (Math.abs(center) * bandBasisPoints) / BASIS_POINTS / 2;
  const high = center + Math.max(0, halfBand - calculateStep(anchor, grid));
  const clamped = Math.min(Math.max(bid, center - halfBand), high);
  // Rounded towards the reference, where the band is widest.
  const onGrid = (clamped < center ? Math.ceil(clamped / tick) : Math.floor(clamped / tick)) * tick;
  return allowNegativePrices ? onGrid : Math.max(tick, onGrid);
}
