import { readFileSync } from 'node:fs';

/** The 49,233 most common passwords of leaked lists, in lower case, as the package of the password meter zxcvbn has them. They come with `npm ci`; nothing is looked up elsewhere. */
const LIST = '../src/passwords.json';

/** Read when it is first needed, by those who choose a password. */
let known: ReadonlySet<string> | undefined;

/** The list leaves out what the meter recognizes by itself: neighbors on a keyboard or in the alphabet, and repetitions. */
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

/** From the first letter or digit to the last: signs before and after it are what people add where a sign is demanded. */
const WITHIN_SIGNS = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
/** What is shorter is part of every list and sequence, and says nothing of a password that is made of signs. */
const WITHIN_SIGNS_MIN = 3;

/** Whether many people have the same password, also without the signs around it. Its case makes no difference. */
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
