import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Hook } from '../../access/hook.js';
import { findOutage, StorageFullError } from '../../database/outage.js';
import { ProjectedTables, TablesBehindError } from '../../database/projected-tables.js';
import { runOutsideRequest } from '../../database/unit-of-work.js';
import { withTimeLimit } from '../../database/time-limit.js';
import { ExchangeStore, type Places, type TablesSession } from '../store/exchange-store.js';
import { type CommittedBatch, Backlog, lastCommandOf } from './committed-batch.js';
import { JournalFollower, READER_PATIENCE_MS, ProjectionProgress } from './projection-progress.js';

/** The most commands of one transaction: building its parameters holds up the event loop, and readers wait for the whole. */
const COMMANDS_AT_ONCE = 200;
/**
 * The writer lets the tables catch up while more than this is not in them, but for no longer than one transaction takes: under full
 * load they follow closely, and a standstill of the tables is none of the writer.
 */
const COMMANDS_PACED = 700;
const PACE_MS = 20;
/** The writer waits while more than this is committed and not in the tables, so that memory is bounded. */
const COMMANDS_BEHIND_MAX = 20_000;
const BYTES_BEHIND_MAX = 64 * 1024 * 1024;
/** While no reader waits, rows are gathered: a transaction of few commands costs as much as one of a hundred. */
const GATHER_MS = 20;
const GATHERED_COMMANDS = 200;
const RETRY_AFTER_MS = 250;
const FOLLOW_EVERY_MS = 25;
const END_WITHIN_MS = 2_000;

/**
 * Writes committed batches into the tables, in order and exactly once, in a session of its own. The rows and the place
 * reached are written in one transaction, on condition that the tables end with the batch before. After a failure it tries
 * again; the place in the database says what was written.
 */
@Injectable()
export class ProjectionService {
  private readonly log = new Logger(ProjectionService.name);
  readonly progress = new ProjectionProgress();
  /** Called when there is no disk space: no further commands should come. */
  readonly storageFailures = Hook.required<(error: StorageFullError) => void>();
  /** Whether this process is sure to be the writer. */
  readonly isWriting = Hook.required<() => boolean>();
  private readonly backlog = new Backlog();
  private readonly follower: JournalFollower;
  private session: TablesSession | null = null;
  private working: Promise<void> | null = null;
  private waitingWriters: (() => void)[] = [];
  private isEnding = false;
  private hasLeft = false;
  private following: Promise<void> | null = null;

  constructor(
    private readonly store: ExchangeStore,
    projectedTables: ProjectedTables,
  ) {
    this.follower = new JournalFollower(() => store.openTables());
    projectedTables.projection.register({
      tables: store.projectedTables,
      whenReached: () => (this.isFollowing ? this.whenFollowed() : this.progress.whenReached()),
    });
  }

  /** After each load of the state: the last command in the tables, and the batches behind it. */
  begin(place: number, tail: readonly CommittedBatch[]): void {
    this.hasLeft = false;
    void this.follower.closeWhenAnswered();
    this.backlog.clear();
    for (const batch of tail) this.backlog.add(batch);
    this.progress.begin(place, tail.length === 0 ? place : lastCommandOf(tail.at(-1) as CommittedBatch));
    this.work();
  }

  /** A batch was committed. */
  add(batch: CommittedBatch): void {
    this.backlog.add(batch);
    this.progress.acknowledge(lastCommandOf(batch));
    this.work();
  }

  /** A batch was committed together with its rows. */
  skip(last: number): void {
    this.progress.acknowledge(last);
    this.progress.reach(last);
  }

  /**
   * Another process is the writer, and writes the tables. Readers wait until they have what this process acknowledged: the
   * other one may only be about to, or be the ended session of this one.
   */
  leave(): void {
    this.backlog.clear();
    this.progress.forgetFailure();
    this.hasLeft = true;
    this.startFollowing();
  }

  /** Whether another process may acknowledge commands that this one does not know. */
  private get isFollowing(): boolean {
    return !this.isEnding && (this.hasLeft || !this.isWriting.handler());
  }

