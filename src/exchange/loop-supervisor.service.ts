import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { Engine } from '../engine/engine.js';
import { CURRENT_RULES } from '../engine/rules.js';
import { findOutage } from '../database/outage.js';
import { runOutsideRequest } from '../database/run-outside-request.js';
import { DomainError } from '../errors/domain-error.js';
import { RecentDurations } from '../telemetry/recent-durations.js';
import { SYSTEM_CALLER } from './caller.js';
import { CommitLoop, type LoopFailure, type PublishBatch } from './commit-loop.js';
import { ExchangeElsewhere, ExchangeRecovering } from './exchange-errors.js';
import { answerAfterRecovery, answerBeforeRecovery } from './failed-batch.js';
import { EarlierOrdersService } from './recovery/earlier-orders.service.js';
import { loadBooks } from './recovery/recovery.service.js';
import { SessionClockService } from './sessions/session-clock.service.js';
import { StandbyWait } from './standby.js';
import { StorageHold } from './storage-hold.js';
import { BatchListeners } from './batch-listener.js';
import { BatchWriter } from './writing/writer.service.js';

/** A caller over HTTP is answered within five seconds, also when the database does not answer. */
export const ANSWER_WITHIN_MS = 4_000;
const EXPIRE_EVERY_MS = 250;
/** So soon those who wait learn that they wait in vain. */
const STEP_MS = 100;
/** How long the next attempt waits after one that has failed. */
const RETRY_AFTER_MS = 250;

/**
 * Keeps one commit loop running: becomes the writer, reads the books, and after a failure drops what is in memory and reads everything
 * anew; those whose commands were under way then learn from the database whether they were written.
 */
@Injectable()
export class LoopSupervisorService {
  private readonly log = new Logger(LoopSupervisorService.name);
  private running: CommitLoop | null = null;
  private writer: BatchWriter | null = null;
  private opening: Promise<CommitLoop> | null = null;
  private isClosing = false;
  private begun = 0;
  private expiry: NodeJS.Timeout | null = null;
  /** Whether commands are refused until the disk has space again. */
  readonly storage = new StorageHold();

  private readonly standby = new StandbyWait(this.log);
  /** How long the last batches took to be written. */
  readonly commits = new RecentDurations();
  readonly witnesses = new BatchListeners((error) => this.log.error('a witness of the exchange has failed', error));
  private keepSessions: () => Promise<number> = () => Promise.resolve(Infinity);

  constructor(
    private readonly orm: MikroORM,
    private readonly earlier: EarlierOrdersService,
    private readonly clock: SessionClockService,
    private readonly venueClock: VenueClockService,
  ) {}

  /** What the clock of the sessions does while the loop runs. */
  keepSessionsBy(keepSessions: () => Promise<number>): void {
    this.keepSessions = keepSessions;
  }

  /** Null while the books are being read, before the first need of them, and where another process may have taken over: then `opened` waits. */
  get loop(): CommitLoop | null {
    return this.writer?.mayBeReplaced === true ? null : this.running;
  }

  /** Whether another process writes the exchange, and this one stands by. */
  get isElsewhere(): boolean {
    return this.running === null && this.standby.isElsewhere;
  }

  /** How often the books were read: what was looked up before the last time may be out of date. */
  get openings(): number {
    return this.begun;
  }

  /** Whether nobody has to wait for it: it is open, or has not been used yet. Where only disk space is missing, reads are answered. */
  get isReady(): boolean {
    return this.running !== null || this.begun === 0 || this.storage.isOn;
  }

  /** Becomes the writer if it is not yet: reads the books, learns what is new among the instruments, closes and opens sessions. */
  open(): Promise<CommitLoop> {
    if (this.isClosing) return Promise.reject(new ExchangeRecovering());
    if (this.running)
      return this.writer?.mayBeReplaced === true
        ? this.confirm(this.writer, this.running)
        : Promise.resolve(this.running);
    return this.opening ?? this.openBy(runOutsideRequest(() => this.begin()));
  }

  /** The same, but no longer than anybody waits for an answer: books may take longer to read. */
  async whenOpen(withinMs = ANSWER_WITHIN_MS): Promise<CommitLoop> {
    const end = performance.now() + withinMs;
    const opening = this.open();
    do {
      if (this.isElsewhere) throw new ExchangeElsewhere();
      const loop = await Promise.race([opening, pause(Math.min(STEP_MS, withinMs), null, { ref: false })]);
      if (loop !== null) return loop;
    } while (performance.now() < end);
    throw new ExchangeRecovering();
  }

  /** Opens, and if that fails goes on trying, as the service does that runs for others: the previous writer may be about to leave. */
  async keepOpen(): Promise<void> {
    await this.open().catch((error: unknown) => {
      this.log.warn(`The exchange cannot be opened yet: ${String(error)}`);
      void this.retryUntilOpen(() => this.open());
    });
  }

  /** When the last request has been answered, and before the connections are closed. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.opening?.catch(() => undefined);
    await this.clock.stop();
    await this.running?.end();
    await this.earlier.end();
    this.release();
  }

  /** After this process stood still: asks whether it still is the writer before anybody is answered from its memory. */
  private async confirm(writer: BatchWriter, loop: CommitLoop): Promise<CommitLoop> {
    await writer.renew().catch((error: unknown) => this.checkLostLease(writer, error));
    if (this.running === loop && this.writer === writer && !writer.mayBeReplaced) return loop;
    return this.opening ?? Promise.reject(new ExchangeRecovering());
  }

