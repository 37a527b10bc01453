/**
 * Decimal numbers as they are written. A price increment, a multiplier or a margin comes in as text, is kept as text, goes out as
 * text, and where two of them are compared it is with whole numbers: no double ever has a say.
 *
 * One spelling each: no exponent, no plus, no zeros that say nothing. At most 15 significant digits and 9 behind the point.
 */
export const DIGITS_MAX = 15;
export const FRACTION_MAX = 9;

/** A decimal and how many of its digits stand behind the point: 12.5 is 125 and 1. */
type Scaled = Readonly<{ units: bigint; scale: number }>;

const written = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The one spelling of a JSON number or of a text that is a decimal number, or null. */
export function decimalFrom(value: unknown): string | null {
  const text = typeof value === 'number' ? shortest(value) : value;
  if (typeof text !== 'string' || text.length > 40 || !written.test(text)) return null;
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  const [, fraction = ''] = plain.split('.');
  const digits = plain.replace(/^-?0*\.?0*/, '').replace('.', '');
  if (digits.length > DIGITS_MAX || fraction.length > FRACTION_MAX) return null;
  return plain === '-0' ? '0' : plain;
}

/** Below a millionth JavaScript writes an exponent; the digits are the same. */
function shortest(value: number): string {
  const text = String(value);
  const [, sign = '', first = '', rest = '', exponent = '0'] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return first === '' ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}

export const isPositive = (decimal: string): boolean => scaled(decimal).units > 0n;

export const isNegative = (decimal: string): boolean => scaled(decimal).units < 0n;

/** How many digits stand behind the point. */
export const fractionOf = (decimal: string): number => scaled(decimal).scale;

export const isAtMost = (decimal: string, most: string): boolean => difference(decimal, most) <= 0n;

/** Whether a × b = product, to the last digit. */
export function isProduct(a: string, b: string, product: string): boolean {
  const [one, other, whole] = [scaled(a), scaled(b), scaled(product)];
  const scale = one.scale + other.scale;
  return one.units * other.units * ten(whole.scale) === whole.units * ten(scale);
}

/** Whether a price lies on the grid of a step. */
export function isMultiple(price: string, step: string): boolean {
  const [one, other] = [scaled(price), scaled(step)];
  return (one.units * ten(other.scale)) % (other.units * ten(one.scale)) === 0n;
}

/** A step so many times. */
export function times(step: string, count: number): string {
  const { units, scale } = scaled(step);
  const product = units * BigInt(count);
  const digits = String(product < 0n ? -product : product).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = `${product < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
  return decimalFrom(text) ?? text;
}

function difference(a: string, b: string): bigint {
  const [one, other] = [scaled(a), scaled(b)];
  return one.units * ten(other.scale) - other.units * ten(one.scale);
}

function scaled(decimal: string): Scaled {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

const ten = (power: number): bigint => 10n ** BigInt(power);
