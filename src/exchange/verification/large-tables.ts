/** The tables with a row for nearly every command: sums over rows are compared, and then the rows of those sums that differ. */
import { readRows, type QuerySource } from '../recovery/reading.js';
import { LARGE_TABLES, type LargeTableName } from './expected-rows.js';
import { extractKey, rowSql, type TableShape } from './row-texts.js';
import { RowTally, StoredRows, type TallyBucket, type TallyNumbers, toIdRange } from './tally.js';
import type { StartPoint } from './verification-start.js';

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

export const mapLargeTables = <Value>(
  create: (name: LargeTableName) => Value,
): Readonly<Record<LargeTableName, Value>> => ({
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
