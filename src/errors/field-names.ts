/** Longer names cannot be misspellings; comparing them would only cost time. */
const COMPARED_MAX = 64;
const LISTED_MAX = 40;

/** The most similar known word in any case; null if none is close. */
export function findSuggestion(word: string, known: readonly string[]): string | null {
  if (word.length > COMPARED_MAX) return null;
  const byLowerCase = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]));
  const lower = word.toLowerCase();
  const suggestion = byLowerCase.has(lower) ? lower : findNearestName(lower, [...byLowerCase.keys()]);
  return suggestion === null ? null : (byLowerCase.get(suggestion) ?? null);
}

/** ", did you mean `quantity`?", or nothing. */
export function formatSuggestion(word: unknown, known: readonly string[]): string {
  const suggestion = typeof word === 'string' ? findSuggestion(word, known) : null;
  return suggestion === null ? '' : `; did you mean ${suggestion}?`;
}

/** The message for an unknown name: the similar one, and all known ones. */
export function formatUnknownName(name: string, known: readonly string[], problem = 'is not known here'): string {
  const listed =
    known.length > LISTED_MAX
      ? `${known.slice(0, LISTED_MAX).join(', ')} and ${known.length - LISTED_MAX} more`
      : known.join(', ');
  const knownNames =
    known.length === 0
      ? '; nothing is taken here'
      : `${formatSuggestion(name, known) === '' ? '.' : ''} Known: ${listed}`;
  return `${name} ${problem}${formatSuggestion(name, known)}${knownNames}`;
}

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

/** Names that would reach an object's prototype. */
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export const isReservedName = (name: string): boolean => RESERVED_NAMES.has(name);

/** The JSON Pointer (RFC 6901) of these names and indices. */
export function toJsonPointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
