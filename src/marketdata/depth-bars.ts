/** How long the bars of a ladder are: what stands at a price or better, beside the most that any side of it holds. */

type Level = Readonly<{ quantity: number }>;

/** Prices of each side that a ladder has. */
export const LADDER_LEVELS = 10;

/** Bars come in so many lengths; the style sheet has a class for each. */
export const BAR_STEPS = 20;

/** One for each level, the best first. What stands there at all has a bar that can be seen. */
export function toDepthBars(levels: readonly Level[], most: number): number[] {
  let sum = 0;
  return levels.map(({ quantity }) => {
    sum += quantity;
    return most === 0 ? 0 : Math.max(1, Math.round((sum / most) * BAR_STEPS));
  });
}

export const sumQuantities = (levels: readonly Level[]): number =>
  levels.reduce((sum, { quantity }) => sum + quantity, 0);
