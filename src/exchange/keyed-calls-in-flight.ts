import type { KeyedCall } from './writing/keyed-calls.js';

/** More than fit into the queue at once, so that none of those that are under way is ever forgotten. */
const REMEMBERED_MAX = 20_000;

/**
 * The calls under an `Idempotency-Key` that a loop has taken: of copies of a request it takes one. Usually the lock of the request's
 * transaction sees to that; this is for when its connection is lost while the commands are still under way.
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

  /** Nothing has come of it, so another may come. */
  forget(keyed: KeyedCall | null): void {
    if (keyed !== null) this.taken.delete(nameOf(keyed));
  }
}

const nameOf = ({ digest, call }: KeyedCall): string => `${digest} ${call}`;
