import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncDirectory } from './durable-file.js';

/** Where the first start keeps the credentials that it printed. */
export const firstSignInFile = (dataDir: string): string => join(dataDir, 'first-sign-in.json');

/** Removes the file if it is there, durably. */
export function removeFirstSignIn(dataDir: string): void {
  const path = firstSignInFile(dataDir);
  if (!existsSync(path)) return;
  rmSync(path);
  syncDirectory(dirname(path));
}
