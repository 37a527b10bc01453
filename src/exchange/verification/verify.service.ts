import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import { computeStateHash } from '../../engine/state-hash.js';
import { atOneMoment, chunksOf, parseNumber, readRows, type Source } from '../recovery/reading.js';
import { readBooks } from '../recovery/recovery.service.js';
import type { JournalRow } from '../writing/tables.js';
import { type Difference, Differences } from './differences.js';
import { ExpectedRows, largeTables, type LargeTableSinks } from './expected-rows.js';
import type { FoldedTable } from './folded.js';
import { BrokenJournalError, type ReplayResult, Replay } from './replay.js';
import { isSameJson, keyOf, rowExpression, sameOrder, type TableShape } from './row-texts.js';
import { type Bucket, idsOf, StoredRows, Tally } from './tally.js';

/** What was compared, and where it differs. The hashes are of the whole state: replayed, and recovered as a start would. */
export type Verification = Readonly<{
  isEqual: boolean;
  commands: number;
  rows: number;
  differences: readonly Difference[];
  counts: Readonly<Record<string, number>>;
  hashes: Readonly<{ journal: string; tables: string }> | null;
}>;

/** `isQuick` compares nothing but the state. */
export type VerifyOptions = Readonly<{ isQuick: boolean; say: (line: string) => void }>;

/** A further comparison with the tables of the exchange, by a module that keeps tables derived from them. Returns how many rows it compared. */
export type FurtherComparison = (
  source: Source,
  differences: Differences,
  goesOn: (line: () => string) => void,
) => Promise<number>;

type Large = keyof typeof largeTables;
type Tallies = Readonly<Record<Large, Tally>>;

const LARGE = Object.keys(largeTables) as Large[];
const OUTCOMES = ['actionId', 'acctId', 'orderId', 'refusalCode', 'refusalDetail', 'refusalFigures'] as const;
/** Column by column are looked at so many thousands of rows at most; beyond them it is enough to know that they differ. */
const BUCKETS_MAX = 400;
const SAY_EVERY_MS = 5_000;

/** Replays the journal from its first command and compares everything that it leads to with what the tables have, at one moment. */
export function verify(
  url: string,
  options: VerifyOptions,
  further: readonly FurtherComparison[] = [],
): Promise<Verification> {
  return withConnection(createUntimedConnectionConfig(url, 'verify'), (client) =>
    atOneMoment(client, () => new Comparison(client, options, further).run()),
  );
}

class Comparison {
  private readonly differences = new Differences();
  private rows = 0;
  private lastSaid = performance.now();

  constructor(
    private readonly source: Source,
    private readonly options: VerifyOptions,
    private readonly further: readonly FurtherComparison[],
  ) {}

  async run(): Promise<Verification> {
    const replayed = await this.compareReplayed();
    // The replayed state is gone by now: two of a million orders each need not be in memory at once.
    const hashes = replayed.hash === null ? null : { journal: replayed.hash, tables: await this.recoveredHash() };
    if (hashes !== null && hashes.journal !== hashes.tables)
      this.differences.add({
        table: 'state',
        row: 'hash',
        column: null,
        journal: hashes.journal,
        stored: hashes.tables,
      });
    const { areNone: isEqual, reported, counts } = this.differences;
    return { isEqual, commands: replayed.commands, rows: this.rows, differences: reported, counts, hashes };
  }

