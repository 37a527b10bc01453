import type { Decimal } from '../money/decimal.js';
import type { Issue } from '../errors/domain-error.js';
import { isCalendarDate, isId } from '../http/wire-values.js';
import { didYouMean, unknownName } from '../http/did-you-mean.js';
import { pointerTo } from '../http/field-names.js';
import { priceFrom } from './price-from-wire.js';

type Raw = Readonly<Record<string, unknown>>;

/**
 * One object of a body, read field by field. What is wrong with a field is noted and the reading goes on, so that a caller is told
 * of everything at once; a value that was noted as wrong is never used.
 *
 * Written out by hand, because this is the door through which every order comes: a well-formed order costs about a microsecond here,
 * and class-validator takes twenty-seven.
 */
export class WireFields {
  constructor(
    private readonly raw: Raw,
    private readonly issues: Issue[],
    /** Which one of a list it is; null for one by itself. */
    private readonly index: number | null,
  ) {}

  has(name: string): boolean {
    return this.raw[name] !== undefined;
  }

  /** Refuses every field that is not one of these. */
  onlyOf(known: ReadonlySet<string>, ofWhat: string): void {
    for (const name in this.raw)
      if (!known.has(name)) this.wrong(name, unknownName(name, [...known], `is not a field of ${ofWhat}`));
  }

  id(name: string): number {
    return this.optionalId(name) ?? this.missing(name, 0);
  }

  optionalId(name: string): number | null {
    const value = this.raw[name];
    if (value === undefined || isId(value)) return value ?? null;
    this.wrong(name, `${name} must be an id: a whole number from 1 to 9007199254740991`);
    return 1;
  }

  whole(name: string): number {
    return this.optionalWhole(name) ?? this.missing(name, 1);
  }

  /** How large a quantity may be is a rule of trading and not of the wire; here it only has to be one that a column holds. */
  optionalWhole(name: string): number | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= WHOLE_MAX) return value;
    this.wrong(name, `${name} must be a whole number from -${WHOLE_MAX} to ${WHOLE_MAX}`);
    return 1;
  }

  price(name: string): Decimal | null {
    return this.optionalPrice(name) ?? this.missing(name, null);
  }

  optionalPrice(name: string): Decimal | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    const price = priceFrom(value);
    if (price !== null) return price;
    this.wrong(name, `${name} must be a decimal number without an exponent`);
    return ZERO;
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word {
    return this.optionalOneOf(name, words) ?? this.missing(name, words[0] as Word);
  }

  optionalOneOf<Word extends string>(name: string, words: readonly Word[]): Word | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    for (const word of words) if (value === word) return word;
    this.wrong(name, `${name} must be one of ${words.join(', ')}${didYouMean(value, words)}`);
    return words[0] as Word;
  }

  optionalFlag(name: string): boolean {
    const value = this.raw[name];
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.wrong(name, `${name} must be true or false`);
    return false;
  }

  date(name: string): string {
    return this.optionalDate(name) ?? this.missing(name, '');
  }

  optionalDate(name: string): string | null {
    const value = this.raw[name];
    if (value === undefined || isCalendarDate(value)) return value ?? null;
    this.wrong(name, `${name} must be a date that exists, written YYYY-MM-DD`);
    return '';
  }

  /** A client's own name for something. Two names that look alike are not the same, so what cannot be seen is no part of one. */
  optionalLabel(name: string): string | null {
    const value = this.raw[name];
    if (value === undefined) return null;
    if (isLabel(value)) return value;
    this.wrong(name, `${name} must have 1 to ${LABEL_MAX} characters, and only such as can be seen`);
    return 'x';
  }

  /** Nothing that stands here belongs here now. */
  none(name: string, because: string): void {
    if (this.has(name)) this.wrong(name, because);
  }

  wrong(name: string, message: string): void {
    const inner = name === '' ? [] : [name];
    this.issues.push({
      pointer: this.index === null ? pointerTo(...inner) : pointerTo('actions', this.index, ...inner),
      message,
    });
  }

  private missing<Value>(name: string, instead: Value): Value {
    this.wrong(name, `${name} is missing`);
    return instead;
  }
}

const ZERO: Decimal = { digits: 0, decimals: 0 };

export const WHOLE_MAX = 2_147_483_647;
export const LABEL_MAX = 64;

/** Nearly all of them; the other test knows every script. */
const plainLabel = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

/** Letters with their accents, figures, signs, and blanks between them. */
const visible = /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*[\p{L}\p{M}\p{N}\p{P}\p{S}])?$/u;

/** Letters and signs that show nothing all the same. */
const filler = /[\u115f\u1160\u2800\u3164\uffa0]/;

export const isLabel = (text: unknown): text is string =>
  typeof text === 'string' && (plainLabel.test(text) || isLabelOfAnyScript(text));

const isLabelOfAnyScript = (text: string): boolean =>
  text.length <= 2 * LABEL_MAX && visible.test(text) && !filler.test(text) && Array.from(text).length <= LABEL_MAX;
