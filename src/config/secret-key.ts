import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors/operator-error.js';
import { makeDataDirectory } from './data-directory.js';
import { createDurably, syncDirectory, writeDurably } from './durable-file.js';

/**
 * The next secret key beside the current one. It is on disk before anything is sealed under it, and stays there until
 * the service uses it: at any time one of the two opens every sealed value.
 */
export const toPendingKeyPath = (dataDir: string): string => join(dataDir, 'secret-key.new');

export function readPendingKey(dataDir: string): string | null {
  return readSecretKey(toPendingKeyPath(dataDir));
}

export function writePendingKey(dataDir: string, key: string): void {
  writeDurably(toPendingKeyPath(dataDir), `${key}\n`);
}

/** From here on it is the key in the data directory. */
export function adoptPendingKey(dataDir: string): void {
  renameSync(toPendingKeyPath(dataDir), toSecretKeyPath(dataDir));
  syncDirectory(dataDir);
}

export function removePendingKey(dataDir: string): void {
  rmSync(toPendingKeyPath(dataDir), { force: true });
  syncDirectory(dataDir);
}

const toSecretKeyPath = (dataDir: string): string => join(dataDir, 'secret-key');

export const generateSecretKey = (): string => randomBytes(32).toString('hex');

export const isSecretKey = (text: string): boolean => /^[\x20-\x7e]{32,}$/.test(text);

/**
 * The sandbox's generated secret key. Its file is complete or missing, and of two simultaneous ones one wins; a lost
 * key would make everything encrypted with it unreadable.
 */
export function loadOrCreateSecretKey(dataDir: string): string {
  const file = toSecretKeyPath(dataDir);
  try {
    return readSecretKey(file) ?? createSecretKey(dataDir, file);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The secret key cannot be kept in ${file} (${(error as Error).message}).`,
      'Let this user write to DATA_DIR, or set SECRET_KEY.',
      { cause: error },
    );
  }
}

/** Null without such a file; a damaged one is an error. */
function readSecretKey(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (isSecretKey(text)) return text;
  throw new OperatorError(
    `The secret key in ${file} is damaged: ${text.length < 32 ? `it has ${text.length} characters instead of 64` : 'it is not text'}.`,
    'Restore the file from a backup. Without a backup, remove the file: the next start makes another key, and the secrets of API keys and webhooks that were encrypted with the old one have to be replaced.',
  );
}

function createSecretKey(dataDir: string, file: string): string {
  makeDataDirectory(dataDir);
  createDurably(file, `${generateSecretKey()}\n`);
  return readSecretKey(file) ?? createSecretKey(dataDir, file);
}
