/** One comparison of journal and tables, from the first command or from a point on. */
import { computeStateHash } from '../../engine/state-hash.js';
import { readBooks } from '../recovery/recovery.service.js';
import { BatchComparison } from './batch-comparison.js';
import { type VerificationResult, DifferenceList } from './verification-result.js';
import { ProgressReport, BrokenJournalError, JournalReplay } from './replay.js';
import { type ComparisonSubject, RowComparison } from './row-comparison.js';
import type { SnapshotComparison } from './snapshot-comparison.js';

type ComparisonOptions = Readonly<{ isQuick: boolean; say: (line: string) => void; snapshots: SnapshotComparison }>;

/** The last command that was replayed, and the hash of its state; null if the journal cannot be replayed to the end. */
type ReplayEnd = Readonly<{ last: number; hash: string | null }>;

export class JournalComparison {
  private readonly differences = new DifferenceList();
  private readonly progress: ProgressReport;
  private readonly comparison: RowComparison;

  constructor(
    private readonly subject: ComparisonSubject,
    private readonly options: ComparisonOptions,
  ) {
    this.progress = new ProgressReport(options.say);
    this.comparison = new RowComparison(subject, this.differences, this.progress);
  }

  async run(): Promise<VerificationResult> {
    const { since, resumed, passedOver } = this.subject.start;
    const from = (since?.command ?? 0) + 1;
    const replayed = await this.compareReplayed();
    const hashes = await this.compareStates(replayed.hash);
    const behind = await this.compareBatches(replayed);
    const begin = (since ?? resumed)?.command ?? 0;
    const snapshots = await this.options.snapshots.report(this.subject.source, this.differences, begin);
    const { areNone: isEqual, reported: differences, counts } = this.differences;
    return {
      ...{ isEqual, from, commands: replayed.last - from + 1, behind, rows: this.comparison.rows, differences, counts },
      ...{ hashes, snapshots, passedOver, resumedAfter: resumed?.command ?? null },
      verifiedTo: this.finishPoint(replayed.last),
    };
  }

  private finishPoint(last: number): number | null {
    const { keeper, start } = this.subject;
    if (keeper === null) return null;
    if (this.differences.areNone) return start.since?.command === last ? last : keeper.finish(last);
    keeper.discard();
    return null;
  }

  /** The replayed state is released before: two states of a million orders need not be in memory. */
  private async compareStates(journal: string | null): Promise<VerificationResult['hashes']> {
    if (journal === null) return null;
    const tables = await this.calculateRecoveredHash();
    if (journal !== tables)
      this.differences.add({ table: 'state', row: 'hash', column: null, journal, stored: tables });
    return { journal, tables };
  }

  /** Rows that cannot be replayed are reported already. */
  private async compareBatches({ last, hash }: ReplayEnd): Promise<number> {
    const { source, catalog, start } = this.subject;
    const comparison = new BatchComparison(source, catalog, this.differences, this.progress.report);
    await comparison.run(last, hash !== null && !this.options.isQuick, start.since ?? undefined);
    return comparison.behind;
  }

  private async compareReplayed(): Promise<ReplayEnd> {
    const { source, catalog, start } = this.subject;
    const { snapshots, isQuick } = this.options;
    const point = start.since ?? start.resumed;
    const replay = new JournalReplay(catalog, point?.takeBooks() ?? null, (state) => snapshots.visit(state));
    snapshots.visit(replay.state);
    let hash: string | null = null;
    try {
      if (isQuick) await replay.run(source, () => this.progress.reportReplay(replay));
      else await this.comparison.run(replay);
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
    return { last: replay.state.counters.command, hash };
  }

  /** The hash of the state that a start would load from the tables, or the reason why there is none. */
  private async calculateRecoveredHash(): Promise<string> {
    try {
      return computeStateHash((await readBooks(this.subject.source, this.subject.catalog)).state);
    } catch (error) {
      if (!(error instanceof Error) || 'code' in error) throw error; // The database's own, and not what it has kept.
      return `no state: ${error.message}`;
    }
  }
}
