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

/** Who may read a file, and whose it is where it is not this process's user's. */
type FileOptions = Readonly<{ mode?: number; owner?: Readonly<{ uid: number; gid: number }> | null }>;

/**
 * Writes a file so that a power cut leaves its old content or its new one, never half of it: written beside its place, synced,
 * renamed, and the directory synced. When this returns, the file outlives a power cut.
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

/** The same for a file that must not be there yet. Of several processes that make it, one does: false where the file is there. */
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

/** Makes what happened to the names in a directory outlive a power cut. Windows has no such call, and some file systems refuse it. */
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

/** Makes everything below a directory outlive a power cut. */
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
 * Removes the drafts that a killed process left in a directory: they may hold secrets. A draft stands for milliseconds, so one that
 * has stood for a minute is nobody's, whichever process has its maker's number by now.
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
