import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import { computeStateHash } from '../../engine/state-hash.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import { readInSnapshot, readAll, readChunks, parseNumber, readRows, type QuerySource } from '../recovery/reading.js';
import { readBooks } from '../recovery/recovery.service.js';
import type { JournalRow } from '../writing/tables.js';
import { type RowDifference, DifferenceList } from './differences.js';
import {
  ExpectedRows,
  LARGE_TABLES,
  type LargeTableName,
  type LargeTableSinks,
  resolveExpectedTables,
  type FoldedTable,
} from './expected-rows.js';
import { BrokenJournalError, type ReplayResult, JournalReplay } from './replay.js';
import { BatchComparison } from './batch-comparison.js';
import { SnapshotComparison, type SnapshotResult, type SnapshotSource } from './snapshot-comparison.js';
import { isSameJson, extractKey, rowSql, sortFields, type TableShape } from './row-texts.js';
import { type TallyBucket, toIdRange, StoredRows, RowTally } from './tally.js';

/** The comparison and its differences. The hashes are of the whole state: replayed, and recovered as at a start. */
export type VerificationResult = Readonly<{
  isEqual: boolean;
  commands: number;
  /** Commands in the journal that are not in the tables yet. */
  behind: number;
  rows: number;
  differences: readonly RowDifference[];
  counts: Readonly<Record<string, number>>;
  hashes: Readonly<{ journal: string; tables: string }> | null;
  snapshots: readonly SnapshotResult[];
}>;

/** `isQuick` compares the state only. */
export type VerifyOptions = Readonly<{ isQuick: boolean; say: (line: string) => void; snapshots: SnapshotSource }>;

/** A further comparison by a module with tables derived from the exchange's. Returns the number of compared rows. */
export type FurtherComparison = (
  source: QuerySource,
  differences: DifferenceList,
  goesOn: (line: () => string) => void,
) => Promise<number>;

type LargeTableTallies = Readonly<Record<LargeTableName, RowTally>>;

const OUTCOMES = ['actionId', 'acctId', 'orderId', 'refusalCode', 'refusalDetail', 'refusalFigures'] as const;
/** The most thousands of rows that are compared by column; beyond them only the count of differences is reported. */
const BUCKETS_MAX = 400;
const SAY_EVERY_MS = 5_000;

/** Replays the journal from its first command and compares all resulting rows with the tables at one moment. */
export function verify(
  url: string,
  catalog: TableCatalog,
  options: VerifyOptions,
  further: readonly FurtherComparison[] = [],
): Promise<VerificationResult> {
  const snapshots = new SnapshotComparison(options.snapshots);
  return withConnection(createUntimedConnectionConfig(url, 'verify'), (client) =>
    readInSnapshot(client, () => new JournalComparison(client, catalog, { ...options, snapshots }, further).run()),
  );
}

class JournalComparison {
  private readonly differences = new DifferenceList();
  private rows = 0;
  private lastSaid = performance.now();
  private readonly tables: ReturnType<typeof resolveExpectedTables>;

  constructor(
    private readonly source: QuerySource,
    private readonly catalog: TableCatalog,
    private readonly options: Omit<VerifyOptions, 'snapshots'> & Readonly<{ snapshots: SnapshotComparison }>,
    private readonly further: readonly FurtherComparison[],
  ) {
    this.tables = resolveExpectedTables(catalog);
  }

  async run(): Promise<VerificationResult> {
    const replayed = await this.compareReplayed();
    // The replayed state is released before: two states of a million orders need not be in memory.
    const hashes =
      replayed.hash === null ? null : { journal: replayed.hash, tables: await this.calculateRecoveredHash() };
    if (hashes !== null && hashes.journal !== hashes.tables)
      this.differences.add({
        table: 'state',
        row: 'hash',
        column: null,
        journal: hashes.journal,
        stored: hashes.tables,
      });
    const behind = await this.compareBatches(replayed);
    const snapshots = await this.options.snapshots.report(this.source, this.differences);
    const { areNone: isEqual, reported: differences, counts } = this.differences;
    return { isEqual, commands: replayed.commands, behind, rows: this.rows, differences, counts, hashes, snapshots };
  }

  /** Rows that cannot be replayed are reported already. */
  private async compareBatches({
    commands,
    hash,
  }: Readonly<{ commands: number; hash: string | null }>): Promise<number> {
    const { source, catalog, differences } = this;
    const comparison = new BatchComparison(source, catalog, differences, (line) => this.reportSometimes(line));
    await comparison.run(commands, hash !== null && !this.options.isQuick);
    return comparison.behind;
  }

  /** The length of the journal and its final state hash; null if it cannot be replayed to the end. */
  private async compareReplayed(): Promise<Readonly<{ commands: number; hash: string | null }>> {
    const { snapshots } = this.options;
    const replay = new JournalReplay(this.catalog, (state) => snapshots.visit(state));
    let hash: string | null = null;
    try {
      if (this.options.isQuick) await replay.run(this.source, () => this.reportProgress(replay));
      else await this.compareRowsOf(replay);
      hash = computeStateHash(replay.state);
    } catch (error) {
      if (!(error instanceof BrokenJournalError)) throw error;
      this.differences.add({
        table: 'journal',
        row: `seq ${error.seq}`,
        column: null,
        journal: error.message,
        stored: null,
      });
    }
    return { commands: replay.state.counters.command, hash };
  }

  private async compareRowsOf(replay: JournalReplay): Promise<void> {
    const tallies = {
      orders: new RowTally(),
      orderEvents: new RowTally(),
      trades: new RowTally(),
      positionChanges: new RowTally(),
    };
    const folded = await this.replay(replay, tallies, true);
    await this.compareLarge(tallies);
    for (const table of folded) await this.compareFolded(table);
    for (const compare of this.further)
      this.rows += await compare(this.source, this.differences, (line) => this.reportSometimes(line));
  }

