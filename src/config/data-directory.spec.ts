import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataDirectory } from './data-directory.js';

const catchDirectoryError = (directory: string): { message: string; fix: string } => {
  try {
    makeDataDirectory(directory);
  } catch (error) {
    return error as { message: string; fix: string };
  }
  throw new Error(`${directory} was made.`);
};

describe('data directory', () => {
  let base: string;
  beforeEach(() => (base = mkdtempSync(join(tmpdir(), 'kontor-directory-'))));
  afterEach(() => rmSync(base, { recursive: true }));

  it('is created with missing parents for its owner only, once', () => {
    const directory = join(base, 'one', 'two', 'three');
    for (let time = 1; time <= 2; time++) makeDataDirectory(directory);

    expect(statSync(directory).isDirectory()).toBe(true);
    expect(statSync(join(base, 'one')).mode & 0o066).toBe(0);
  });

  it('inside a file is rejected with a fix other than permissions', () => {
    const file = join(base, 'file');
    writeFileSync(file, '');

    for (const directory of [file, join(file, 'data'), join(file, 'data', 'deeper')]) {
      expect(catchDirectoryError(directory).message).toBe(
        `The data directory ${directory} cannot be made: ${file} is not a directory.`,
      );
      expect(catchDirectoryError(directory).fix).toBe(
        'Name another directory in DATA_DIR, for example: DATA_DIR=./data',
      );
    }
  });

  it('behind a broken link or a loop, or with too long a name, is rejected', () => {
    for (const name of ['nowhere', 'circle'])
      symlinkSync(join(base, name === 'circle' ? name : 'missing'), join(base, name));

    for (const name of ['nowhere', 'circle', 'x'.repeat(300)]) {
      expect(catchDirectoryError(join(base, name, 'data')).message).toMatch(
        / cannot be made \(E[A-Z]+\): its name leads nowhere, round in a circle, or is too long\.$/,
      );
    }
    expect(existsSync(join(base, 'missing'))).toBe(false);
  });

  it('is rejected at once where the system creates no directories', () => {
    const refused = ['/proc/kontor', '/proc/kontor/deep/data'].filter(() => process.platform === 'linux');

    expect(refused.map((directory) => catchDirectoryError(directory).message)).toEqual(
      refused.map((directory) => `The data directory ${directory} cannot be made: no directory can be made in /proc.`),
    );
  });
});
