import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseTrouble } from '../database-trouble.js';
import { clusterOf, type Home } from './home.js';

/** The superuser's password lives inside the cluster it opens, so that the two are made, moved and restored as one. */
export const passwordFileOf = (cluster: string): string => join(cluster, 'kontor-password');

export const newPassword = (): string => randomBytes(24).toString('base64url');

export async function readPassword(home: Home): Promise<string> {
  const file = passwordFileOf(clusterOf(home));
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw damagedPassword(home, `cannot be read (${(cause as Error).message})`, cause);
  });
  if (text.trim() === '') throw damagedPassword(home, 'is empty');
  if (!/^[\w-]{16,}$/.test(text.trim())) throw damagedPassword(home, 'holds something else');
  return text.trim();
}

/** Also where the file can be read and the server does not accept what it says. */
export function damagedPassword(home: Home, finding: string, cause?: unknown): DatabaseTrouble {
  const file = passwordFileOf(clusterOf(home));
  return new DatabaseTrouble(
    'data_directory_damaged',
    `The password of the database is damaged: ${file} ${finding}.`,
    'Stop every service on this data directory, remove that file, and start again: the database then gets another password and keeps its data. Or restore a backup: kontor restore <directory> --force',
    { cause },
  );
}
