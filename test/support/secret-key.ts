import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedColumns } from '../../src/process/secret-key-rotation.js';

/** The two files of the secret key in a data directory; null for one that is not there. */
export function keyFiles(dataDir: string) {
  const [current, pending] = [join(dataDir, 'secret-key'), join(dataDir, 'secret-key.new')];
  const read = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
  const write = (file: string, key: string | null): void =>
    key === null ? rmSync(file, { force: true }) : writeFileSync(file, `${key}\n`);
  return {
    read: () => ({ current: read(current), pending: read(pending) }),
    write: (keys: Readonly<{ current: string | null; pending: string | null }>): void => {
      write(current, keys.current);
      write(pending, keys.pending);
    },
  };
}

/** The columns that the service knows to be sealed, as `table.column`. */
export const knownSealedColumns = (): string[] => sealedColumns.map(({ table, column }) => `${table}.${column}`).sort();
