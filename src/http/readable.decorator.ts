import { ValidateBy } from 'class-validator';

/*
 * What people read must be what is written: a character that cannot be seen makes two names look like one, and one that
 * turns the direction of the text turns the sentence around it, too.
 */

/** Unicode's "other" (controls, formats, surrogates, private and unassigned characters), separators of lines, and fillers that show nothing. */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Persian and the scripts of India are spelled with them; anywhere else they are only hidden. */
const JOINER_WITHIN_A_WORD = /(?<=\p{L}\p{M}*)[\u200c\u200d](?=\p{L})/gu;

const SHOWS = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The first character of a name that cannot be read, as Unicode numbers it. */
function unreadableIn(text: string): string | null {
  const character = text.replaceAll(JOINER_WITHIN_A_WORD, '').match(UNREADABLE)?.[0];
  return character === undefined ? null : numbered(character);
}

/** An email is compared, not only read: each is spelled in one way, and no letter of it stands for another. */
function unplainIn(email: string): string | null {
  const character =
    /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.exec(email)?.[0] ??
    Array.from(email).find((one) => one !== one.normalize('NFKC'));
  if (character !== undefined) return numbered(character);
  return email === email.normalize('NFKC') ? null : 'a letter and its accent apart';
}

const numbered = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

type Fault = (text: string) => string | null;

const rule = (name: string, fault: Fault): PropertyDecorator => {
  const faultOf = (value: unknown): string | null => (typeof value === 'string' ? fault(value) : 'be text');
  return ValidateBy({
    name,
    validator: {
      validate: (value) => faultOf(value) === null,
      defaultMessage: (asked) => `$property must ${faultOf(asked?.value) ?? ''}`,
    },
  });
};

/** Text of one line that is read as it is written. How long it is, and whether it may be empty, is said by others. */
export const IsReadable = (): PropertyDecorator =>
  rule('isReadable', (text) => {
    const found = unreadableIn(text);
    if (found !== null) return `hold no character that cannot be seen or that turns the text around (${found})`;
    return text === '' || SHOWS.test(text) ? null : 'hold something that can be seen';
  });

/** Of an email, beside being one. */
export const IsPlain = (): PropertyDecorator =>
  rule('isPlain', (email) => {
    const found = unplainIn(email);
    return found === null ? null : `hold no character that cannot be seen or that looks like another (${found})`;
  });
