import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory with package.json, whether this runs from src/ or from dist/. Relative paths in settings start here. */
export const projectRoot = above(import.meta.dirname);

function above(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : above(dirname(directory));
}
