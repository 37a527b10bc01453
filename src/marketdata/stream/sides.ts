import { BOARD_SIDES, DEPTH_SIDES, type MarketSide } from '../market-item.js';

/** A set of sides as bits, in the order in which they are shown. */
export type Sides = number;

export const ALL_SIDES: readonly MarketSide[] = [...BOARD_SIDES, ...DEPTH_SIDES];

const bits = new Map(ALL_SIDES.map((side, index) => [side, 1 << index]));

export const bitOf = (side: MarketSide): Sides => bits.get(side) ?? 0;

export const sidesOf = (names: readonly MarketSide[]): Sides => names.reduce((sides, name) => sides | bitOf(name), 0);

export const namesOf = (sides: Sides): MarketSide[] => ALL_SIDES.filter((side) => (sides & bitOf(side)) !== 0);

export const DEPTHS: Sides = sidesOf(DEPTH_SIDES);
