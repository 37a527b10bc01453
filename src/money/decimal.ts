/**
 * Decimal numbers as people and JSON write them, exactly: 0.1 + 0.2 arrives as 0.30000000000000004 and is refused for what it is
 * instead of being rounded to what was meant. Prices are counted (`Decimal`, `toUnits`); terms that nobody counts by, such as a
 * price increment or a margin, are kept and compared as texts of one spelling each. No double ever has a say in it.
 *
 * Limits: 15 significant digits, which every JSON number keeps, and 9 decimals. No exponent, no plus, no zeros in front.
 */
import { divideHalfEven } from './rounding.js';

/** The value is `digits` / 10^`decimals`. Trailing zeros are gone, so equal values are equal objects field by field. */
export type Decimal = Readonly<{ digits: number; decimals: number }>;

export const DIGITS_MAX = 15;
export const DECIMALS_MAX = 9;

/** The decimal that this number or text spells, or null if it spells none within the limits. */
export function parseDecimal(value: number | string): Decimal | null {
  // The shortest text that reads back as the same number is what the caller wrote, unless he wrote more than fits.
  const text = typeof value === 'number' ? toShortestText(value) : value;
  const parts = /^(-?)(0|[1-9]\d{0,29})(?:\.(\d{1,30}))?$/.exec(text);
  if (parts === null) return null;
  const [, minus = '', whole = '', written = ''] = parts;
  const fraction = written.replace(/0+$/, '');
  const significant = (whole + fraction).replace(/^0+/, '');
  if (fraction.length > DECIMALS_MAX || significant.length > DIGITS_MAX) return null;
  const digits = Number(significant);
  return { digits: minus === '-' && digits !== 0 ? -digits : digits, decimals: fraction.length };
}

/** Below a millionth JavaScript writes an exponent that the caller need not have written; the digits are the same. */
export function toShortestText(value: number): string {
  const text = String(value);
  const [, sign = '', first = '', rest = '', exponent = '0'] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return first === '' ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}

/** Why a value cannot be counted in some units: it lies between two of them, or is too large to be counted exactly. */
export type Uncountable = 'too_fine' | 'too_large';

/** The value in units of 10^-`scale`. */
export function toUnits({ digits, decimals }: Decimal, scale: number): number | Uncountable {
  if (decimals > scale) return 'too_fine';
  const units = digits * 10 ** (scale - decimals);
  return Number.isSafeInteger(units) ? units : 'too_large';
}

/** The shortest text of a count of units of 10^-`scale`: 12500 at scale 4 is "1.25". */
export function formatDecimal(units: number | bigint, scale: number): string {
  const text = String(units);
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - scale);
  return fraction === '' || scale === 0 ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** The one spelling of a JSON number or of a text that is a decimal number, or null. */
export function normalizeDecimal(value: unknown): string | null {
  const decimal = typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : null;
  return decimal === null ? null : formatDecimal(decimal.digits, decimal.decimals);
}

export const isPositive = (decimal: string): boolean => toScaled(decimal).units > 0n;

export const isNegative = (decimal: string): boolean => toScaled(decimal).units < 0n;

/** How many digits stand behind the point. */
export const countDecimals = (decimal: string): number => toScaled(decimal).scale;

export function isAtMost(decimal: string, max: string): boolean {
  const [one, other] = [toScaled(decimal), toScaled(max)];
  return one.units * powerOfTen(other.scale) <= other.units * powerOfTen(one.scale);
}

/** Whether a × b = product, to the last digit. */
export function isProduct(a: string, b: string, product: string): boolean {
  const [one, other, whole] = [toScaled(a), toScaled(b), toScaled(product)];
  return one.units * other.units * powerOfTen(whole.scale) === whole.units * powerOfTen(one.scale + other.scale);
}

/** Whether a price lies on the grid of a step. */
export function isMultiple(price: string, step: string): boolean {
  const [one, other] = [toScaled(price), toScaled(step)];
  return (one.units * powerOfTen(other.scale)) % (other.units * powerOfTen(one.scale)) === 0n;
}

/** A step so many times. */
export function multiplyDecimal(step: string, count: number): string {
  const { units, scale } = toScaled(step);
  return formatDecimal(units * BigInt(count), scale);
}

/** The exact sum; 0 of nothing. */
export function sumDecimals(decimals: readonly string[]): string {
  const { units, scale } = toCommonScale(decimals);
  return formatDecimal(
    units.reduce((total, each) => total + each, 0n),
    scale,
  );
}

/** The exact difference. */
export function subtractDecimal(decimal: string, other: string): string {
  const { units, scale } = toCommonScale([decimal, other]);
  const [one = 0n, less = 0n] = units;
  return formatDecimal(one - less, scale);
}

/** The decimal text with this many decimals at most, rounded by the one rule. */
export function roundDecimal(decimal: string, decimals: number): string {
  const { units, scale } = toScaled(decimal);
  return scale <= decimals ? decimal : formatDecimal(divideHalfEven(units, powerOfTen(scale - decimals)), decimals);
}

/** Decimal texts as counts of units of 10^-`scale`, the scale being that of the text with the most decimals. */
export function toCommonScale(decimals: readonly string[]): Readonly<{ units: readonly bigint[]; scale: number }> {
  const parts = decimals.map(toScaled);
  const most = Math.max(0, ...parts.map(({ scale }) => scale));
  return { units: parts.map(({ units, scale }) => units * powerOfTen(most - scale)), scale: most };
}

/** The digits of a decimal text and how many of them stand behind the point; a product of two may have more than a number holds. */
function toScaled(decimal: string): Readonly<{ units: bigint; scale: number }> {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

const powerOfTen = (power: number): bigint => 10n ** BigInt(power);
