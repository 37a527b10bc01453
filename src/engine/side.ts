/** Which way an order trades, spelled as on the wire. */
export type Side = 'Buy' | 'Sell';

/** +1 where more is bought, -1 where more is sold: the sign of a position's change. */
export const toSign = (side: Side): 1 | -1 => (side === 'Buy' ? 1 : -1);
