import { existsSync, mkdirSync, statSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../errors/operator-error.js';
import { syncDirectory } from './durable-file.js';

/** The directory with package.json, from src/ and from dist/. Relative paths in settings start here. */
export const projectRoot = findProjectRoot(import.meta.dirname);

function findProjectRoot(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : findProjectRoot(dirname(directory));
}

/** The file with the credentials of the first start. */
export const toFirstSignInPath = (dataDir: string): string => join(dataDir, 'first-sign-in.json');

/** Removes the file if it exists, durably. */
export function removeFirstSignInFile(dataDir: string): void {
  const path = toFirstSignInPath(dataDir);
  if (!existsSync(path)) return;
  rmSync(path);
  syncDirectory(dirname(path));
}

/** Creates the data directory with its parents, or explains why not. */
export function makeDataDirectory(dataDir: string): void {
  try {
    // For root, PostgreSQL runs as another user, who must pass through this directory.
    makeDirectory(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw explainDirectoryError(error, dataDir);
  }
}

/**
 * Creates a directory with its parents, durably. Node's own `recursive` loops forever where the system rejects a new
 * directory with "no such file" although its parent exists (in /proc).
 */
export function makeDirectory(directory: string, mode: number): void {
  if (isDirectory(directory)) return;
  try {
    mkdirSync(directory, { mode });
    syncDirectory(dirname(directory));
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST' && isDirectory(directory)) return; // Another process was faster.
    if (getErrorCode(error) !== 'ENOENT' || existsSync(dirname(directory))) throw error;
    makeDirectory(dirname(directory), mode);
    makeDirectory(directory, mode);
  }
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The nearest existing parent, or the file that is in the way. */
export function findNearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findNearestExisting(dirname(path));
}

const directoryErrorCodes = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENAMETOOLONG',
  'ELOOP',
  'EISDIR',
  'ENOENT',
];

/** Explains a system error about the data directory with its fix. Other errors stay unchanged. */
export function explainDirectoryError(error: unknown, dataDir: string): unknown {
  const code = getErrorCode(error) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new OperatorError(
      `The disk is full: nothing can be written to ${dataDir}.`,
      'Free some space there, or name a directory on a larger disk in DATA_DIR.',
      { cause: error },
    );
  }
  if (!directoryErrorCodes.includes(code)) return error;
  const [message, fix] = describeDirectoryError(code, dataDir);
  return new OperatorError(message, fix, { cause: error });
}

function describeDirectoryError(code: string, dataDir: string): readonly [string, string] {
  const otherDirectoryFix = 'Name another directory in DATA_DIR, for example: DATA_DIR=./data';
  const nearest = findNearestExisting(dataDir);
  if (!isDirectory(nearest)) {
    return [`The data directory ${dataDir} cannot be made: ${nearest} is not a directory.`, otherDirectoryFix];
  }
  switch (code) {
    case 'ENOENT':
      return [
        `The data directory ${dataDir} cannot be made: no directory can be made in ${nearest}.`,
        otherDirectoryFix,
      ];
    case 'EROFS':
      return [
        `The data directory ${dataDir} cannot be written: its file system is read-only (EROFS).`,
        otherDirectoryFix,
      ];
    case 'EACCES':
    case 'EPERM':
      return [
        `The data directory ${dataDir} cannot be written (${code}).`,
        'Give the user of this process write permission there, or name another directory in DATA_DIR.',
      ];
    default:
      return [
        `The data directory ${dataDir} cannot be made (${code}): its name leads nowhere, round in a circle, or is too long.`,
        otherDirectoryFix,
      ];
  }
}

const getErrorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
