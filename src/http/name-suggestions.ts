import { findNearestName } from '../config/nearest-name.js';

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
