import { DEPTH_SIDE_SET, type SideSet } from './side-set.js';

/** The subscribed sides of an instrument, and the depth; 0 without depth. */
export type SideSelection = Readonly<{ sides: SideSet; levels: number }>;

/** The subscription of a stream. */
export class Subscription {
  private readonly selections = new Map<number, SideSelection>();

  get size(): number {
    return this.selections.size;
  }

  get(instrumentId: number): SideSelection | undefined {
    return this.selections.get(instrumentId);
  }

  /** The number of instruments including these. */
  sizeWith(instrumentIds: readonly number[]): number {
    return this.selections.size + instrumentIds.filter((id) => !this.selections.has(id)).length;
  }

  /** Adds sides to the existing ones. A repeated depth replaces the earlier one. */
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

  /** The subscription with these entries. */
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

  /** Equal subscriptions have equal keys. */
  key(): string {
    return this.entries()
      .map(([id, { sides, levels }]) => `${id}:${sides}:${levels}`)
      .join(' ');
  }
}
