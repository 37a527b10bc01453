import { DEPTHS, type Sides } from './sides.js';

/** What is wanted of one instrument: some sides, and so many prices where depth is among them; else none. */
export type Wanted = Readonly<{ sides: Sides; levels: number }>;

/** What one reader has asked for until now. */
export class Subscription {
  private readonly wants = new Map<number, Wanted>();

  get size(): number {
    return this.wants.size;
  }

  of(instrumentId: number): Wanted | undefined {
    return this.wants.get(instrumentId);
  }

  /** How many instruments it would have with these. */
  sizeWith(instrumentIds: readonly number[]): number {
    return this.wants.size + instrumentIds.filter((id) => !this.wants.has(id)).length;
  }

  /** Sides come to those that are there. A depth that is named again is as deep as it was said last. */
  add(instrumentId: number, { sides, levels }: Wanted): void {
    const before = this.wants.get(instrumentId) ?? { sides: 0, levels: 0 };
    this.wants.set(instrumentId, {
      sides: before.sides | sides,
      levels: (sides & DEPTHS) === 0 ? before.levels : levels,
    });
  }

  remove(instrumentId: number, sides: Sides): void {
    const before = this.wants.get(instrumentId);
    if (!before) return;
    const left = before.sides & ~sides;
    if (left === 0) this.wants.delete(instrumentId);
    else this.wants.set(instrumentId, { sides: left, levels: (left & DEPTHS) === 0 ? 0 : before.levels });
  }

  /** As it was when these were its entries. */
  restore(entries: Iterable<readonly [instrumentId: number, wanted: Wanted]>): void {
    this.wants.clear();
    for (const [id, wanted] of entries) this.wants.set(id, wanted);
  }

  clear(): void {
    this.wants.clear();
  }

  entries(): [instrumentId: number, wanted: Wanted][] {
    return [...this.wants].sort(([one], [other]) => one - other);
  }

  /** Two readers with the same key want the same. */
  key(): string {
    return this.entries()
      .map(([id, { sides, levels }]) => `${id}:${sides}:${levels}`)
      .join(' ');
  }
}
