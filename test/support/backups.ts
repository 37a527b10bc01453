import pg from 'pg';
import { readConfig } from '../../src/config/read-config.js';
import { restoreBackup } from '../../src/database/backup/restore-backup.js';
import { takeBackup } from '../../src/database/backup/take-backup.js';
import { openClusterForCommand, openDatabase } from '../../src/database/open-database.js';

const mute = (): undefined => undefined;
const silent = { info: mute, warn: mute, error: mute };

/** What `kontor backup` does, beside the service that runs. */
export async function backUp(dataDir: string, destination: string, progress: (line: string) => void = mute) {
  const context = await openClusterForCommand(dataDir, silent, 'backup');
  return takeBackup(context, dataDir, destination, progress).finally(context.close);
}

/** What `kontor restore` does. */
export const restore = (source: string, dataDir: string, force = false) =>
  restoreBackup(source, dataDir, { force, progress: mute, log: silent });

export const openOn = (dataDir: string) => openDatabase(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), silent);

/** Four hands that write without a pause; what PostgreSQL has acknowledged is known by its number. */
export async function openBackupWriter(url: string) {
  const acknowledged: number[] = [];
  const pen = { writes: true };
  const hands = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client(url);
      await client.connect();
      return client;
    }),
  );
  await hands[0]?.query('create table ledger (n int generated always as identity primary key, line text not null)');
  const written = Promise.all(
    hands.map(async (client) => {
      while (pen.writes) {
        const { rows } = await client.query<{ n: number }>(
          `insert into ledger (line) values (repeat('x', 200)) returning n`,
        );
        acknowledged.push(rows[0]?.n ?? Number.NaN);
      }
      await client.end();
    }),
  );
  return {
    acknowledged,
    async stop() {
      pen.writes = false;
      await written;
    },
  };
}
