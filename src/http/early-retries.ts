import { LatestMap } from './latest-map.js';

/** Refused callers and the time until which each was told to wait, so that a caller who ignores `Retry-After` can be slowed down. */
const CALLERS_MAX = 10_000;

export class EarlyRetries {
  private readonly refusedUntil = new LatestMap<string, number>(CALLERS_MAX);

  /** Records a refusal. True if an earlier refusal told this caller to wait beyond `nowMs`. */
  add(caller: string, nowMs: number, retryAfterSeconds: number): boolean {
    const isEarly = nowMs < (this.refusedUntil.get(caller) ?? -Infinity);
    this.refusedUntil.set(caller, nowMs + retryAfterSeconds * 1_000);
    return isEarly;
  }
}
