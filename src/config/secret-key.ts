import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import { makeDataDirectory } from './data-directory.js';

/**
 * The sandbox's own secret key: made up once, then kept. It appears under its name complete or not at all, and of two that are
 * made at the same moment one wins; a lost key would make everything that is encrypted with it unreadable.
 */
export function keptSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    return read(file) ?? make(dataDir, file);
  } catch (error) {
    if (error instanceof OperatorTrouble) throw error;
    throw new OperatorTrouble(`The secret key cannot be kept in ${file} (${(error as Error).message}).`, 'Let this user write to DATA_DIR, or set SECRET_KEY.', { cause: error });
  }
}

function read(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (text.length >= 32) return text;
  throw new OperatorTrouble(`The secret key in ${file} is damaged: it is too short.`, 'Restore the file from a backup. Without it, secrets in the database cannot be read.');
}

function make(dataDir: string, file: string): string {
  const draft = `${file}.${process.pid}`;
  makeDataDirectory(dataDir);
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
