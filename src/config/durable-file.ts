import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The permissions of a file, and its owner if different from this process's user. */
type FileOptions = Readonly<{ mode?: number; owner?: Readonly<{ uid: number; gid: number }> | null }>;

/**
 * Writes a file so that a power cut leaves its old or its new content: written aside, synced, renamed, and the
 * directory synced. When this returns, the file survives a power cut.
 */
export function writeDurably(path: string, text: string, options: FileOptions = {}): void {
  const draft = toDraftPath(path);
  try {
    writeSynced(draft, text, options);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}

/** The same for a new file. Of several processes, one creates it: false if the file exists. */
export function createDurably(path: string, text: string, options: FileOptions = {}): boolean {
  const draft = toDraftPath(path);
  try {
    writeSynced(draft, text, options);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
  syncDirectory(dirname(path));
  return true;
}

/**
 * Makes changes of names in a directory survive a power cut. Windows has no such call, and some file systems reject it.
 */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(handle);
  }
}

/** Syncs everything below a directory. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncFile(path);
  }
  syncDirectory(directory);
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Removes drafts of killed processes: they may contain secrets. A draft lives for milliseconds, so one that is a minute
 * old is stale, even if its pid was reused.
 */
export function removeAbandonedDrafts(directory: string, isAlive: (pid: number) => boolean): void {
  for (const name of readdirSync(directory)) {
    const ownerPid = Number(draftPattern.exec(name)?.[1] ?? 0);
    if (ownerPid === 0) continue;
    const path = join(directory, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (ownerPid === process.pid || age > abandonedMilliseconds || !isAlive(ownerPid)) rmSync(path, { force: true });
  }
}

const abandonedMilliseconds = 60_000;

const toDraftPath = (path: string): string => `${path}.${process.pid}`;

/** The number of the process that makes the file is at the end. */
const draftPattern =
  /^(?:first-sign-in\.json|secret-key(?:\.new)?|service\.json|clock\.json|clock-accept\.json)\.(\d+)$/;

function writeSynced(path: string, text: string, { mode = 0o600, owner = null }: FileOptions): void {
  rmSync(path, { force: true }); // Left behind by a process of this number; it may belong to another user.
  const handle = openSync(path, 'wx', mode);
  try {
    fchmodSync(handle, mode);
    if (owner) chownSync(path, owner.uid, owner.gid);
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
