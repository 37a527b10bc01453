import { copyFile, type FileHandle, open, readFile, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterHome } from './cluster-home.js';

/** The maximum size of the log; a larger one is set aside once, so there are at most about two of this size. */
const maxLogBytes = 4 * 1024 * 1024;

export const toLogPath = (home: ClusterHome): string => join(home.directory, 'server.log');

/** The server appends to its log; a large one is set aside before. */
export async function openLog(home: ClusterHome): Promise<FileHandle> {
  if ((await getLogSize(home)) > maxLogBytes) await rename(toLogPath(home), `${toLogPath(home)}.1`);
  return open(toLogPath(home), 'a', 0o600);
}

/** The same while the server runs. It keeps its file open, so the file is truncated, not renamed. */
export async function truncateLog(home: ClusterHome): Promise<void> {
  if ((await getLogSize(home)) <= maxLogBytes) return;
  await copyFile(toLogPath(home), `${toLogPath(home)}.1`);
  await truncate(toLogPath(home));
}

/** The server's output since its log had this size. */
export async function readLogSince(home: ClusterHome, logOffset: number): Promise<string> {
  return (await readFile(toLogPath(home))).subarray(logOffset).toString().trim();
}

async function getLogSize(home: ClusterHome): Promise<number> {
  return (await stat(toLogPath(home)).catch(() => ({ size: 0 }))).size;
}
