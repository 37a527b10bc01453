import { readFileSync } from 'node:fs';

/** The 49,233 most common passwords of leaked lists, in lower case, as the package of the password meter zxcvbn has them. They come with `npm ci`; nothing is looked up elsewhere. */
const LIST = '../src/passwords.json';

/** Read when it is first needed, by those who choose a password. */
let known: ReadonlySet<string> | undefined;

/** Whether many people have the same one. Its case makes no difference. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(JSON.parse(readFileSync(new URL(LIST, import.meta.resolve('@zxcvbn-ts/language-common')), 'utf8')) as string[]);
  return known.has(password.toLowerCase());
}
