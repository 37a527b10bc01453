import { copyFile, type FileHandle, open, readFile, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterHome } from './cluster-home.js';
import { DatabaseError } from '../database-error.js';

/** Why a server did not start, according to its log. */
type StartFailure = 'locked' | 'port_taken' | 'storage_full' | 'other';

export function classifyStartFailure(log: string): StartFailure {
  if (isDiskFullMessage(log)) return 'storage_full';
  if (
    /lock file "postmaster\.pid" already exists|pre-existing shared memory block|lock file "postmaster\.pid" is empty/.test(
      log,
    )
  )
    return 'locked';
  if (/could not bind|Address already in use|could not create any TCP\/IP sockets/.test(log)) return 'port_taken';
  return 'other';
}

/** A failed write has the system's error; a partial one only the hint. */
export function isDiskFullMessage(output: string): boolean {
  return /No space left on device|Check free disk space|Disk quota exceeded/.test(output);
}

export function createStorageFullError(directory: string, cause?: unknown): DatabaseError {
  return new DatabaseError(
    'storage_full',
    `The disk is full: PostgreSQL cannot write to ${directory}.`,
    'Free some space on that file system, or name a directory on a larger one in DATA_DIR, and start again. Nothing that was acknowledged is lost.',
    { cause },
  );
}

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
