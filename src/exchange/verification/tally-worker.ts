/** A thread that reads tables while another one replays the journal, and gives the sums over their rows. */
import { parentPort, workerData } from 'node:worker_threads';
import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import { copyRows } from '../../database/copy-rows.js';
import { readInSnapshot } from '../recovery/reading.js';

import { RowTally, type TallyNumbers } from './tally.js';

/** A table of the comparison, and the statements that give its rows, each once. */
type TalliedTable = Readonly<{ name: string; statements: readonly string[] }>;

/** `snapshot` is what the connection of the verification sees. */
export type TallyTask = Readonly<{ url: string; snapshot: string; tables: readonly TalliedTable[] }>;

/** How many rows of a table are read, and at last the sums of all tables in their order. */
export type TallyMessage = Readonly<{ table: string; rows: number }> | readonly TallyNumbers[];

const ROWS_PER_MESSAGE = 100_000;

const { url, snapshot, tables } = workerData as TallyTask;
const send = (message: TallyMessage): void => parentPort?.postMessage(message);

await withConnection(createUntimedConnectionConfig(url, 'verify, tables'), async (client) => {
  const numbers = await readInSnapshot(
    client,
    async () => {
      const tallies: TallyNumbers[] = [];
      for (const { name, statements } of tables) {
        const tally = new RowTally();
        const take = (row: Uint8Array): void => {
          tally.addCopied(row);
          if (tally.rows % ROWS_PER_MESSAGE === 0) send({ table: name, rows: tally.rows });
        };
        for (const statement of statements) await copyRows(client, statement, take);
        tallies.push(tally.toNumbers());
      }
      return tallies;
    },
    snapshot,
  );
  send(numbers);
});
