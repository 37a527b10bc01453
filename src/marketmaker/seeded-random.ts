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
