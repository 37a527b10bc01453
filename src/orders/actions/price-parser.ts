import { type Decimal, parseDecimal } from '../../money/decimal.js';

/**
 * The price that a JSON number or a text spells, or null for what spells none.
 *
 * One with more digits than any tick has is a price all the same: whether it fits its instrument is the venue's answer, which names
 * the tick. Such a price keeps so many decimals, or so many digits, that it fits nowhere.
 */
export function parsePrice(value: unknown): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const decimal = parseDecimal(value);
  if (decimal !== null) return decimal;
  const text = typeof value === 'number' ? formatWithoutExponent(value) : value;
  return parseDecimal(text) ?? parseLongDecimal(text);
}

function parseLongDecimal(text: string): Decimal | null {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const decimals = fraction.replace(/0+$/, '');
  const digits = Number(whole + decimals);
  return { digits: minus === '-' ? -digits : digits, decimals: decimals.length };
}

/** Below a millionth JavaScript writes an exponent, which nobody has sent; the digits are the same. */
function formatWithoutExponent(value: number): string {
  const text = String(value);
  const [, sign = '', first = '', rest = '', exponent = '0'] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return first === '' ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}
