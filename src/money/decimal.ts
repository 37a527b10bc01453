/**
 * Decimal numbers as people and JSON write them, exactly: 0.1 + 0.2 arrives as 0.30000000000000004 and is refused for what it is
 * instead of being rounded to what was meant.
 *
 * Limits: 15 significant digits, which every JSON number keeps, and 9 decimals. No exponent form.
 */

/** The value is `digits` / 10^`decimals`. Trailing zeros are gone, so equal values are equal objects field by field. */
export type Decimal = Readonly<{ digits: number; decimals: number }>;

const SIGNIFICANT_DIGITS_MAX = 15;
export const DECIMALS_MAX = 9;

/** The decimal that this number or text spells, or null if it spells none within the limits. */
export function parseDecimal(value: number | string): Decimal | null {
  // The shortest text that reads back as the same number is what the caller wrote, unless he wrote more than fits.
  const parts = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(String(value));
  if (parts === null) return null;
  const [, minus = '', whole = '', written = ''] = parts;
  const fraction = written.replace(/0+$/, '');
  const significant = (whole + fraction).replace(/^0+/, '');
  if (fraction.length > DECIMALS_MAX || significant.length > SIGNIFICANT_DIGITS_MAX) return null;
  const digits = Number(significant);
  return { digits: minus === '-' && digits !== 0 ? -digits : digits, decimals: fraction.length };
}

/** The value in units of 10^-`scale`, or null if it is not a whole number of them or too large to be counted exactly. */
export function unitsOf({ digits, decimals }: Decimal, scale: number): number | null {
  if (decimals > scale) return null;
  const units = digits * 10 ** (scale - decimals);
  return Number.isSafeInteger(units) ? units : null;
}

/** The shortest text of a count of units of 10^-`scale`: 12500 at scale 4 is "1.25". */
export function decimalText(units: number | bigint, scale: number): string {
  const text = String(units);
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - scale);
  return fraction === '' || scale === 0 ? sign + whole : `${sign}${whole}.${fraction}`;
}
