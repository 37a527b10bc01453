import { BoundedMap } from './bounded-map.js';

/**
 * Rejected callers and the time until which each should wait, so that callers who ignore `Retry-After` can be slowed
 * down.
 */
const CALLERS_MAX = 10_000;

export class EarlyRetries {
  private readonly retryAfterTimes = new BoundedMap<string, number>(CALLERS_MAX);

  /** Records a rejection. Returns true if an earlier one asked this caller to wait beyond `nowMs`. */
  recordRejection(caller: string, nowMs: number, retryAfterSeconds: number): boolean {
    const isEarly = nowMs < (this.retryAfterTimes.get(caller) ?? -Infinity);
    this.retryAfterTimes.set(caller, nowMs + retryAfterSeconds * 1_000);
    return isEarly;
  }
}
