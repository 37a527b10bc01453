import { setTimeout as pause } from 'node:timers/promises';
import { findExpectedError, findOutage, StorageFullError } from '../database/outage.js';
import type { CommitLoop } from './commit-loop.js';
import type { ProjectionService } from './projection/projection.service.js';
import type { ExchangeStore } from './store/exchange-store.js';
import { BatchWriter } from './writing/batch-writer.js';

const PROBE_EVERY_MS = 500;

/** How commands are admitted again. `isOver` means that the state is being loaded, which starts a probe of its own. */
type HoldRelease = Readonly<{ probe: () => Promise<void>; isOver: () => boolean; resume: () => Promise<void> }>;

/**
 * Rejects commands while the disk of the database is full. A batch that fails for lack of space costs a reload of the
 * state, so after the first failure no batch is tried until a probe shows that there is space.
 */
export class StorageHold {
  private reason: StorageFullError | null = null;

  get isOn(): boolean {
    return this.reason !== null;
  }

  /** Starts if the failure is a lack of disk space. */
  beginAfter(error: unknown): void {
    const outage = findOutage(error);
    if (outage instanceof StorageFullError) this.reason = outage;
  }

  /** While it is on. */
  reject(): Promise<never> {
    return Promise.reject(new StorageFullError(this.reason?.cause));
  }

  /** Probes until there is space. Rejects when a probe fails for another reason: then the connection is unusable. */
  async waitForSpace({ probe, isOver, resume }: HoldRelease): Promise<unknown> {
    for (;;) {
      await pause(PROBE_EVERY_MS, null, { ref: false });
      if (isOver()) return null;
      try {
        await probe();
        if (isOver()) return null;
        await resume();
        this.reason = null;
        return null;
      } catch (error) {
        if (!(findOutage(error) instanceof StorageFullError)) return error;
      }
    }
  }
}

/** The loop that requests use. */
type SupervisedLoop = Readonly<{ getRunning: () => CommitLoop | null; isClosing: () => boolean }>;

/**
 * The session in which this process writes the exchange, and the failures of the loop that no batch of its own reports: a lost lease, and a
 * connection that is lost while there is no disk space.
 */
export class WriterLease {
  private held: BatchWriter | null = null;
  /** Whether commands are rejected until there is disk space. */
  readonly storage = new StorageHold();

  constructor(
    private readonly store: Pick<ExchangeStore, 'takeOver' | 'isResponding'>,
    private readonly projection: ProjectionService,
    private readonly supervised: SupervisedLoop,
  ) {}

  /** Null while this process is not the writer. */
  get writer(): BatchWriter | null {
    return this.held;
  }

  async takeOver(): Promise<BatchWriter> {
    try {
      const writer = new BatchWriter(await this.store.takeOver(), this.projection);
      writer.keepLease((error) => void this.checkLoss(writer, error));
      this.held = writer;
      return writer;
    } catch (error) {
      throw findExpectedError(error) ?? error;
    }
  }

  /**
   * The connection or the epoch is gone while no batch is in progress. While the database does not respond to anyone,
   * reads continue from memory and the next renewal checks again. Once it responds, either this process becomes the
   * writer again or another one is.
   */
  async checkLoss(writer: BatchWriter, error: unknown): Promise<void> {
    const { getRunning, isClosing } = this.supervised;
    const loop = getRunning();
    if (isClosing() || this.held !== writer || loop === null) return;
    const isResponding = await this.store.isResponding();
    if (isResponding && getRunning() === loop && this.held === writer) loop.failAll(error);
  }

  /** Reads continue on this state meanwhile. A failing batch or a lost connection ends both the state and the wait. */
  waitForSpace(loop: CommitLoop, writer: BatchWriter, resume: () => Promise<void>): void {
    const { getRunning, isClosing } = this.supervised;
    const isOver = (): boolean => getRunning() !== loop || isClosing();
    void this.storage.waitForSpace({ probe: () => writer.session.probe(), isOver, resume }).then(async (error) => {
      if (error === null) return;
      // Nobody waits for a batch that takes too long, and it may be committed all the same.
      await loop.whenIdle();
      if (!isOver()) loop.failAll(error);
    });
  }

  release(): void {
    this.held?.release();
    this.held = null;
  }
}
