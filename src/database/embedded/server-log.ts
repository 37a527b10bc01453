import { copyFile, type FileHandle, open, readFile, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Home } from './home.js';

/** What a server writes while it runs; what came before it is set aside once, so there are never much more than two of this size. */
const logBytes = 4 * 1024 * 1024;

export const logOf = (home: Home): string => join(home.directory, 'server.log');

/** The server appends to its log; a log that has grown is set aside before. */
export async function openLog(home: Home): Promise<FileHandle> {
  if ((await sizeOf(home)) > logBytes) await rename(logOf(home), `${logOf(home)}.1`);
  return open(logOf(home), 'a', 0o600);
}

/** The same while the server runs. It keeps its file open, so that is emptied and not renamed. */
export async function boundLog(home: Home): Promise<void> {
  if ((await sizeOf(home)) <= logBytes) return;
  await copyFile(logOf(home), `${logOf(home)}.1`);
  await truncate(logOf(home));
}

/** What a server has said since its log had this size. */
export async function saidSince(home: Home, logOffset: number): Promise<string> {
  return (await readFile(logOf(home))).subarray(logOffset).toString().trim();
}

async function sizeOf(home: Home): Promise<number> {
  return (await stat(logOf(home)).catch(() => ({ size: 0 }))).size;
}
