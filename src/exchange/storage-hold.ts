/**
 * Rejects commands while the disk of the database is full. A batch that fails for lack of space costs a reload of the
 * state, so after the first failure no batch is tried until a probe shows that there is space.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { findOutage, StorageFullError } from '../database/outage.js';

const PROBE_EVERY_MS = 500;

/** How commands are admitted again. `isOver` means that the state is being loaded, which starts a probe of its own. */
type HoldRelease = Readonly<{ probe: () => Promise<void>; isOver: () => boolean; resume: () => Promise<void> }>;

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
