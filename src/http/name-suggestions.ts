import { findNearestName } from '../config/nearest-name.js';

/** A longer name than any in use cannot be a misspelling; to compare it would only cost time. */
const COMPARED_MAX = 64;
const LISTED_MAX = 40;

/** The known word that a misspelled one most likely means, whatever its case; null where none is close. */
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

/** What is said of a name that is not known: the one that was meant, and all that are. */
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
