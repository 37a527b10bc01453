/** The sums over the rows of the large tables, read by a thread of its own at the moment that the verification sees. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readRows, type QuerySource } from '../recovery/reading.js';
import { LARGE_TABLES, type ExpectedTables } from './expected-rows.js';
import { createTallies, type LargeTableTallies, mapLargeTables, type TableConditions } from './large-tables.js';
import { copySql } from './row-texts.js';
import type { TallyMessage, TallyTask } from './tally-worker.js';
import type { TallyNumbers } from './tally.js';

/** This program, as it runs: built, or from its source. */
const PROGRAM = join(import.meta.dirname, `tally-worker${extname(import.meta.filename)}`);

export class StoredTallies {
  private worker: Worker | null = null;

  constructor(
    private readonly url: string,
    private readonly source: QuerySource,
    private readonly tables: ExpectedTables,
    private readonly report: (line: () => string) => void,
  ) {}

  /** Begins to read the rows of these conditions; the promise has the sums. */
  async start(conditions: TableConditions): Promise<Readonly<{ read: Promise<LargeTableTallies> }>> {
    const [snapshot = ''] = await readRows(this.source, 'select pg_export_snapshot()', ([name]) => name ?? '');
    const tables = LARGE_TABLES.map((name) => ({
      name: this.tables[name].name,
      statements: conditions[name].map((condition) => copySql(this.tables[name], condition)),
    }));
    const worker = new Worker(PROGRAM, { workerData: { url: this.url, snapshot, tables } satisfies TallyTask });
    this.worker = worker;
    const read = this.receive(worker);
    read.catch(() => undefined); // It is reported when it is awaited, if it is.
    return { read };
  }

  /** Also before all rows are read. */
  async stop(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }

  private receive(worker: Worker): Promise<LargeTableTallies> {
    return new Promise((resolve, reject) => {
      worker.on('message', (message: TallyMessage) => {
        if ('table' in message) this.report(() => `${message.rows} rows of ${message.table} are read`);
        else resolve(createTallies(toRecord(message)));
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The thread that reads the tables has ended with ${code}.`)));
    });
  }
}

function toRecord(numbers: readonly TallyNumbers[]) {
  return mapLargeTables((name) => {
    const found = numbers[LARGE_TABLES.indexOf(name)];
    if (found === undefined) throw new Error(`No rows of ${name} were read.`);
    return found;
  });
}
