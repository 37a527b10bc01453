import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncDirectory } from './durable-file.js';

/** Where the first start keeps the credentials that it printed. */
export const toFirstSignInPath = (dataDir: string): string => join(dataDir, 'first-sign-in.json');

/** Removes the file if it is there, durably. */
export function removeFirstSignInFile(dataDir: string): void {
  const path = toFirstSignInPath(dataDir);
  if (!existsSync(path)) return;
  rmSync(path);
  syncDirectory(dirname(path));
}
