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

export const DEPTH_SIDE_SET: SideSet = toSideSet(DEPTH_SIDES);
