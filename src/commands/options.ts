import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isGuessable } from '../config/environment-rules.js';
import { isSecretKey } from '../config/secret-key.js';
import { OperatorError } from '../errors/operator-error.js';
import { type CommandInvocation, UsageError } from './command.js';

type Values = CommandInvocation['values'];

/** The text of an option; null if omitted. */
export function getTextOption(values: Values, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' ? value : null;
}

export function getListOption(values: Values, name: string): string[] | undefined {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}

export function requireTextOption(values: Values, name: string): string {
  const text = getTextOption(values, name);
  if (text === null) throw new UsageError(`--${name} is missing.`, `Give it, for example --${name} …, or see --help.`);
  return text;
}

/** The word after the action: its subject. */
export function requireSubject(positionals: readonly string[], what: string): string {
  const [action = '', subject] = positionals;
  if (subject === undefined)
    throw new UsageError(`The command ${action} needs ${what}.`, `Write it after the word ${action}.`);
  return subject;
}

/** Passwords are never on a command line, where other users could read them: they come from a file or are generated. */
export async function readOrGeneratePassword(
  values: Values,
): Promise<Readonly<{ password: string; isGenerated: boolean }>> {
  const file = getTextOption(values, 'password-file');
  if (file === null) return { password: randomBytes(15).toString('base64url'), isGenerated: true };
  return { password: (await readOptionFile(file, 'password')).replace(/\r?\n$/, ''), isGenerated: false };
}

/** A new secret key with the rules of SECRET_KEY; null if omitted. */
export async function readNewSecretKey(values: Values, isProduction: boolean): Promise<string | null> {
  const file = getTextOption(values, 'new-key-file');
  if (file === null) return null;
  const key = (await readOptionFile(file, 'new key')).trim();
  if (isSecretKey(key) && !(isProduction && isGuessable(key, 32))) return key;
  throw new OperatorError(
    `The new key in ${file} is too weak (it is not shown).`,
    'Take 32 random characters or more, for example from: openssl rand -hex 32',
  );
}

function readOptionFile(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(
      `The file with the ${what} cannot be read: ${(error as Error).message}`,
      'Name a file that you can read, or /dev/stdin.',
    );
  });
}

/** Rows under headings in aligned columns. */
export function formatTable(
  rows: readonly Readonly<Record<string, string | number | readonly string[]>>[],
  empty: string,
): string {
  const [first] = rows;
  if (!first) return empty;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
