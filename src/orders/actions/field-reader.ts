import { type Decimal, parseDecimal } from '../../money/decimal.js';
import type { Issue } from '../../errors/domain-error.js';
import { isCalendarDate, isId } from '../../http/wire-values.js';
import { formatSuggestion, formatUnknownName } from '../../http/name-suggestions.js';
import { toJsonPointer } from '../../errors/field-names.js';

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

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads one object of a body field by field. Faults are collected and reading continues, so that a caller gets all of
 * them at once; a faulty value is never used. Hand-written because every order passes through it: a well-formed order
 * costs about a microsecond here, and twenty-seven with class-validator.
 */
export class FieldReader {
  constructor(
    private readonly raw: JsonObject,
    private readonly issues: Issue[],
    /** The index in a list; null for a single action. */
    private readonly index: number | null,
  ) {}

  has(name: string): boolean {
    return this.raw[name] !== undefined;
  }

  /** Reports every field that is not in this list. */
  rejectUnknown(known: ReadonlySet<string>, typeName: string): void {
    for (const name in this.raw)
      if (!known.has(name)) this.addIssue(name, formatUnknownName(name, [...known], `is not a field of ${typeName}`));
  }

  readId(name: string): number {
    return this.readOptionalId(name) ?? this.addMissing(name, 0);
  }

  readOptionalId(name: string): number | null {
    const value = this.raw[name];
    if (value === undefined || isId(value)) return value ?? null;
    this.addIssue(name, `${name} must be an id: a whole number from 1 to 9007199254740991`);
    return 1;
  }

  readInteger(name: string): number {
    return this.readOptionalInteger(name) ?? this.addMissing(name, 1);
  }

  /** The maximum quantity is a rule of trading; here it only has to fit the column. */
  readOptionalInteger(name: string): number | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= INTEGER_MAX) return value;
    this.addIssue(name, `${name} must be a whole number from -${INTEGER_MAX} to ${INTEGER_MAX}`);
    return 1;
  }

  readPrice(name: string): Decimal | null {
    return this.readOptionalPrice(name) ?? this.addMissing(name, null);
  }

  readOptionalPrice(name: string): Decimal | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    const price = parsePrice(value);
    if (price !== null) return price;
    this.addIssue(name, `${name} must be a decimal number without an exponent`);
    return ZERO;
  }

  readOneOf<Word extends string>(name: string, allowedValues: readonly Word[]): Word {
    return this.readOptionalOneOf(name, allowedValues) ?? this.addMissing(name, allowedValues[0] as Word);
  }

  readOptionalOneOf<Word extends string>(name: string, allowedValues: readonly Word[]): Word | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    for (const allowedValue of allowedValues) if (value === allowedValue) return allowedValue;
    this.addIssue(name, `${name} must be one of ${allowedValues.join(', ')}${formatSuggestion(value, allowedValues)}`);
    return allowedValues[0] as Word;
  }

  readOptionalBoolean(name: string): boolean {
    const value = this.raw[name];
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.addIssue(name, `${name} must be true or false`);
    return false;
  }

  readDate(name: string): string {
    return this.readOptionalDate(name) ?? this.addMissing(name, '');
  }

  readOptionalDate(name: string): string | null {
    const value = this.raw[name];
    if (value === undefined || isCalendarDate(value)) return value ?? null;
    this.addIssue(name, `${name} must be a date that exists, written YYYY-MM-DD`);
    return '';
  }

  /** A client's own id. Ids that look alike must be equal, so invisible characters are rejected. */
  readOptionalLabel(name: string): string | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    if (isLabel(value)) return value;
    this.addIssue(name, `${name} must have 1 to ${LABEL_LENGTH_MAX} characters, and only such as can be seen`);
    return 'x';
  }

  /** This field does not belong to the action. */
  rejectPresent(name: string, message: string): void {
    if (this.has(name)) this.addIssue(name, message);
  }

  addIssue(name: string, message: string): void {
    const inner = name === '' ? [] : [name];
    this.issues.push({
      pointer: this.index === null ? toJsonPointer(...inner) : toJsonPointer('actions', this.index, ...inner),
      message,
    });
  }

  private addMissing<Value>(name: string, fallback: Value): Value {
    this.addIssue(name, `${name} is missing`);
    return fallback;
  }
}

const ZERO: Decimal = { digits: 0, decimals: 0 };

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