  /** Readers wait until the tables have what any process has acknowledged. */
  private async whenFollowed(): Promise<void> {
    const until = performance.now() + READER_PATIENCE_MS;
    try {
      this.note(await withTimeLimit(READER_PATIENCE_MS, this.follower.read()));
    } catch (error) {
      throw new TablesBehindError(error);
    }
    this.startFollowing();
    await this.progress.whenReached(until);
  }

  private note({ journal, tables }: Places): void {
    this.progress.acknowledge(journal);
    this.pass(tables);
  }

  private startFollowing(): void {
    if (this.progress.lag > 0) this.following ??= this.follow();
  }

  /** Waits before it ends, so that it is known to run as long as it does. */
  private async follow(): Promise<void> {
    do {
      await pause(FOLLOW_EVERY_MS);
      // The database may be away: a later question may find it.
      await this.follower.read().then(
        (places) => this.note(places),
        () => undefined,
      );
    } while (this.isFollowing && this.progress.lag > 0);
    this.following = null;
  }

  /** Null if the writer need not wait. Resolves after the next attempt to write rows. */
  whenCapacity(): Promise<void> | null {
    const hasCapacity = this.progress.lag <= COMMANDS_BEHIND_MAX && this.backlog.bytes <= BYTES_BEHIND_MAX;
    if (this.isEnding || hasCapacity) return null;
    return new Promise((resolve) => this.waitingWriters.push(resolve));
  }

  /** Null if the tables follow closely. Otherwise resolves after the next attempt to write rows, and soon in any case. */
  whenPaced(): Promise<void> | null {
    if (this.isEnding || this.progress.lag <= COMMANDS_PACED) return null;
    const attempted = new Promise<void>((resolve) => this.waitingWriters.push(resolve));
    return withTimeLimit(PACE_MS, attempted).catch(() => undefined);
  }

  /** Writes what is left, if the database lets it; otherwise the next start does. */
  async end(): Promise<void> {
    this.isEnding = true;
    const late = new AbortController();
    const patience = pause(END_WITHIN_MS, undefined, { signal: late.signal }).catch(() => undefined);
    if (!this.progress.isFailing) await Promise.race([this.working, patience]);
    await Promise.race([this.following, patience]);
    this.backlog.clear();
    await Promise.race([Promise.all([this.follower.close(), this.close()]), patience]);
    late.abort();
  }

  private work(): void {
    if (!this.backlog.isEmpty) this.working ??= runOutsideRequest(() => this.run());
  }

  private async run(): Promise<void> {
    while (!this.backlog.isEmpty) {
      try {
        if (!this.isEnding && this.progress.lag < GATHERED_COMMANDS) await this.progress.whenAwaited(GATHER_MS);
        const session = this.session ?? (await this.open());
        const portion = this.backlog.findPortion(COMMANDS_AT_ONCE);
        if (portion !== null) {
          await session.write(portion);
          this.pass(lastCommandOf(portion));
        }
      } catch (error) {
        await this.recoverFrom(error);
      }
      this.waitingWriters.splice(0).forEach((resolve) => resolve());
    }
    // A load of the state may have taken away what could not be written: then nothing fails any more.
    this.progress.forgetFailure();
    this.working = null;
  }

  private pass(place: number): void {
    this.backlog.passTo(place);
    this.progress.reach(place);
  }

  /** Connects, and passes what an earlier session has written. */
  private async open(): Promise<TablesSession> {
    const session = await this.store.openTables();
    try {
      this.pass((await session.readPlaces()).tables);
      this.session = session;
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  private async recoverFrom(error: unknown): Promise<void> {
    await this.close();
    const { isFailing: wasFailing, hasFailed } = this.progress;
    this.progress.fail(error);
    if (!wasFailing && this.progress.isFailing)
      this.log.error('The tables do not follow the journal. Further attempts go on.', error);
    const outage = findOutage(error);
    if (outage instanceof StorageFullError) this.storageFailures.handler(outage);
    // A broken connection is replaced at once.
    if (hasFailed) await pause(RETRY_AFTER_MS);
  }

  private async close(): Promise<void> {
    const { session } = this;
    this.session = null;
    await session?.close();
  }
}