  /** How far the journal goes, and to which state; null if it cannot be followed to its end. */
  private async compareReplayed(): Promise<Readonly<{ commands: number; hash: string | null }>> {
    const replay = new Replay();
    let hash: string | null = null;
    try {
      if (this.options.isQuick) await replay.run(this.source, () => this.sayHowFar(replay));
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

  private async compareRowsOf(replay: Replay): Promise<void> {
    const tallies = {
      orders: new Tally(),
      orderEvents: new Tally(),
      trades: new Tally(),
      positionChanges: new Tally(),
    };
    const folded = await this.replay(replay, tallies, true);
    await this.compareLarge(tallies);
    for (const table of folded) await this.compareFolded(table);
    for (const compare of this.further)
      this.rows += await compare(this.source, this.differences, (line) => this.sayNowAndThen(line));
  }

  /** Of the state that a start would build of the tables; or why there is none. */
  private async recoveredHash(): Promise<string> {
    try {
      return computeStateHash((await readBooks(this.source)).state);
    } catch (error) {
      if (!(error instanceof Error) || 'code' in error) throw error; // The database's own, and not what it has kept.
      return `no state: ${error.message}`;
    }
  }

  private async replay(replay: Replay, takers: LargeTableSinks, compares: boolean): Promise<readonly FoldedTable[]> {
    const expected = new ExpectedRows(
      takers,
      (await readRows(this.source, 'select changes_since from exchange_state', ([seq]) => parseNumber(seq)))[0] ?? 0,
    );
    for await (const { written, rows } of replay.batches(this.source)) {
      if (compares) rows.journal.forEach((row, n) => this.compareOutcome(row, written[n]));
      expected.take(rows);
      this.sayHowFar(replay);
    }
    return expected.finish(replay.state);
  }

  private compareOutcome(expected: JournalRow, written: ReplayResult | undefined): void {
    this.rows++;
    for (const column of OUTCOMES) {
      const [journal, stored] = [expected[column], written?.[column] ?? null];
      if (journal === stored || (column === 'refusalFigures' && isSameJson(journal, stored))) continue;
      this.differences.add({
        table: 'journal',
        row: `seq ${expected.seq}`,
        column,
        journal: textOf(journal),
        stored: textOf(stored),
      });
      return;
    }
  }

  private async compareLarge(expected: Tallies): Promise<void> {
    const differing: Partial<Record<Large, Bucket[]>> = {};
    for (const name of LARGE) {
      const stored = new Tally();
      for await (const rows of chunksOf(
        this.source,
        `all_${largeTables[name].name}`,
        `select ${idOf(largeTables[name])}, ${rowExpression(largeTables[name])} from ${largeTables[name].name}`,
      )) {
        for (const [id, text] of rows) stored.add(parseNumber(id), text ?? '');
        this.sayNowAndThen(() => `${stored.rows} rows of ${largeTables[name].name} are read`);
      }
      this.rows += stored.rows;
      const buckets = expected[name].differingFrom(stored);
      if (buckets.length > 0) differing[name] = buckets;
    }
    if (Object.keys(differing).length > 0) await this.lookAt(differing);
  }

  /** Replays once more, this time keeping the rows that are near to those that differ. */
  private async lookAt(differing: Partial<Record<Large, Bucket[]>>): Promise<void> {
    this.options.say('Some rows differ; which ones shows a second replay.');
    const near = (name: Large): Bucket[] => (differing[name] ?? []).slice(0, BUCKETS_MAX);
    const kept = {
      orders: new StoredRows(near('orders')),
      orderEvents: new StoredRows(near('orderEvents')),
      trades: new StoredRows(near('trades')),
      positionChanges: new StoredRows(near('positionChanges')),
    };
    await this.replay(new Replay(), kept, false);
    for (const name of LARGE)
      this.compareRows(
        largeTables[name],
        byKey(largeTables[name], kept[name].texts),
        await this.storedIn(largeTables[name], near(name)),
      );
  }

  private async storedIn(table: TableShape, buckets: readonly Bucket[]): Promise<Map<string, string>> {
    const texts: string[] = [];
    for (const bucket of buckets) {
      const [from, before] = idsOf(bucket);
      texts.push(
        ...(await readRows(
          this.source,
          `select ${rowExpression(table)} from ${table.name} where ${idOf(table)} >= ${from} and ${idOf(table)} < ${before}`,
          ([text]) => text ?? '',
        )),
      );
    }
    return byKey(table, texts);
  }

  private async compareFolded(folded: FoldedTable): Promise<void> {
    const { table } = folded;
    const stored = new Map<string, string>();
    for await (const rows of chunksOf(
      this.source,
      `all_${table.name}`,
      `select ${rowExpression(table)} from ${table.name}`,
    )) {
      for (const [text] of rows) stored.set(keyOf(table, text ?? ''), sameOrder(table, text ?? ''));
      this.sayNowAndThen(() => `${stored.size} rows of ${table.name} are read`);
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

  private sayHowFar({ state }: Replay): void {
    this.sayNowAndThen(() => `${state.counters.command} commands are replayed`);
  }

  private sayNowAndThen(line: () => string): void {
    const now = performance.now();
    if (now - this.lastSaid < SAY_EVERY_MS) return;
    this.lastSaid = now;
    this.options.say(line());
  }
}

const idOf = ({ columns }: TableShape): string => columns[0]?.name ?? '';
const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));
const byKey = (table: TableShape, texts: readonly string[]): Map<string, string> =>
  new Map(texts.map((text) => [keyOf(table, text), text]));
