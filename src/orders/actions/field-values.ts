import { type Decimal, parseDecimal, toShortestText } from '../../money/decimal.js';

/**
 * The price that a JSON number or a text spells, or null for what spells none.
 *
 * One with more decimals than any tick has is a price all the same: whether it fits its instrument is the venue's answer. Such a price
 * keeps so many decimals that it fits nowhere.
 */
export function parsePrice(value: unknown): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return parseDecimal(value) ?? parseLongDecimal(typeof value === 'number' ? toShortestText(value) : value);
}

function parseLongDecimal(text: string): Decimal | null {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(0|[1-9]\d{0,14})\.(\d{1,40})$/.exec(text) ?? [];
  if (whole === '') return null;
  const decimals = fraction.replace(/0+$/, '');
  const digits = Number(whole + decimals);
  return { digits: minus === '-' ? -digits : digits, decimals: decimals.length };
}

export const INTEGER_MAX = 2_147_483_647;
export const LABEL_LENGTH_MAX = 64;

/** Covers nearly all values; the other test covers every script. */
const plainLabel = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

/** Letters with accents, digits, signs, and single spaces between them. */
const visibleLabel = /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*[\p{L}\p{M}\p{N}\p{P}\p{S}])?$/u;

/** Letters and signs without a visible glyph. */
const invisibleLetter = /[\u115f\u1160\u2800\u3164\uffa0]/;

export const isLabel = (text: unknown): text is string =>
  typeof text === 'string' && (plainLabel.test(text) || isLabelOfAnyScript(text));

const isLabelOfAnyScript = (text: string): boolean =>
  text.length <= 2 * LABEL_LENGTH_MAX &&
  visibleLabel.test(text) &&
  !invisibleLetter.test(text) &&
  Array.from(text).length <= LABEL_LENGTH_MAX;

/** The maximum quantity is a rule of trading; here a number only has to fit the column. */
export const isWholeNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= INTEGER_MAX;
