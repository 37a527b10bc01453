/** Chance that can be told again: the same seed throws the same numbers for ever (mulberry32). */
export class Dice {
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
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of these, the heavier the more often; undefined if nothing weighs anything. */
  pick<Thing>(things: readonly Thing[], weigh: (thing: Thing) => number): Thing | undefined {
    const total = things.reduce((sum, thing) => sum + weigh(thing), 0);
    let left = this.next() * total;
    return total > 0 ? (things.find((thing) => (left -= weigh(thing)) < 0) ?? things.at(-1)) : undefined;
  }
}