  /** While this is under way, no other attempt begins: every caller of the exchange waits for it. */
  private openBy(attempt: Promise<CommitLoop>): Promise<CommitLoop> {
    this.opening = attempt;
    const done = (): void => {
      if (this.opening === attempt) this.opening = null;
    };
    attempt.then(done, done);
    return attempt;
  }

  /** `found` hears how far the journal goes, before anything is added to it. */
  private async begin(found: (last: number) => void = () => undefined): Promise<CommitLoop> {
    this.begun++;
    this.writer ??= await this.takeOver();
    const { writer, clock, witnesses, commits } = this;
    const fixed: LoopFailure[] = [];
    const fail = (failure: LoopFailure): void => {
      fixed.push(failure);
      this.recoverFrom(failure);
    };
    try {
      const { state, time } = await loadBooks(this.orm.config.get('clientUrl'));
      found(state.counters.command);
      // What a new loop does before it is open is in the books that are shown when it is.
      const publish: PublishBatch = (entries, written) => {
        if (this.running !== null) witnesses.notifyWritten(entries, written);
      };
      const loop = new CommitLoop(new Engine(state), time, {
        write: (rows, written, advance) => commits.measure(writer.write(rows, written, advance)),
        fail,
        publish,
        now: this.venueClock.now,
      });
      const prepare = async (): Promise<void> => {
        if (!loop.memory.followsRules(CURRENT_RULES))
          await loop.add(SYSTEM_CALLER, [{ type: 'AdoptRules', rules: CURRENT_RULES }]);
        await clock.begin((bodies) => loop.add(SYSTEM_CALLER, bodies), loop.memory);
        loop.continueWork();
      };
      if (this.storage.isOn) this.waitForSpace(loop, writer, prepare);
      else await prepare();
      this.running = loop;
      this.standby.end(writer.ended);
      witnesses.notifyOpened(loop.memory);
      this.earlier.begin();
      this.expiry ??= setInterval(() => this.running?.expire(performance.now()), EXPIRE_EVERY_MS).unref();
      clock.run(this.keepSessions);
      return loop;
    } catch (error) {
      // A loop that has failed is recovered from already, perhaps with this very writer.
      if (fixed.length === 0) this.release();
      throw findOutage(error) ?? error;
    }
  }

  /** Reads go on from these books meanwhile. A batch that fails, or a connection that is lost, makes an end of them and of the wait. */
  private waitForSpace(loop: CommitLoop, writer: BatchWriter, resume: () => Promise<void>): void {
    const isOver = (): boolean => this.running !== loop || this.isClosing;
    void this.storage.waitForSpace({ probe: () => writer.probe(), isOver, resume }).then((error) => {
      if (error !== null && !isOver()) this.recoverFrom({ error, underWay: [], last: 0 });
    });
  }

  private async takeOver(): Promise<BatchWriter> {
    try {
      const writer = await BatchWriter.take(await this.orm.em.getConnection().getNativeClient());
      writer.keepLease((error) => void this.checkLostLease(writer, error));
      return writer;
    } catch (error) {
      throw findOutage(error) ?? error;
    }
  }

  /**
   * The connection or the epoch is gone while no batch is under way. As long as the database does not answer anybody, reads go on from memory,
   * and the next renewal asks again; when it does, either this process becomes the writer again, or another one has.
   */
  private async checkLostLease(writer: BatchWriter, error: unknown): Promise<void> {
    const loop = this.running;
    if (this.isClosing || this.writer !== writer || loop === null) return;
    const pool = await this.orm.em.getConnection().getNativeClient();
    const answers = await pool.query('select 1').catch(() => null);
    if (answers !== null && this.running === loop && this.writer === writer) loop.failAll(error);
  }

  /** The one way out of every failure: whatever is in memory is forgotten, and read again from what is written. */
  private recoverFrom(failure: LoopFailure): void {
    this.running = null;
    this.storage.beginAfter(failure.error);
    this.openBy(this.beginAfter(failure)).catch(() => undefined);
  }

  /**
   * Whether a batch was written shows in the first books that are read after it, before anybody's command is added to them: a later
   * command takes the same number. And they are read only when the old connection can write no more, or never did.
   */
  private async beginAfter(failure: LoopFailure): Promise<CommitLoop> {
    const { error, last } = failure;
    if (findOutage(error) === null && !(error instanceof DomainError))
      this.log.error('a batch could not be carried out', error);
    const late = answerBeforeRecovery(failure, ANSWER_WITHIN_MS - 1_500);
    if (!(await this.writer?.isStillThere())) this.release();
    const outcome: { isWritten: boolean | null } = { isWritten: null };
    const loop = await this.retryUntilOpen(() => this.begin((found) => (outcome.isWritten ??= found >= last)));
    clearTimeout(late);
    answerAfterRecovery(failure, outcome.isWritten);
    if (loop === null) throw new ExchangeRecovering(error);
    return loop;
  }

  private async retryUntilOpen(opens: () => Promise<CommitLoop>): Promise<CommitLoop | null> {
    while (!this.isClosing) {
      try {
        return await opens();
      } catch (error) {
        if (error instanceof DomainError) this.standby.begin(error);
        else this.log.error('the exchange could not be opened again', error);
        await pause(RETRY_AFTER_MS);
      }
    }
    return null;
  }

  private release(): void {
    this.running = null;
    this.writer?.release();
    this.writer = null;
  }
}