  /** The hash of the state that a start would load from the tables, or the reason why there is none. */
  private async calculateRecoveredHash(): Promise<string> {
    try {
      return computeStateHash((await readBooks(this.source, this.catalog)).state);
    } catch (error) {
      if (!(error instanceof Error) || 'code' in error) throw error; // The database's own, and not what it has kept.
      return `no state: ${error.message}`;
    }
  }

  private async replay(
    replay: JournalReplay,
    takers: LargeTableSinks,
    compares: boolean,
  ): Promise<readonly FoldedTable[]> {
    const [state] = await readAll(this.source, this.catalog, { entity: ExchangeState, properties: ['changesSince'] });
    const expected = new ExpectedRows(this.tables, takers, state?.changesSince ?? 0);
    for await (const { written, rows } of replay.readBatches(this.source)) {
      if (compares) rows.journal.forEach((row, n) => this.compareOutcome(row, written[n]));
      expected.take(rows);
      this.reportProgress(replay);
    }
    return expected.finish(replay.state);
  }

  private compareOutcome(expected: JournalRow, written: ReplayResult | undefined): void {
    this.rows++;
    for (const column of OUTCOMES) {
      const [journal, stored] = [expected[column], written?.[column] ?? null];
      if (journal === stored || (column === 'refusalFigures' && isSameJson(expected.refusalFigures, stored))) continue;
      this.differences.add({
        table: 'journal',
        row: `seq ${expected.seq}`,
        column,
        journal: toText(journal),
        stored: toText(stored),
      });
      return;
    }
  }

  private async compareLarge(expected: LargeTableTallies): Promise<void> {
    const differing: Partial<Record<LargeTableName, TallyBucket[]>> = {};
    for (const name of LARGE_TABLES) {
      const stored = new RowTally();
      for await (const rows of readChunks(
        this.source,
        `all_${this.tables[name].name}`,
        `select ${idSql(this.tables[name])}, ${rowSql(this.tables[name])} from ${this.tables[name].name}`,
      )) {
        for (const [id, text] of rows) stored.add(parseNumber(id), text ?? '');
        this.reportSometimes(() => `${stored.rows} rows of ${this.tables[name].name} are read`);
      }
      this.rows += stored.rows;
      const buckets = expected[name].findDifferences(stored);
      if (buckets.length > 0) differing[name] = buckets;
    }
    if (Object.keys(differing).length > 0) await this.compareTable(differing);
  }

  /** Replays again and keeps the rows of the buckets that differ. */
  private async compareTable(differing: Partial<Record<LargeTableName, TallyBucket[]>>): Promise<void> {
    this.options.say('Some rows differ; which ones shows a second replay.');
    const findDifferingBuckets = (name: LargeTableName): TallyBucket[] => (differing[name] ?? []).slice(0, BUCKETS_MAX);
    const kept = {
      orders: new StoredRows(findDifferingBuckets('orders')),
      orderEvents: new StoredRows(findDifferingBuckets('orderEvents')),
      trades: new StoredRows(findDifferingBuckets('trades')),
      positionChanges: new StoredRows(findDifferingBuckets('positionChanges')),
    };
    await this.replay(new JournalReplay(this.catalog), kept, false);
    for (const name of LARGE_TABLES)
      this.compareRows(
        this.tables[name],
        indexByKey(this.tables[name], kept[name].texts),
        await this.readStored(this.tables[name], findDifferingBuckets(name)),
      );
  }

  private async readStored(table: TableShape, buckets: readonly TallyBucket[]): Promise<Map<string, string>> {
    const texts: string[] = [];
    for (const bucket of buckets) {
      const [from, before] = toIdRange(bucket);
      texts.push(
        ...(await readRows(
          this.source,
          `select ${rowSql(table)} from ${table.name} where ${idSql(table)} >= ${from} and ${idSql(table)} < ${before}`,
          ([text]) => text ?? '',
        )),
      );
    }
    return indexByKey(table, texts);
  }

  private async compareFolded(folded: FoldedTable): Promise<void> {
    const { table } = folded;
    const stored = new Map<string, string>();
    for await (const rows of readChunks(
      this.source,
      `all_${table.name}`,
      `select ${rowSql(table)} from ${table.name}`,
    )) {
      for (const [text] of rows) stored.set(extractKey(table, text ?? ''), sortFields(table, text ?? ''));
      this.reportSometimes(() => `${stored.size} rows of ${table.name} are read`);
    }
    this.rows += stored.size;
    this.compareRows(table, folded.rows(), stored);
  }

  private compareRows(
    table: TableShape,
    expected: ReadonlyMap<string, string>,
    stored: ReadonlyMap<string, string>,
  ): void {
    for (const [key, text] of expected) this.differences.compare(table, text, stored.get(key) ?? null);
    for (const [key, text] of stored) if (!expected.has(key)) this.differences.compare(table, null, text);
  }

  private reportProgress({ state }: JournalReplay): void {
    this.reportSometimes(() => `${state.counters.command} commands are replayed`);
  }

  private reportSometimes(line: () => string): void {
    const now = performance.now();
    if (now - this.lastSaid < SAY_EVERY_MS) return;
    this.lastSaid = now;
    this.options.say(line());
  }
}

const idSql = ({ columns }: TableShape): string => columns[0]?.name ?? '';
const toText = (value: ReplayResult[(typeof OUTCOMES)[number]]): string | null =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);
const indexByKey = (table: TableShape, texts: readonly string[]): Map<string, string> =>
  new Map(texts.map((text) => [extractKey(table, text), text]));
