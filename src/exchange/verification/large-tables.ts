/** The tables with a row for nearly every command: sums over rows are compared, and then the rows of those sums that differ. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type QuerySource, readRows } from '../recovery/reading.js';
import { type LargeTableName, type ExpectedTables, LARGE_TABLES } from './expected-rows.js';
import { type TableShape, extractKey, rowSql, copySql } from './row-texts.js';
import { type TallyBucket, type TallyNumbers, RowTally, StoredRows, toIdRange } from './tally.js';
import type { StartPoint } from './verification-start.js';
import type { TallyMessage, TallyTask } from './tally-worker.js';

export type LargeTableTallies = Readonly<Record<LargeTableName, RowTally>>;
export type DifferingBuckets = Readonly<Record<LargeTableName, readonly TallyBucket[]>>;

/** The conditions of queries that together give the rows of a table which are compared, each row once. */
export type TableConditions = Readonly<Record<LargeTableName, readonly string[]>>;

/** The most thousands of rows that are compared by column; beyond them only the count of differences is reported. */
const BUCKETS_MAX = 400;
const IDS_AT_ONCE = 10_000;
export const ALL_ROWS: TableConditions = {
  orders: ['true'],
  orderEvents: ['true'],
  trades: ['true'],
  positionChanges: ['true'],
};

const mapLargeTables = <Value>(create: (name: LargeTableName) => Value): Readonly<Record<LargeTableName, Value>> => ({
  orders: create('orders'),
  orderEvents: create('orderEvents'),
  trades: create('trades'),
  positionChanges: create('positionChanges'),
});

/** Tallies that go on from these numbers. */
export const createTallies = (numbers: Readonly<Record<LargeTableName, TallyNumbers>> | null): LargeTableTallies =>
  mapLargeTables((name) => new RowTally(numbers?.[name]));

export const toTallyNumbers = (tallies: LargeTableTallies): Readonly<Record<LargeTableName, TallyNumbers>> =>
  mapLargeTables((name) => tallies[name].toNumbers());

/** The rows that commands after a point wrote, and every open order. `ended` are orders up to the point that have ended since. */
export function toConditionsSince(point: StartPoint, ended: readonly number[]): TableConditions {
  const { command, lastOrder, lastTrade } = point;
  const groups = Array.from({ length: Math.ceil(ended.length / IDS_AT_ONCE) }, (_, n) =>
    ended.slice(n * IDS_AT_ONCE, (n + 1) * IDS_AT_ONCE),
  );
  const since = `seq > ${command}`;
  return {
    orders: [
      `id > ${lastOrder}`,
      `id <= ${lastOrder} and status = 'Open'`,
      ...groups.map((ids) => `id = any('{${ids.join()}}'::bigint[]) and status <> 'Open'`),
    ],
    orderEvents: [since],
    trades: [since, `id > ${lastTrade} and seq <= ${command}`],
    positionChanges: [since],
  };
}

/** Reads the rows of a table in some buckets, by key. */
export async function readBuckets(
  source: QuerySource,
  table: TableShape,
  buckets: readonly TallyBucket[],
): Promise<Map<string, string>> {
  const texts: string[] = [];
  for (const bucket of buckets) {
    const [from, before] = toIdRange(bucket);
    const condition = `${idSql(table)} >= ${from} and ${idSql(table)} < ${before}`;
    const question = `select ${rowSql(table)} from ${table.name} where ${condition}`;
    texts.push(...(await readRows(source, question, ([text]) => text ?? '')));
  }
  return indexByKey(table, texts);
}

/** Null where no bucket differs. */
export function findDifferingBuckets(expected: LargeTableTallies, stored: LargeTableTallies): DifferingBuckets | null {
  const differing = mapLargeTables((name) => expected[name].findDifferences(stored[name]).slice(0, BUCKETS_MAX));
  return LARGE_TABLES.some((name) => differing[name].length > 0) ? differing : null;
}

export const createStoredRows = (buckets: DifferingBuckets) => mapLargeTables((name) => new StoredRows(buckets[name]));

export const indexByKey = (table: TableShape, texts: readonly string[]): Map<string, string> =>
  new Map(texts.map((text) => [extractKey(table, text), text]));

const idSql = ({ columns }: TableShape): string => columns[0]?.name ?? '';

/** The program of the thread, as it runs: built, or from its source. */
const PROGRAM = join(import.meta.dirname, `tally-worker${extname(import.meta.filename)}`);

/** The sums over the rows of the large tables, read by a thread of its own at the moment that the verification sees. */
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
