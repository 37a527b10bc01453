import { seesEverything } from '../accounts/account-rights.js';
import type { State } from '../engine/state.js';
import type { AccountEvent } from './account-event.js';
import type { EventReader } from './event-reader.js';

/**
 * All who read, by whom they are: who may look at an account is asked of the account when something happens to it, so that a grant
 * given or taken counts from the next event on, and an account that is new needs nobody to come again.
 */
export class EventReaders {
  private readonly everybody = new Set<EventReader>();
  private readonly allSeeing = new Set<EventReader>();
  private readonly byUser = new Map<number, Set<EventReader>>();

  get size(): number {
    return this.everybody.size;
  }

  add(reader: EventReader): void {
    this.everybody.add(reader);
    const { userId } = reader.actor;
    if (seesEverything(reader.actor)) this.allSeeing.add(reader);
    else this.byUser.set(userId, (this.byUser.get(userId) ?? new Set()).add(reader));
  }

  remove(reader: EventReader): void {
    this.everybody.delete(reader);
    this.allSeeing.delete(reader);
    const { userId } = reader.actor;
    const alike = this.byUser.get(userId);
    alike?.delete(reader);
    if (alike?.size === 0) this.byUser.delete(userId);
  }

  [Symbol.iterator](): IterableIterator<EventReader> {
    return this.everybody.values();
  }

  /** Those who may look at the account of an event, by the books as they are. */
  *of({ acctId }: AccountEvent, { accounts }: State): Generator<EventReader> {
    yield* this.allSeeing;
    const account = accounts.get(acctId);
    if (account === undefined) return;
    const { ownerId, grants } = account;
    yield* this.byUser.get(ownerId) ?? [];
    for (const userId of grants.keys()) if (userId !== ownerId) yield* this.byUser.get(userId) ?? [];
  }
}
