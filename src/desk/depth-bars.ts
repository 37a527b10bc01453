/** The lengths of the ladder's bars: the cumulative size at a price or better, relative to the largest side. */

type Level = Readonly<{ quantity: number }>;

/** Price levels per side: as many as the rows of the ladder, so that no row within sight lacks its size. */
export const LADDER_LEVELS = 20;

/** The number of bar lengths; the style sheet has a class for each. */
export const BAR_STEPS = 20;

/** One per level, the best first. Every level has a visible bar. */
export function toDepthBars(levels: readonly Level[], most: number): number[] {
  let sum = 0;
  return levels.map(({ quantity }) => {
    sum += quantity;
    return most === 0 ? 0 : Math.max(1, Math.round((sum / most) * BAR_STEPS));
  });
}

export const sumQuantities = (levels: readonly Level[]): number =>
  levels.reduce((sum, { quantity }) => sum + quantity, 0);
