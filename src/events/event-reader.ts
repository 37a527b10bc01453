/**
 * A subscriber of an event stream: its filter, its place, and its connection. A live reader gets each batch as soon as it is
 * committed; a reader that catches up gets events from the tables. A live reader that is too slow catches up again, so that its
 * buffer has a limit and no event is lost.
 */
import type { Actor } from '../access/actor.js';
import { canViewAllAccounts } from '../accounts/account-rights.js';
import type { State } from '../engine/state.js';
import type { AccountEvent, EventType } from './account-event.js';
import { type EventPlace, placeText } from './event-place.js';

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

/** The connection to a reader. */
export type EventOutlet = Readonly<{
  write(text: string): void;
  /** Bytes that were written but not sent yet. */
  waiting(): number;
  /** Resolves when all bytes are sent; with false after too long without progress. */
  drained(): Promise<boolean>;
  /** Sends the `end` event with `access_taken` and closes the connection. */
  end(): void;
}>;

/** Accounts and types of events; null is all that the reader may view. */
export type EventFilter = Readonly<{ acctIds: readonly number[] | null; types: ReadonlySet<EventType> | null }>;
/** The filter of a stream. Alerts belong to no account. */
export type StreamFilter = EventFilter & Readonly<{ hasAlerts: boolean }>;

/** The most bytes that are buffered for one live reader. */
const WAITING_MOST = 256 * 1024;

const formatEventBlock = ({ id, type, text }: AccountEvent): string => `id: ${id}\nevent: ${type}\ndata: ${text}\n\n`;

export class EventReader {
  isLive = false;
  isOver = false;
  /** Accounts granted to a live reader, as of the last published event. */
  granted = new Set<number>();
  private pending = '';
  private readonly acctIds: ReadonlySet<number> | null;

  constructor(
    readonly actor: Actor,
    readonly filter: StreamFilter,
    private readonly outlet: EventOutlet,
    /** All events up to here were sent. Of a live reader, kept current only while a batch is published. */
    public place: EventPlace,
  ) {
    this.acctIds = filter.acctIds === null ? null : new Set(filter.acctIds);
  }

  matches({ acctId, type }: AccountEvent): boolean {
    return (
      (this.acctIds === null || this.acctIds.has(acctId)) && (this.filter.types === null || this.filter.types.has(type))
    );
  }

  /** Whether the reader may see an event of another user's account without being an administrator: by a grant, or because the event is the grant or its revocation. */
  isGranted({ acctId, grant }: AccountEvent): boolean {
    return this.granted.has(acctId) || grant?.userId === this.actor.userId;
  }

  /** Whether the reader may see an event, by any right. */
  isVisible(event: AccountEvent, { accounts }: State): boolean {
    return (
      canViewAllAccounts(this.actor) ||
      accounts.get(event.acctId)?.ownerId === this.actor.userId ||
      this.isGranted(event)
    );
  }

  /** Sends an event to a live reader, and applies the grant or revocation of the event to the following ones. */
  receive(event: AccountEvent): void {
    if (this.matches(event)) this.take(event);
    this.follow(event);
  }

  private follow({ acctId, grant }: AccountEvent): void {
    if (grant === null || grant.userId !== this.actor.userId) return;
    if (grant.isTaken) this.granted.delete(acctId);
    else this.granted.add(acctId);
  }

  /** Whether the reader may no longer view any of the accounts in its filter. */
  hasNothingLeft({ accounts }: State): boolean {
    const { userId } = this.actor;
    if (this.filter.acctIds === null || canViewAllAccounts(this.actor)) return false;
    return this.filter.acctIds.every((acctId) => !this.granted.has(acctId) && accounts.get(acctId)?.ownerId !== userId);
  }

  /** Buffers an event. If the buffer is full, the reader is no longer live and continues from the tables. */
  private take(event: AccountEvent): void {
    if (this.pending.length + this.outlet.waiting() > WAITING_MOST) this.isLive = false;
    if (!this.isLive) return;
    this.pending += formatEventBlock(event);
    this.place = event.place;
  }

  flush(): void {
    if (this.pending === '') return;
    this.outlet.write(this.pending);
    this.pending = '';
  }

  /** Sends a page of past events, and sets the place that it reached. */
  publish(events: readonly AccountEvent[], reached: EventPlace): void {
    if (this.isOver) return;
    if (events.length > 0) this.outlet.write(events.map(formatEventBlock).join(''));
    this.place = reached;
  }

  end(): void {
    this.outlet.end();
  }

  /** A message without an id, unless the reader wants none or its buffer is full. */
  sendAlert(data: object): void {
    if (this.filter.hasAlerts && this.outlet.waiting() < WAITING_MOST)
      this.outlet.write(`event: alert\ndata: ${JSON.stringify(data)}\n\n`);
  }

  untilDrained(): Promise<boolean> {
    return this.outlet.drained();
  }

  /** Sends a heartbeat with the current place as id, unless the buffer is full. */
  sendHeartbeat(place: EventPlace, time: number): void {
    if (this.outlet.waiting() < WAITING_MOST)
      this.outlet.write(
        `id: ${placeText(place)}\nevent: heartbeat\ndata: ${JSON.stringify({ time: new Date(time).toISOString() })}\n\n`,
      );
  }
}
