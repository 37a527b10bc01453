/** Which instrument was meant by a symbol that no instrument has. */
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { computeEditDistance, findSuggestion } from '../../errors/field-names.js';
import { toSymbol } from '../../exchange/traded-instruments.js';

/** A table may have thousands of unknown symbols, and the exchange waits meanwhile: the first ones get a suggestion. */
const WORDS_MAX = 20;

/** A product, a month and a year, as in ESZ26. */
const CONTRACT = /^(.+?)[FGHJKMNQUVXZ]\d{1,4}$/;

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

/** Of symbols that are as similar, the first counts: the next expiry. */
export function suggestSymbol(word: string, symbols: readonly string[]): string | null {
  const text = word.toUpperCase().replaceAll(/\s+/g, '');
  return findSuggestion(text, symbols) ?? findOtherExpiry(text, symbols);
}

function findOtherExpiry(text: string, symbols: readonly string[]): string | null {
  const product = CONTRACT.exec(text)?.[1];
  if (product === undefined || text.length > 64) return null;
  const [best] = symbols
    .filter((symbol) => CONTRACT.exec(symbol)?.[1] === product)
    .map((symbol) => ({ symbol, steps: computeEditDistance(text, symbol) }))
    .sort((one, other) => one.steps - other.steps);
  return best?.symbol ?? null;
}

const listSymbols = (instruments: readonly Instrument[]): string[] =>
  instruments
    .filter(({ isExpired }) => !isExpired)
    .sort((one, other) => ((one.terms.expiration ?? '') < (other.terms.expiration ?? '') ? -1 : 1))
    .map(toSymbol);
