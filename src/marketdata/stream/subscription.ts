import { BOARD_SIDES, DEPTH_SIDES, type MarketSide } from '../market-item.js';

/** A set of sides as bits, in display order. */
export type SideSet = number;

export const ALL_SIDES: readonly MarketSide[] = [...BOARD_SIDES, ...DEPTH_SIDES];

const bits = new Map(ALL_SIDES.map((side, index) => [side, 1 << index]));

export const toSideBit = (side: MarketSide): SideSet => bits.get(side) ?? 0;

export const toSideSet = (names: readonly MarketSide[]): SideSet =>
  names.reduce((sides, name) => sides | toSideBit(name), 0);

export const toSideNames = (sides: SideSet): MarketSide[] =>
  ALL_SIDES.filter((side) => (sides & toSideBit(side)) !== 0);

const DEPTH_SIDE_SET: SideSet = toSideSet(DEPTH_SIDES);

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
