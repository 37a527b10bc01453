import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.js';
import { toClusterDirectory, type ClusterHome } from './cluster-home.js';

/** The superuser's password is inside the cluster, so that both are created, moved and restored together. */
export const toPasswordPath = (cluster: string): string => join(cluster, 'kontor-password');

export const generatePassword = (): string => randomBytes(24).toString('base64url');

export async function readPassword(home: ClusterHome): Promise<string> {
  const file = toPasswordPath(toClusterDirectory(home));
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw createDamagedPasswordError(home, `cannot be read (${(cause as Error).message})`, cause);
  });
  if (text.trim() === '') throw createDamagedPasswordError(home, 'is empty');
  if (!/^[\w-]{16,}$/.test(text.trim())) throw createDamagedPasswordError(home, 'holds something else');
  return text.trim();
}

/** Also used when the file is readable and the server rejects its content. */
export function createDamagedPasswordError(home: ClusterHome, finding: string, cause?: unknown): DatabaseError {
  const file = toPasswordPath(toClusterDirectory(home));
  return new DatabaseError(
    'data_directory_damaged',
    `The password of the database is damaged: ${file} ${finding}.`,
    'Stop every service on this data directory, remove that file, and start again: the database then gets another password and keeps its data. Or restore a backup: kontor restore <directory> --force',
    { cause },
  );
}
