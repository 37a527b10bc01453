/** Which instrument was meant by a symbol that no instrument has. */
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import { suggestSymbol } from '../../instruments/symbol-suggestions.js';

/** A table may have thousands of unknown symbols, and the exchange waits meanwhile: the first ones get a suggestion. */
const WORDS_MAX = 20;

/** Finds the symbol of an instrument that can still be traded: by few edits, or another expiry of the same product. Each word is compared once. */
export function createSuggestions({ instruments }: State): (word: string) => string | null {
  const found = new Map<string, string | null>();
  let symbols: readonly string[] | null = null;
  return (word) => {
    const known = found.get(word);
    if (known !== undefined || found.size >= WORDS_MAX) return known ?? null;
    symbols ??= listSymbols([...instruments.values()]);
    const suggestion = suggestSymbol(word, symbols);
    found.set(word, suggestion);
    return suggestion;
  };
}

const listSymbols = (instruments: readonly Instrument[]): string[] =>
  instruments
    .filter(({ isExpired }) => !isExpired)
    .sort((one, other) => ((one.terms.expiration ?? '') < (other.terms.expiration ?? '') ? -1 : 1))
    .map(toSymbol);
