/** The most similar known name, or null if none is close. */
export function findNearestName(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, steps: computeEditDistance(name, candidate) }))
    .sort((a, b) => a.steps - b.steps);
  const best = ranked[0];
  return best && best.steps <= Math.max(1, Math.floor(name.length / 4)) ? best.candidate : null;
}

/** The number of letters to add, remove, change or swap (optimal string alignment). */
export function computeEditDistance(from: string, to: string): number {
  let rowBeforeLast: number[] = [];
  let previousRow = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const changed = valueAt(previousRow, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwap ? valueAt(rowBeforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(valueAt(previousRow, column) + 1, valueAt(current, column - 1) + 1, changed, swapped));
    }
    [rowBeforeLast, previousRow] = [previousRow, current];
  }
  return valueAt(previousRow, to.length);
}

const valueAt = (row: readonly number[], column: number): number => row[column] ?? Infinity;
