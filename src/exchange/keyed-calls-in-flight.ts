import type { KeyedCall } from './writing/keyed-calls.js';

/** More than fit into the queue, so that no call in progress is evicted. */
const REMEMBERED_MAX = 20_000;

/**
 * Calls under an `Idempotency-Key` that the loop has accepted: it accepts one copy of a request. Usually the lock of
 * the request's transaction ensures this; here it is ensured when that connection is lost while the commands are in
 * progress.
 */
export class KeyedCalls {
  private readonly taken = new Set<string>();

  /** Whether it is the first. */
  take(keyed: KeyedCall | null): boolean {
    if (keyed === null) return true;
    const name = nameOf(keyed);
    if (this.taken.has(name)) return false;
    this.taken.add(name);
    for (const oldest of this.taken) {
      if (this.taken.size <= REMEMBERED_MAX) break;
      this.taken.delete(oldest);
    }
    return true;
  }

  /** The call had no effect, so another copy may run. */
  forget(keyed: KeyedCall | null): void {
    if (keyed !== null) this.taken.delete(nameOf(keyed));
  }
}

const nameOf = ({ digest, call }: KeyedCall): string => `${digest} ${call}`;
