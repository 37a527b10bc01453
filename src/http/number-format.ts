declare global {
  // Known to Node 24 and not yet to TypeScript 6.
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string };
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** The digits of a number as JSON carries them, or null for what is no number. Exact decimals travel as raw JSON. */
export function toDigits(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value === 'bigint') return String(value);
  return JSON.isRawJSON(value) && /^-?\d/.test(value.rawJSON) ? value.rawJSON : null;
}

/** How much a figure takes up right of its units: `12.50` takes three characters, `12` none. */
export function measureFraction(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point;
}

/**
 * A column of figures lines up at the decimal point when each is pushed left by the characters it lacks at its right end.
 * The stylesheet knows pushes up to twelve, enough for every scale this service keeps.
 */
export function calculatePadding(digits: string, widest: number): number {
  return Math.min(12, widest - measureFraction(digits));
}
