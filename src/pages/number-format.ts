declare global {
  // Part of Node 24, not yet of TypeScript 6.
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string };
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** The digits of a JSON number, or null. Exact decimals are raw JSON. */
export function toDigits(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value === 'bigint') return String(value);
  return JSON.isRawJSON(value) && /^-?\d/.test(value.rawJSON) ? value.rawJSON : null;
}

/** The width of a figure right of its units: three characters for `12.50`, none for `12`. */
export function measureFraction(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point;
}

/**
 * Padding aligns a column of figures at the decimal point. The style sheet has paddings up to twelve characters, enough
 * for every scale.
 */
export function calculatePadding(digits: string, widest: number): number {
  return Math.min(12, widest - measureFraction(digits));
}
