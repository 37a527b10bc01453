import { canViewAllAccounts } from '../accounts/account-rights.js';
import type { State } from '../engine/state.js';
import type { AccountEvent } from './account-event.js';
import type { EventReader } from './event-reader.js';

/** The users whose access is revoked by the current batch, by account. */
export type RevokedAccess = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * All readers, by user. For each event, the readers follow from the account's owner and grants at that time, so that events of new
 * accounts reach readers without reconnecting; and from the readers' own grants, so that a grant or revocation applies from the next
 * event on, even within a batch.
 */
export class EventReaders {
  private readonly allReaders = new Set<EventReader>();
  private readonly allSeeing = new Set<EventReader>();
  private readonly byUser = new Map<number, Set<EventReader>>();

  get size(): number {
    return this.allReaders.size;
  }

  add(reader: EventReader): void {
    this.allReaders.add(reader);
    const { userId } = reader.actor;
    if (canViewAllAccounts(reader.actor)) this.allSeeing.add(reader);
    else this.byUser.set(userId, (this.byUser.get(userId) ?? new Set()).add(reader));
  }

  remove(reader: EventReader): void {
    this.allReaders.delete(reader);
    this.allSeeing.delete(reader);
    const { userId } = reader.actor;
    const alike = this.byUser.get(userId);
    alike?.delete(reader);
    if (alike?.size === 0) this.byUser.delete(userId);
  }

  [Symbol.iterator](): IterableIterator<EventReader> {
    return this.allReaders.values();
  }

  /** The readers that could view the account at the time of the event. The state is the one after the batch. */
  *findReaders(event: AccountEvent, { accounts }: State, taken: RevokedAccess | null): Generator<EventReader> {
    yield* this.allSeeing;
    const { acctId } = event;
    const account = accounts.get(acctId);
    if (account === undefined) return;
    const { ownerId, grants } = account;
    yield* this.byUser.get(ownerId) ?? [];
    for (const userId of grants.keys()) if (userId !== ownerId) yield* this.findGrantedReaders(userId, event);
    for (const userId of taken?.get(acctId) ?? [])
      if (!grants.has(userId)) yield* this.findGrantedReaders(userId, event);
  }

  private *findGrantedReaders(userId: number, event: AccountEvent): Generator<EventReader> {
    for (const reader of this.byUser.get(userId) ?? []) if (reader.isGranted(event)) yield reader;
  }
}

/** Null without revocations, which is the usual case. */
export function findRevokedAccess(events: readonly AccountEvent[]): RevokedAccess | null {
  let taken: Map<number, Set<number>> | null = null;
  for (const { acctId, grant } of events) {
    if (grant?.isTaken !== true) continue;
    taken ??= new Map();
    taken.set(acctId, (taken.get(acctId) ?? new Set()).add(grant.userId));
  }
  return taken;
}
