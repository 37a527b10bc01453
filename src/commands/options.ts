import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isGuessable } from '../config/environment-rules.js';
import { isSecretKey } from '../config/secret-key.js';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import type { Call } from './command.js';

type Values = Call['values'];

/** The text of an option; null when it was not given. */
export function textOf(values: Values, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' ? value : null;
}

export function listOf(values: Values, name: string): string[] | undefined {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}

export function demanded(values: Values, name: string): string {
  const text = textOf(values, name);
  if (text === null)
    throw new OperatorTrouble(`--${name} is missing.`, `Give it, for example --${name} …, or see --help.`);
  return text;
}

/** The word after the action: whom or what it is about. */
export function subjectOf(positionals: readonly string[], what: string): string {
  const [action = '', subject] = positionals;
  if (subject === undefined)
    throw new OperatorTrouble(`The command ${action} needs ${what}.`, `Write it after the word ${action}.`);
  return subject;
}

/** A password never stands on a command line, where others on the machine could read it: it comes from a file, or is made up. */
export async function passwordFrom(values: Values): Promise<Readonly<{ password: string; isMadeUp: boolean }>> {
  const file = textOf(values, 'password-file');
  if (file === null) return { password: randomBytes(15).toString('base64url'), isMadeUp: true };
  return { password: (await readGiven(file, 'password')).replace(/\r?\n$/, ''), isMadeUp: false };
}

/** A new secret key, which may be no weaker than SECRET_KEY; null where none is given. */
export async function newKeyFrom(values: Values, isProduction: boolean): Promise<string | null> {
  const file = textOf(values, 'new-key-file');
  if (file === null) return null;
  const key = (await readGiven(file, 'new key')).trim();
  if (isSecretKey(key) && !(isProduction && isGuessable(key, 32))) return key;
  throw new OperatorTrouble(
    `The new key in ${file} is too weak (it is not shown).`,
    'Take 32 random characters or more, for example from: openssl rand -hex 32',
  );
}

function readGiven(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorTrouble(
      `The file with the ${what} cannot be read: ${(error as Error).message}`,
      'Name a file that you can read, or /dev/stdin.',
    );
  });
}

/** Rows under headings, each column as wide as it must be. */
export function columns(
  rows: readonly Readonly<Record<string, string | number | readonly string[]>>[],
  empty: string,
): string {
  const [first] = rows;
  if (!first) return empty;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
