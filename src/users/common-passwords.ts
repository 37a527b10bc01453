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
export function isCommonPassword(password: string): boolean {
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
