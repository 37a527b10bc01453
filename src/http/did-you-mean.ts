import { nearest } from '../config/nearest.js';

/** A name that is longer than any of ours means none of them; to compare it would only cost time. */
const COMPARED_MAX = 64;
const NAMED_MAX = 40;

/** The known word that a misspelled one most likely means, whatever its case; null where none is close. */
export function suggestionFor(word: string, known: readonly string[]): string | null {
  if (word.length > COMPARED_MAX) return null;
  const byLowerCase = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]));
  const lower = word.toLowerCase();
  const meant = byLowerCase.has(lower) ? lower : nearest(lower, [...byLowerCase.keys()]);
  return meant === null ? null : (byLowerCase.get(meant) ?? null);
}

/** ", did you mean `quantity`?", or nothing. */
export function didYouMean(word: unknown, known: readonly string[]): string {
  const meant = typeof word === 'string' ? suggestionFor(word, known) : null;
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** What is said of a name that is not known: the one that was meant, and all that are. */
export function unknownName(name: string, known: readonly string[], isWhat = 'is not known here'): string {
  const listed =
    known.length > NAMED_MAX
      ? `${known.slice(0, NAMED_MAX).join(', ')} and ${known.length - NAMED_MAX} more`
      : known.join(', ');
  const all =
    known.length === 0 ? '; nothing is taken here' : `${didYouMean(name, known) === '' ? '.' : ''} Known: ${listed}`;
  return `${name} ${isWhat}${didYouMean(name, known)}${all}`;
}
