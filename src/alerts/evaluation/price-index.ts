import { parseDecimal } from '../../money/decimal.js';
import type { AlertDirection } from '../alert-terms.js';

/** A price that an alert waits for. `isReturn`: a repeating alert has triggered and waits for the price to come back. */
type Threshold<Waiting> = Readonly<{ waiting: Waiting; units: number; isReturn: boolean }>;

/** The part of an alert that the index needs. */
export type PricedAlert = Readonly<{ id: number; direction: AlertDirection; price: string; repeat: boolean }>;

/**
 * The alerts on one price of one instrument, sorted by price: those that the market reaches next are last. A price that reaches none
 * costs two comparisons.
 */
export class PriceIndex<Waiting extends PricedAlert> {
  /** Reached by a price at or above them: the lowest is last. */
  private readonly above: Threshold<Waiting>[] = [];
  /** Reached by a price at or below them: the highest is last. */
  private readonly below: Threshold<Waiting>[] = [];

  /** Prices are units of 10^-`scale`. */
  constructor(readonly scale: number) {}

  get size(): number {
    return this.above.length + this.below.length;
  }

  /** `hasTriggered`: it waits first for the price to come back. */
  add(waiting: Waiting, hasTriggered = false): void {
    const { direction, price } = waiting;
    const units = toThreshold(price, this.scale, direction);
    if (!hasTriggered) this.insert(direction, { waiting, units, isReturn: false });
    else if (direction === 'Above') this.insert('Below', { waiting, units: units - 1, isReturn: true });
    else this.insert('Above', { waiting, units: units + 1, isReturn: true });
  }

  remove(id: number): void {
    for (const thresholds of [this.above, this.below]) {
      const at = thresholds.findIndex(({ waiting }) => waiting.id === id);
      if (at >= 0) thresholds.splice(at, 1);
    }
  }

  /** All that wait here, with whether they wait for the price to come back. */
  list(): readonly (readonly [Waiting, boolean])[] {
    return [...this.above, ...this.below].map(({ waiting, isReturn }) => [waiting, isReturn] as const);
  }

  /** The alerts that a price triggers. Repeating ones stay, the others are removed. */
  take(units: number): Waiting[] {
    const reached: Threshold<Waiting>[] = [];
    for (let next = this.above.at(-1); next !== undefined && next.units <= units; next = this.above.at(-1))
      reached.push(...this.above.splice(-1));
    for (let next = this.below.at(-1); next !== undefined && next.units >= units; next = this.below.at(-1))
      reached.push(...this.below.splice(-1));
    const triggered: Waiting[] = [];
    for (const { waiting, isReturn } of reached) {
      if (!isReturn) triggered.push(waiting);
      if (isReturn || waiting.repeat) this.add(waiting, !isReturn);
    }
    return triggered;
  }

  private insert(direction: AlertDirection, threshold: Threshold<Waiting>): void {
    const thresholds = direction === 'Above' ? this.above : this.below;
    const sign = direction === 'Above' ? -1 : 1;
    let [low, high] = [0, thresholds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (((thresholds[middle]?.units ?? 0) - threshold.units) * sign <= 0) low = middle + 1;
      else high = middle;
    }
    thresholds.splice(low, 0, threshold);
  }
}

/** In units of the market; a price between two of them, since the tick has changed, is reached by the next one. */
function toThreshold(price: string, scale: number, direction: AlertDirection): number {
  const { digits, decimals } = parseDecimal(price) ?? { digits: 0, decimals: 0 };
  if (decimals <= scale) return digits * 10 ** (scale - decimals);
  const units = digits / 10 ** (decimals - scale);
  return direction === 'Above' ? Math.ceil(units) : Math.floor(units);
}
