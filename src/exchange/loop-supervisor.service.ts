import { Injectable, Logger } from '@nestjs/common';
import { findExpectedError } from '../database/outage.js';
import { runOutsideRequest } from '../database/unit-of-work.js';
import { RecentDurations } from '../telemetry/metrics.js';
import type { CommitLoop, PublishBatch } from './commit-loop.js';
import { ExchangeRecoveringError } from './exchange-errors.js';
import { ClientOrderMemoryService } from './recovery/client-order-memory.service.js';
import { LoopLoaderService } from './loop-loader.service.js';
import { SessionClockService } from './sessions/session-clock.service.js';
import { answerAfterRecovery, answerBeforeRecovery, isCommitted, type LoopFailure } from './pending-requests.js';
import { StandbyWait } from './standby.js';
import { SnapshotsService } from './snapshot/snapshots.service.js';
import { type StorageHold, WriterLease } from './writer-lease.js';
import { ExchangeStore, type StoredBooks } from './store/exchange-store.js';
import { BatchListeners } from './batch-listener.js';
import type { ProjectionProgress } from './projection/projection-progress.js';
import { ProjectionService } from './projection/projection.service.js';
import type { BatchWriter, UnconfirmedBatch } from './writing/batch-writer.js';
import { Hook } from '../access/hook.js';

/** HTTP callers are answered within five seconds, also when the database does not respond. */
export const ANSWER_WITHIN_MS = 4_000;
const EXPIRE_EVERY_MS = 250;

/**
 * Keeps one commit loop running: becomes the writer, loads the state, and after a failure discards memory and loads
 * everything again. Requests in progress then learn from the database whether they were written.
 */
@Injectable()
export class LoopSupervisorService {
  private readonly log = new Logger(LoopSupervisorService.name);
  private running: CommitLoop | null = null;
  private opening: Promise<CommitLoop> | null = null;
  private isClosing = false;
  private expiry: NodeJS.Timeout | null = null;
  private readonly lease: WriterLease;
  private readonly standby: StandbyWait;
  readonly batchListeners = new BatchListeners(
    (error) => this.log.error('a listener of committed batches has failed', error),
    () => this.running,
  );
  /** How often the state was loaded: earlier lookups may be outdated. */
  openings = 0;
  /** The durations of recent batches. */
  readonly commits = new RecentDurations();
  /** The session clock's work while the loop runs. */
  readonly sessionWork = Hook.required<() => Promise<number>>();

  constructor(
    store: ExchangeStore,
    private readonly clientOrders: ClientOrderMemoryService,
    private readonly clock: SessionClockService,
    private readonly loader: LoopLoaderService,
    private readonly projection: ProjectionService,
    private readonly snapshots: SnapshotsService,
  ) {
    const isClosing = (): boolean => this.isClosing;
    this.lease = new WriterLease(store, projection, { getRunning: () => this.running, isClosing });
    this.standby = new StandbyWait(this.log, { isClosing, leave: () => projection.leave() });
    projection.isWriting.register(() => this.loop !== null);
    projection.storageFailures.register((error) => {
      if (!this.storage.isOn) this.running?.failAll(error);
    });
  }

  /** Whether commands are rejected until there is disk space. */
  get storage(): StorageHold {
    return this.lease.storage;
  }

  /**
   * Null while the state is being loaded, before the first use, and while another process may be the writer: then
   * `whenOpen` waits.
   */
  get loop(): CommitLoop | null {
    return this.lease.writer?.mayBeReplaced === true ? null : this.running;
  }

  /** Whether another process is the writer and this one stands by. */
  get isElsewhere(): boolean {
    return this.running === null && this.standby.isElsewhere;
  }

  /** How far the tables are. */
  get progress(): ProjectionProgress {
    return this.projection.progress;
  }

  /**
   * Whether no caller has to wait: the exchange is open or not used yet. Reads also work while only disk space is
   * missing.
   */
  get isReady(): boolean {
    return this.running !== null || this.openings === 0 || this.storage.isOn;
  }

  /** Becomes the writer if necessary, loads the state, sends new reference data, and closes and opens sessions. */
  open(): Promise<CommitLoop> {
    if (this.isClosing) return Promise.reject(new ExchangeRecoveringError());
    const { running, lease } = this;
    if (running)
      return lease.writer?.mayBeReplaced === true ? this.confirm(lease.writer, running) : Promise.resolve(running);
    return this.opening ?? this.openBy(runOutsideRequest(() => this.begin()));
  }

  /** The same with the time limit of a request: loading may take longer. */
  whenOpen(withinMs = ANSWER_WITHIN_MS): Promise<CommitLoop> {
    return this.standby.waitFor(this.open(), withinMs);
  }

  /** Opens and retries on failure, as the running service does: the previous writer may be about to exit. */
  async keepOpen(): Promise<void> {
    this.snapshots.start();
    await this.open().catch((error: unknown) => {
      this.log.warn(`The exchange cannot be opened yet: ${String(error)}`);
      void this.standby.retry(() => this.open());
    });
  }

