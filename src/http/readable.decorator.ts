import { IsString, Length } from 'class-validator';
import { combine, ValueRule, Trim } from './fields.decorator.js';

/*
 * What people read must be what is written: a character that cannot be seen makes two names look like one, and one that
 * turns the direction of the text turns the sentence around it, too.
 */

/**
 * Unicode category "other" (controls, formats, surrogates, private use, unassigned), line separators, and invisible
 * fillers.
 */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Joiners, which Persian and Indic scripts need; elsewhere they are invisible characters. */
const JOINER_WITHIN_A_WORD = /(?<=\p{L}\p{M}*)[\u200c\u200d](?=\p{L})/gu;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The first unreadable character of a name, as a code point. */
function findUnreadableCharacter(text: string): string | null {
  const character = text.replaceAll(JOINER_WITHIN_A_WORD, '').match(UNREADABLE)?.[0];
  return character === undefined ? null : formatCodePoint(character);
}

/** An email is compared, so each has one spelling without look-alike letters. */
function findAmbiguousCharacter(email: string): string | null {
  const character =
    /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.exec(email)?.[0] ??
    Array.from(email).find((one) => one !== one.normalize('NFKC'));
  if (character !== undefined) return formatCodePoint(character);
  return email === email.normalize('NFKC') ? null : 'a letter and its accent apart';
}

const formatCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

type TextCheck = (text: string) => string | null;

const createTextRule = (name: string, check: TextCheck): PropertyDecorator =>
  ValueRule(name, (value) => {
    const fault = typeof value === 'string' ? check(value) : 'be text';
    return fault === null ? null : `$property must ${fault}`;
  });

/** One line of readable text. Length rules are separate. */
export const IsReadable = (): PropertyDecorator =>
  createTextRule('isReadable', (text) => {
    const character = findUnreadableCharacter(text);
    if (character !== null) return `hold no character that cannot be seen or that turns the text around (${character})`;
    return text === '' || VISIBLE.test(text) ? null : 'hold something that can be seen';
  });

/** One line of readable text, without the spaces around it. */
export const IsReadableText = (lengthMax: number): PropertyDecorator =>
  combine(Trim(), IsString(), Length(1, lengthMax), IsReadable());

/** Of an email, beside being one. */
export const IsUnambiguous = (): PropertyDecorator =>
  createTextRule('isUnambiguous', (email) => {
    const character = findAmbiguousCharacter(email);
    return character === null
      ? null
      : `hold no character that cannot be seen or that looks like another (${character})`;
  });
