import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import { syncDirectory } from './durable-file.js';

/** Makes the data directory and what is missing above it, or says plainly why not. */
export function makeDataDirectory(dataDir: string): void {
  try {
    // As root, PostgreSQL runs as another user, who has to pass through this directory.
    makeDirectory(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw whyNotThere(error, dataDir);
  }
}

/**
 * A directory and what is missing above it, so that a power cut does not take them away again. Node's own `recursive` is not used: where the system refuses a new directory by
 * "no such file" although the one above is there (in /proc), Node tries for ever.
 */
export function makeDirectory(directory: string, mode: number): void {
  if (isDirectory(directory)) return;
  try {
    mkdirSync(directory, { mode });
    syncDirectory(dirname(directory));
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isDirectory(directory)) return; // Another process was faster.
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(directory))) throw error;
    makeDirectory(dirname(directory), mode);
    makeDirectory(directory, mode);
  }
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The nearest directory above that is there, or the file that is in the way. */
export function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

const refusals = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP', 'EISDIR', 'ENOENT'];

/** What the system said about the data directory, in plain words and with the mend that fits. Other errors stay what they are. */
export function whyNotThere(error: unknown, dataDir: string): unknown {
  const code = codeOf(error) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new OperatorTrouble(
      `The disk is full: nothing can be written to ${dataDir}.`,
      'Free some space there, or name a directory on a larger disk in DATA_DIR.',
      { cause: error },
    );
  }
  if (!refusals.includes(code)) return error;
  const [message, mend] = refusal(code, dataDir);
  return new OperatorTrouble(message, mend, { cause: error });
}

function refusal(code: string, dataDir: string): readonly [string, string] {
  const other = 'Name another directory in DATA_DIR, for example: DATA_DIR=./data';
  const nearest = nearestExisting(dataDir);
  if (!isDirectory(nearest)) {
    return [`The data directory ${dataDir} cannot be made: ${nearest} is not a directory.`, other];
  }
  switch (code) {
    case 'ENOENT':
      return [`The data directory ${dataDir} cannot be made: no directory can be made in ${nearest}.`, other];
    case 'EROFS':
      return [`The data directory ${dataDir} cannot be written: its file system is read-only (EROFS).`, other];
    case 'EACCES':
    case 'EPERM':
      return [
        `The data directory ${dataDir} cannot be written (${code}).`,
        'Give the user of this process write permission there, or name another directory in DATA_DIR.',
      ];
    default:
      return [
        `The data directory ${dataDir} cannot be made (${code}): its name leads nowhere, round in a circle, or is too long.`,
        other,
      ];
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