  /** Called after the last request, before the connections close. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.opening?.catch(() => undefined);
    // Its attempt may wait for a database that does not answer, as the end of the projection may: both at once.
    const clockStopped = this.clock.stop();
    await this.snapshots.stop();
    await this.running?.end();
    const ended = this.running;
    this.running = null; // A read that comes now is refused instead of tried again.
    await this.clientOrders.end();
    await Promise.all([this.projection.end(), clockStopped]);
    await this.writeSnapshot(ended);
    this.release();
    if (this.expiry !== null) clearInterval(this.expiry);
  }

  /** Only of a state that the tables have: a start would pass over one that they have not. */
  private async writeSnapshot(ended: CommitLoop | null): Promise<void> {
    const hash = this.lease.writer?.lastHash ?? null;
    if (ended === null || hash === null || this.progress.lag > 0) return;
    await this.snapshots.writeAtStop({ state: ended.memory, time: ended.lastTime }, hash);
  }

  /**
   * After a standstill of this process or the end of its session: checks whether it is still the writer before memory is used for
   * answers. While the database responds to nobody, no other process can be.
   */
  private async confirm(writer: BatchWriter, loop: CommitLoop): Promise<CommitLoop> {
    await writer.renew().catch((error: unknown) => this.lease.checkLoss(writer, error));
    if (this.running === loop && this.lease.writer === writer && !writer.stoodStill) return loop;
    return this.opening ?? Promise.reject(new ExchangeRecoveringError());
  }

  /** While an attempt runs, no other begins: every caller of the exchange waits for it. */
  private openBy(attempt: Promise<CommitLoop>): Promise<CommitLoop> {
    this.opening = attempt;
    const done = (): void => {
      if (this.opening === attempt) this.opening = null;
    };
    attempt.then(done, done);
    return attempt;
  }

  /** `inspect` is called before anything is added to what is stored. */
  private async begin(inspect?: (stored: StoredBooks) => Promise<void>): Promise<CommitLoop> {
    this.openings++;
    const { lease, loader, batchListeners, commits, projection } = this;
    const writer = lease.writer ?? (await lease.takeOver());
    const fixed: LoopFailure[] = [];
    const fail = (failure: LoopFailure): void => {
      fixed.push(failure);
      this.recoverFrom(failure, writer.unconfirmed);
    };
    try {
      // A new loop executes its first commands before the state is shown to readers.
      const publish: PublishBatch = (entries, written) => {
        if (this.running?.memory !== written) return;
        batchListeners.notifyWritten(entries, written);
        this.clientOrders.afterBatch(projection.progress.place);
      };
      const loop = await loader.load({ writer, commits, inspect, fail, publish });
      if (lease.storage.isOn) lease.waitForSpace(loop, writer, () => loader.prepare(loop));
      else await loader.prepare(loop);
      if (fixed.length === 0) {
        writer.requireSession();
        return this.show(loop, writer);
      }
    } catch (error) {
      if (fixed.length === 0) {
        this.release();
        throw findExpectedError(error) ?? error;
      }
    }
    // The loop failed in its first batch, and is being recovered already, perhaps with this writer. It is over even if
    // that batch turns out to be committed: the loop that recovery loads takes its place.
    return this.open();
  }

  /** From now on requests use the loop. */
  private show(loop: CommitLoop, writer: BatchWriter): CommitLoop {
    this.running = loop;
    this.standby.end(writer.session.ended);
    this.batchListeners.notifyOpened(loop.memory);
    this.clientOrders.begin(loop.memory);
    this.expiry ??= setInterval(() => this.running?.expire(performance.now()), EXPIRE_EVERY_MS).unref();
    this.clock.run(this.sessionWork.handler);
    return loop;
  }

  /** Handles every failure: discards memory and loads the state from the tables. */
  private recoverFrom(failure: LoopFailure, unconfirmed: UnconfirmedBatch | null): void {
    this.running = null;
    this.storage.beginAfter(failure.error);
    this.openBy(this.beginAfter(failure, unconfirmed)).catch(() => undefined);
  }

  /**
   * Whether a batch was written is visible in what is stored when the old session can write no more. Another process may
   * have written commands of the same numbers meanwhile.
   */
  private async beginAfter(failure: LoopFailure, unconfirmed: UnconfirmedBatch | null): Promise<CommitLoop> {
    const { error } = failure;
    if (findExpectedError(error) === null) this.log.error('a batch could not be carried out', error);
    const stopWaiting = answerBeforeRecovery(failure, ANSWER_WITHIN_MS - 1_500);
    if (!(await this.lease.writer?.session.isStillThere())) this.release();
    const outcome: { isWritten: boolean | null } = { isWritten: null };
    const inspect = async (stored: StoredBooks): Promise<void> => {
      outcome.isWritten = await isCommitted(stored, unconfirmed);
    };
    const loop = await this.standby.retry(() => this.begin(inspect));
    stopWaiting();
    // Where this process ends, no loop has said so.
    if (outcome.isWritten === true && unconfirmed !== null) this.progress.acknowledge(unconfirmed.last);
    answerAfterRecovery(failure, outcome.isWritten);
    if (loop === null) throw new ExchangeRecoveringError(error);
    return loop;
  }

  private release(): void {
    this.running = null;
    this.lease.release();
  }
}
