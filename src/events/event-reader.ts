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

/** Accounts and types of a stream; null is all that the reader may view. */
export type EventFilter = Readonly<{ acctIds: readonly number[] | null; types: ReadonlySet<EventType> | null }>;

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
    readonly filter: EventFilter,
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
