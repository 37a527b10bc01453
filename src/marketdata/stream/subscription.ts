import { DEPTH_SIDE_SET, type SideSet } from './side-set.js';

/** What is wanted of one instrument: some sides, and so many prices where depth is among them; else none. */
export type SideSelection = Readonly<{ sides: SideSet; levels: number }>;

/** What one reader has asked for until now. */
export class Subscription {
  private readonly selections = new Map<number, SideSelection>();

  get size(): number {
    return this.selections.size;
  }

  get(instrumentId: number): SideSelection | undefined {
    return this.selections.get(instrumentId);
  }

  /** How many instruments it would have with these. */
  sizeWith(instrumentIds: readonly number[]): number {
    return this.selections.size + instrumentIds.filter((id) => !this.selections.has(id)).length;
  }

  /** Sides come to those that are there. A depth that is named again is as deep as it was said last. */
  add(instrumentId: number, { sides, levels }: SideSelection): void {
    const before = this.selections.get(instrumentId) ?? { sides: 0, levels: 0 };
    this.selections.set(instrumentId, {
      sides: before.sides | sides,
      levels: (sides & DEPTH_SIDE_SET) === 0 ? before.levels : levels,
    });
  }

  remove(instrumentId: number, sides: SideSet): void {
    const before = this.selections.get(instrumentId);
    if (!before) return;
    const remaining = before.sides & ~sides;
    if (remaining === 0) this.selections.delete(instrumentId);
    else
      this.selections.set(instrumentId, {
        sides: remaining,
        levels: (remaining & DEPTH_SIDE_SET) === 0 ? 0 : before.levels,
      });
  }

  /** As it was when these were its entries. */
  restore(entries: Iterable<readonly [instrumentId: number, wanted: SideSelection]>): void {
    this.selections.clear();
    for (const [id, selection] of entries) this.selections.set(id, selection);
  }

  clear(): void {
    this.selections.clear();
  }

  entries(): [instrumentId: number, wanted: SideSelection][] {
    return [...this.selections].sort(([one], [other]) => one - other);
  }

  /** Two readers with the same key want the same. */
  key(): string {
    return this.entries()
      .map(([id, { sides, levels }]) => `${id}:${sides}:${levels}`)
      .join(' ');
  }
}
