/** The rows that a replay leads to, compared with those of the tables. */
import type { TableCatalog } from '../../database/entity-statements.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import { readAll, readChunks, type QuerySource } from '../recovery/reading.js';
import type { JournalRow } from '../writing/tables.js';
import type { DifferenceList, FurtherComparison } from './verification-result.js';
import {
  ExpectedRows,
  type ExpectedTables,
  type FoldedTable,
  LARGE_TABLES,
  type LargeTableSinks,
} from './expected-rows.js';
import {
  type DifferingBuckets,
  type LargeTableTallies,
  ALL_ROWS,
  createStoredRows,
  createTallies,
  findDifferingBuckets,
  indexByKey,
  readBuckets,
  toConditionsSince,
  toTallyNumbers,
  StoredTallies,
} from './large-tables.js';
import type { VerificationProgress } from './point-encoding.js';
import type { PointKeeper } from './point-keeper.js';
import { type ProgressReport, type ReplayResult, JournalReplay } from './replay.js';
import { extractKey, isSameJson, rowSql, sortFields, type TableShape } from './row-texts.js';
import { readIdentity, type VerificationStart } from './verification-start.js';

/** The tables to compare, and where the comparison begins. Without a `keeper` it leaves no point. */
export type ComparisonSubject = Readonly<{
  url: string;
  source: QuerySource;
  catalog: TableCatalog;
  tables: ExpectedTables;
  further: readonly FurtherComparison[];
  keeper: PointKeeper | null;
  start: VerificationStart;
}>;

const OUTCOMES = ['actionId', 'acctId', 'orderId', 'refusalCode', 'refusalDetail', 'refusalFigures'] as const;

export class RowComparison {
  /** Compared rows. */
  rows: number;
  private readonly stored: StoredTallies;

  constructor(
    private readonly subject: ComparisonSubject,
    private readonly differences: DifferenceList,
    private readonly progress: ProgressReport,
  ) {
    const { url, source, tables, start } = subject;
    this.stored = new StoredTallies(url, source, tables, progress.report);
    this.rows = start.resumed?.progress.rows ?? 0;
  }

  /** Throws a `BrokenJournalError`. */
  async run(replay: JournalReplay): Promise<void> {
    try {
      const folded = await this.compareLarge(replay);
      for (const table of folded) await this.compareFolded(table);
      await this.compareFurther();
    } finally {
      await this.stored.stop();
    }
  }

  /** All rows are read while the journal is replayed; which ones are newer than a point is known after it. */
  private async compareLarge(replay: JournalReplay): Promise<readonly FoldedTable[]> {
    const { since, resumed } = this.subject.start;
    const tallies = createTallies(resumed?.progress.tallies ?? null);
    const all = since === null ? await this.stored.start(ALL_ROWS) : null;
    const ended: number[] = [];
    const sinks = since === null ? tallies : noteEnded(tallies, since.lastOrder, ended);
    const expected = await this.replayRows(replay, tallies, sinks);
    // Open orders come last; they have not ended.
    const newer = since === null ? null : await this.stored.start(toConditionsSince(since, ended));
    const folded = expected.finish(replay.state);
    const stored = await (all ?? newer)?.read;
    if (stored !== undefined) await this.compareTallies(tallies, stored);
    return folded;
  }

  private async compareFurther(): Promise<void> {
    const { source, further, start } = this.subject;
    for (const { name, compare } of further) {
      const since = start.since?.progress.further[name] ?? 0;
      this.rows += await compare(source, this.differences, this.progress.report, since);
    }
  }

