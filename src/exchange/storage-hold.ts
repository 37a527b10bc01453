/**
 * Keeps commands away from a database whose disk is full. A batch that PostgreSQL refuses for lack of space costs a reading of the
 * books, because memory is ahead of the tables then; so after the first one no other is tried until a trial shows that there is space.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { findOutage, StorageFullError } from '../database/outage.js';

const PROBE_EVERY_MS = 500;

/** What frees the exchange again. `isOver` says that the books are being read anew, which begins a trial of its own. */
type HoldRelease = Readonly<{ probe: () => Promise<void>; isOver: () => boolean; resume: () => Promise<void> }>;

export class StorageHold {
  private reason: StorageFullError | null = null;

  get isOn(): boolean {
    return this.reason !== null;
  }

  /** Begins if this failure is a lack of disk space. */
  beginAfter(error: unknown): void {
    const outage = findOutage(error);
    if (outage instanceof StorageFullError) this.reason = outage;
  }

  /** Throws while there is no disk space. */
  check(): void {
    if (this.reason !== null) throw new StorageFullError(this.reason.cause);
  }

  /** Tries until there is space. Fulfilled with an error when the trial fails for another reason: then the connection is of no use. */
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
