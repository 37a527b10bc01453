import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory with package.json, from src/ and from dist/. Relative paths in settings start here. */
export const projectRoot = findProjectRoot(import.meta.dirname);

function findProjectRoot(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : findProjectRoot(dirname(directory));
}
