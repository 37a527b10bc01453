import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AccessChangesService } from './access-changes.service.js';
import type { Actor } from './actor.js';

/** The caller of an endpoint whose response does not end by itself, and the end of their access. */
export type StreamLease = Readonly<{
  actor: Actor;
  /** When the credentials were checked, on the clock of `performance.now()`, which nobody can set back. */
  checkedAt: number;
  /** On the same clock. */
  expiresAt: number;
  /** Checks the credentials again. */
  isStillValid: () => Promise<boolean>;
}>;

/** Why access ended. */
export type EndReason = 'expired' | 'revoked';

/** Many changes are announced together when a user signs out everywhere; one check covers them all. */
const RECHECK_DELAY_MS = 50;
/** A check that fails is repeated, and a revocation must be effective within a second. */
const RETRY_DELAY_MS = 500;
/** Timers run at most 24 days. */
const TIMER_MAX_MS = 2 ** 31 - 1;

type WatchedLease = Readonly<{ lease: StreamLease; end: (reason: EndReason) => void }>;

/** Closes the streams whose token has expired or was revoked. */
@Injectable()
export class StreamLeasesService implements OnModuleInit {
  private readonly log = new Logger(StreamLeasesService.name);
  private readonly watchedLeases = new Set<WatchedLease>();
  private timer: NodeJS.Timeout | null = null;
  private lastChangeAt = -Infinity;

  constructor(private readonly changes: AccessChangesService) {}

  onModuleInit(): void {
    this.changes.announcements.register(() => {
      this.lastChangeAt = performance.now();
      if (this.watchedLeases.size > 0) this.scheduleRecheck();
    });
  }

  /**
   * `onEnd` is called once at most. Call what is returned when they have left by themselves. Opening a stream takes a while: where a
   * change was announced meanwhile, the credentials are checked again.
   */
  watch(lease: StreamLease, onEnd: (reason: EndReason) => void): () => void {
    const end = (reason: EndReason): void => {
      if (stop()) onEnd(reason);
    };
    const watchedLease: WatchedLease = { lease, end };
    const remainingMs = lease.expiresAt - performance.now();
    const timer = setTimeout(() => end('expired'), Math.min(Math.max(remainingMs, 0), TIMER_MAX_MS)).unref();
    const stop = (): boolean => {
      clearTimeout(timer);
      return this.watchedLeases.delete(watchedLease);
    };
    this.watchedLeases.add(watchedLease);
    if (this.lastChangeAt >= lease.checkedAt) void this.recheck(watchedLease);
    return stop;
  }

  private scheduleRecheck(delayMs = RECHECK_DELAY_MS): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      for (const watchedLease of this.watchedLeases) void this.recheck(watchedLease);
    }, delayMs).unref();
  }

  /** While the database cannot answer, streams stay open and are checked again until it can. */
  private async recheck(watchedLease: WatchedLease): Promise<void> {
    const { lease, end } = watchedLease;
    try {
      if (!(await lease.isStillValid())) end(performance.now() >= lease.expiresAt ? 'expired' : 'revoked');
    } catch (error) {
      if (!this.watchedLeases.has(watchedLease)) return;
      if (this.timer === null)
        this.log.warn(`Streams whose access cannot be checked stay open for now: ${String(error)}`);
      this.scheduleRecheck(RETRY_DELAY_MS);
    }
  }
}