  private async replayRows(
    replay: JournalReplay,
    tallies: LargeTableTallies,
    sinks: LargeTableSinks,
  ): Promise<ExpectedRows> {
    const { source, tables, keeper, start } = this.subject;
    const { since, resumed } = start;
    const fixed = await this.readFixedProgress();
    const expected = new ExpectedRows(tables, sinks, fixed.changesSince, (since ?? resumed)?.progress.expected);
    const takeProgress = (): VerificationProgress => ({
      ...{ ...fixed, rows: this.rows, expected: expected.takeMemory() },
      tallies: since === null ? toTallyNumbers(tallies) : null,
    });
    const keepOnTheWay = async (): Promise<void> => {
      if (since === null && this.differences.areNone) await keeper?.keepOnTheWay(replay, takeProgress);
    };
    await keepOnTheWay();
    for await (const { written, rows } of replay.readBatches(source)) {
      rows.journal.forEach((row, n) => this.compareOutcome(row, written[n]));
      expected.take(rows);
      this.progress.reportReplay(replay);
      await keepOnTheWay();
    }
    if (this.differences.areNone) await keeper?.keepEnd(replay, since, takeProgress);
    return expected;
  }

  /** What is the same at every point of this comparison: it reads the tables at one moment. */
  private async readFixedProgress(): Promise<Pick<VerificationProgress, 'changesSince' | 'further' | 'identity'>> {
    const { source, catalog, tables, further } = this.subject;
    const [state] = await readAll(source, catalog, { entity: ExchangeState, properties: ['changesSince'] });
    const places: [string, number][] = [];
    for (const { name, readPlace } of further) places.push([name, await readPlace(source)]);
    return {
      changesSince: state?.changesSince ?? 0,
      further: Object.fromEntries(places),
      identity: await readIdentity(source, tables),
    };
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

  private async compareTallies(expected: LargeTableTallies, stored: LargeTableTallies): Promise<void> {
    for (const name of LARGE_TABLES) this.rows += stored[name].rows;
    const differing = findDifferingBuckets(expected, stored);
    if (differing === null) return;
    const { since, resumed } = this.subject.start;
    if (since === null && resumed === null) return this.compareBuckets(differing);
    // Which rows differ is found from the first command on.
    for (const name of LARGE_TABLES)
      for (const bucket of differing[name])
        this.differences.add({
          ...{ table: this.subject.tables[name].name, row: `group ${bucket}` },
          ...{ column: null, journal: null, stored: null },
        });
  }

  /** Replays again and keeps the rows of the buckets that differ. */
  private async compareBuckets(differing: DifferingBuckets): Promise<void> {
    const { source, catalog, tables } = this.subject;
    this.progress.say('Some rows differ; which ones shows a second replay.');
    const kept = createStoredRows(differing);
    const { changesSince } = await this.readFixedProgress();
    const expected = new ExpectedRows(tables, kept, changesSince);
    const replay = new JournalReplay(catalog);
    for await (const { rows } of replay.readBatches(source)) {
      expected.take(rows);
      this.progress.reportReplay(replay);
    }
    expected.finish(replay.state);
    for (const name of LARGE_TABLES)
      this.compareRows(
        tables[name],
        indexByKey(tables[name], kept[name].texts),
        await readBuckets(source, tables[name], differing[name]),
      );
  }

  private async compareFolded(folded: FoldedTable): Promise<void> {
    const { table } = folded;
    const stored = new Map<string, string>();
    for await (const rows of readChunks(
      this.subject.source,
      `all_${table.name}`,
      `select ${rowSql(table)} from ${table.name}`,
    )) {
      for (const [text] of rows) stored.set(extractKey(table, text ?? ''), sortFields(table, text ?? ''));
      this.progress.report(() => `${stored.size} rows of ${table.name} are read`);
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
}

/** The tallies; orders up to a point that end are noted as well. */
const noteEnded = (tallies: LargeTableTallies, lastOrder: number, ended: number[]): LargeTableSinks => ({
  ...tallies,
  orders: {
    add: (id, table, row) => {
      tallies.orders.add(id, table, row);
      if (id <= lastOrder) ended.push(id);
    },
  },
});

const toText = (value: ReplayResult[(typeof OUTCOMES)[number]]): string | null =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);
