import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncDirectory } from './durable-file.js';

/** The file with the credentials of the first start. */
export const toFirstSignInPath = (dataDir: string): string => join(dataDir, 'first-sign-in.json');

/** Removes the file if it exists, durably. */
export function removeFirstSignInFile(dataDir: string): void {
  const path = toFirstSignInPath(dataDir);
  if (!existsSync(path)) return;
  rmSync(path);
  syncDirectory(dirname(path));
}
