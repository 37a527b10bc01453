import type { State } from '../../engine/state.js';
import { hashBatch } from '../journal/batch-chain.js';
import { encodeBatch } from '../journal/batch-encoding.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import type { ProjectionService } from '../projection/projection.service.js';
import type { BatchToWrite, WriterSession } from '../store/exchange-store.js';
import type { BatchRows } from './batch-rows.js';
import { toStateAdvance } from './state-tables.js';
import { LEASE_MS, RENEW_EVERY_MS } from './lease.js';

export type UnconfirmedBatch = Pick<JournalBatch, 'last' | 'hash'>;

/** As the driver says it of a statement. */
const sessionEnded = (): Error => new Error('Connection terminated: another process may be the writer.');

/**
 * Commits batches in the session that holds the lock of the exchange. Each batch names the epoch drawn with the lock: if the
 * session is lost and another writer takes over, nothing in progress here can be written.
 */
export class BatchWriter {
  private timer: NodeJS.Timeout | null = null;
  private underWay = 0;
  private hasEnded = false;
  private renewedAt = performance.now();
  private turnAt = performance.now();
  /** The hash of the last batch. */
  private hash: Buffer | null = null;
  private unconfirmedBatch: UnconfirmedBatch | null = null;

  constructor(
    readonly session: WriterSession,
    private readonly projection: Pick<ProjectionService, 'progress' | 'add' | 'skip'>,
  ) {}

  /** The batch whose commit was not confirmed: the journal may have it. */
  get unconfirmed(): UnconfirmedBatch | null {
    return this.unconfirmedBatch;
  }

  /** The hash of the last batch; null before the end of the journal is known. */
  get lastHash(): Buffer | null {
    return this.hash;
  }

  /**
   * Renews the lease from now on when no batch does. `lost` is called, perhaps repeatedly, when the connection or the
   * epoch is gone.
   */
  keepLease(lost: (error: unknown) => void): void {
    this.session.onEnd(() => {
      this.hasEnded = true;
      lost(sessionEnded());
    });
    this.timer = setInterval(() => {
      const now = performance.now();
      // After a standstill, only the database knows whether this process is the writer.
      if (!this.stoodStill) this.turnAt = now;
      if (this.underWay === 0 && (this.stoodStill || now - this.renewedAt >= RENEW_EVERY_MS - 10))
        this.renew().catch(lost);
    }, RENEW_EVERY_MS).unref();
  }

  /** Whether another process may be the writer: the session has ended, or this process stood still for too long. */
  get mayBeReplaced(): boolean {
    return this.hasEnded || this.stoodStill;
  }

  /** Whether this process stood still so long that another one may have ended its session. */
  get stoodStill(): boolean {
    return performance.now() - this.turnAt > LEASE_MS;
  }

  /** Throws if the session has ended. */
  requireSession(): void {
    if (this.hasEnded) throw sessionEnded();
  }

  /** Throws if this process is no longer the writer. */
  renew(): Promise<void> {
    return this.runExclusively(() => this.session.renew());
  }

  /** A renewal never runs between the statements of a batch: it would be part of their transaction. */
  private async runExclusively(work: () => Promise<void>): Promise<void> {
    const began = performance.now();
    this.underWay++;
    try {
      await work();
      this.renewedAt = began;
      // A response from before a standstill is outdated.
      if (performance.now() - began < LEASE_MS) this.turnAt = performance.now();
    } finally {
      this.underWay--;
    }
  }

  /** The journal was read to its end, which has this hash. */
  continueFrom(hash: Buffer): void {
    this.hash = hash;
    this.unconfirmedBatch = null;
  }

  /**
   * Writes a batch into the journal alone, and the tables follow; or, once they have followed, into both at once: rows of the
   * administration and of other modules exist before anything refers to them. `before` is the last command of the batch before.
   */
  async write(
    rows: BatchRows,
    state: State,
    { before, time }: Readonly<{ before: number; time: number }>,
  ): Promise<void> {
    const { projection } = this;
    const advance = toStateAdvance(state, before, time);
    const isWhole = rows.administrative.length > 0 || rows.records.length > 0;
    if (isWhole) await projection.progress.whenReached();
    const bytes = await this.writeJournal({ rows, state, advance, isWhole });
    if (isWhole) projection.skip(advance.counters.command);
    else projection.add({ rows, advance, bytes });
  }

  /** Writes all or nothing, and returns the size in the journal. */
  private async writeJournal({ rows, advance, ...others }: Omit<BatchToWrite, 'batch'>): Promise<number> {
    const { hash: previousHash } = this;
    if (previousHash === null) throw new Error('The end of the journal is not known yet.');
    const { before, counters, time } = advance;
    const header = { first: before + 1, last: counters.command, epoch: this.session.epoch, at: time };
    const body = encodeBatch(rows.journal);
    const hash = hashBatch(previousHash, header, body);
    const batch = { ...header, previousHash, hash, body };
    this.unconfirmedBatch = batch;
    await this.runExclusively(() => this.session.write({ batch, rows, advance, ...others }));
    this.continueFrom(hash);
    return body.length;
  }

  /** Releases the lock with the session. */
  release(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.session.release();
  }
}
