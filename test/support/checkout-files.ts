import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './sample-project.js';

/** Text by path, the path relative to the checkout and with slashes. */
export type Files = ReadonlyMap<string, string>;

const leftOut = new Set(['.git', 'coverage', 'data', 'dist', 'node_modules']);

/** Every file that belongs to the project, the ones about to be committed included; one that is no text, such as a picture, is there and says nothing. */
export function checkoutFiles(): Files {
  const texts = projectPaths().map((path) => [path, readFileSync(join(checkout, path), 'utf8')] as const);
  return new Map(texts.map(([path, text]) => [path, text.includes('\0') ? '' : text]));
}

/** Where the project's files are, the ones about to be committed included. */
export function projectPaths(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: checkout, encoding: 'utf8' });
    const gone = new Set(deleted.split('\0'));
    return [...new Set(listed.split('\0'))].filter((path) => path !== '' && !gone.has(path));
  } catch {
    return below(''); // unpacked from an archive: there is no git to ask
  }
}

function below(folder: string): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((item) => {
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    if (item.isDirectory()) return leftOut.has(item.name) ? [] : below(path);
    return item.isFile() ? [path] : [];
  });
}
