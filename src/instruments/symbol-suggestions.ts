import { computeEditDistance, findSuggestion } from '../errors/field-names.js';

/** A product, a month and a year, as in ESZ26. */
const CONTRACT = /^(.+?)[FGHJKMNQUVXZ]\d{1,4}$/;

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
