import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory, writeDurably } from './durable-file.js';
import { readSecretKey, toSecretKeyPath } from './secret-key.js';

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
