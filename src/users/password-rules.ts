import { PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN, toPasswordBytes } from './password.js';
import { readFileSync } from 'node:fs';

/**
 * The 49,233 most common passwords of leaked lists, in lower case, from the package of the password meter zxcvbn. They
 * come with `npm ci`; nothing is fetched at run time.
 */
const LIST = '../src/passwords.json';

/** Loaded when first needed. */
let known: ReadonlySet<string> | undefined;

/** The list omits what the meter detects by itself: keyboard neighbors, alphabet sequences and repetitions. */
const SEQUENCES = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
];
const REPEATED = /^(.{1,5})\1+$/su;

/** From the first letter or digit to the last: users add signs around where a sign is required. */
const WITHIN_SIGNS = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
/** Shorter words are part of every list and say nothing about a password of signs. */
const WITHIN_SIGNS_MIN = 3;

/** Whether a password is common, also without the signs around it and in any case. */
function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  const [within = ''] = WITHIN_SIGNS.exec(text) ?? [];
  return isCommon(text) || (within.length >= WITHIN_SIGNS_MIN && isCommon(within));
}

function isCommon(text: string): boolean {
  known ??= new Set(
    JSON.parse(readFileSync(new URL(LIST, import.meta.resolve('@zxcvbn-ts/language-common')), 'utf8')) as string[],
  );
  return known.has(text) || REPEATED.test(text) || isSequence(text);
}

function isSequence(text: string): boolean {
  const backwards = Array.from(text).reverse().join('');
  return SEQUENCES.some((sequence) => sequence.includes(text) || sequence.includes(backwards));
}

/** The known facts about the password's owner. */
export type PasswordOwner = Readonly<{ email?: string; firstName?: string; lastName?: string }>;

const PRODUCT = 'kontor';

/** Why a password may not be chosen, as the end of a sentence; null if it may. Existing passwords still sign in. */
export function findPasswordFault(password: string, owner: PasswordOwner = {}): string | null {
  if (Array.from(password).length < PASSWORD_LENGTH_MIN || toPasswordBytes(password) === null) {
    return `must have ${PASSWORD_LENGTH_MIN} characters or more and at most ${PASSWORD_BYTES_MAX} bytes`;
  }
  if (isCommonPassword(password.normalize('NFKC'))) return 'must not be a common password';
  return isOwnName(simplify(password), owner)
    ? 'must not be the email, the name or the name of this service, nor these with digits and signs around them'
    : null;
}

const simplify = (text: string): string => text.normalize('NFKC').toLowerCase();

const removeDecoration = (text: string): string => text.replace(/[^\p{L}]/gu, '');

/** Whether a password is only names: digits, signs and spaces between them do not count. */
function isOwnName(password: string, { email = '', firstName = '', lastName = '' }: PasswordOwner): boolean {
  const [localPart = ''] = email.split('@');
  const words = [email, localPart, firstName, lastName, PRODUCT].map(simplify).filter((word) => word !== '');
  if (words.includes(password)) return true;
  return isMadeOf(
    removeDecoration(password),
    words.map(removeDecoration).filter((word) => word !== ''),
  );
}

/** Whether a text is a sequence of words of a list. Each position is visited once, so no input is slow. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const isReached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!isReached.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) isReached.add(at + word.length);
  }
  return text !== '' && isReached.has(text.length);
}
