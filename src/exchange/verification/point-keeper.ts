/** Leaves points while a verification goes on, and makes the last one the verified point when there was no difference. */
import { readRows, type QuerySource } from '../recovery/reading.js';
import { readHash } from '../recovery/recovery.service.js';
import type { PointDirectory } from './point-directory.js';
import { encodePoint, type VerificationProgress } from './point-encoding.js';
import type { JournalReplay } from './replay.js';
import type { StartPoint } from './verification-start.js';

/** Writing a point of a million open orders takes two seconds. */
export const KEEP_EVERY_MS = 60_000;

export type PointOptions = Readonly<{ directory: PointDirectory; keepEveryMs: number }>;

export class PointKeeper {
  private lastKept = performance.now();
  private kept: number | null = null;
  private hasFailed = false;

  constructor(
    private readonly source: QuerySource,
    private readonly shapes: Buffer,
    private readonly options: PointOptions,
    private readonly say: (line: string) => void,
  ) {}

  /** Called before the first and after each group of commands: keeps a point when one is due, at the next end of a batch. */
  async keepOnTheWay(replay: JournalReplay, takeProgress: () => VerificationProgress): Promise<void> {
    const { command } = replay.state.counters;
    if (replay.cutAt !== null && command >= replay.cutAt) {
      replay.cutAt = null;
      await this.keep('unfinished', replay, takeProgress);
    }
    if (replay.cutAt === null && performance.now() - this.lastKept >= this.options.keepEveryMs)
      replay.cutAt = await findBatchEnd(this.source, command + 1);
  }

  /** Called after the replay, which began behind the point `since`: without newer commands, that one stays. */
  async keepEnd(
    replay: JournalReplay,
    since: StartPoint | null,
    takeProgress: () => VerificationProgress,
  ): Promise<void> {
    if (replay.state.counters.command === since?.command) return;
    await this.keep(since === null ? 'unfinished' : 'candidate', replay, takeProgress);
  }

  /** Keeps a point where a batch of the journal ends with the last command. */
  private async keep(
    kind: 'unfinished' | 'candidate',
    replay: JournalReplay,
    takeProgress: () => VerificationProgress,
  ): Promise<void> {
    const { command } = replay.state.counters;
    const hash = this.hasFailed ? null : await readHash(this.source, command);
    if (hash === null) return;
    try {
      const point = { books: replay.books, hash, progress: takeProgress() };
      await this.options.directory.write(kind, encodePoint(point, this.shapes));
      this.kept = command;
    } catch (error) {
      this.reportFailure(error);
    }
    this.lastKept = performance.now();
  }

  /** Returns the command of the verified point, if `last` is the last command and there is one for it. */
  finish(last: number): number | null {
    if (this.kept !== last) return null;
    try {
      this.options.directory.finish();
      return last;
    } catch (error) {
      this.reportFailure(error);
      return null;
    }
  }

  discard(): void {
    this.options.directory.discard();
  }

  private reportFailure(error: unknown): void {
    this.hasFailed = true;
    this.say(`No verified point can be written: ${String(error)}`);
  }
}

/** The last command of the batch that has this command; null if there is none. */
async function findBatchEnd(source: QuerySource, command: number): Promise<number | null> {
  const batch = `select last from journal_batches where first <= ${command} order by first desc limit 1`;
  const statement = `select last from (${batch}) as batch where last >= ${command}`;
  const [end = null] = await readRows(source, statement, ([last]) => Number(last));
  return end;
}
