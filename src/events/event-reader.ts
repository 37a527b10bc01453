/**
 * Somebody who reads the events of their accounts as they happen: what they want to see, how far they have been told, and the way to
 * them. A reader is live, and told of each batch of commands as soon as it is written; or catching up, and told from the tables. Whoever
 * does not keep up while live begins to catch up again, so that what waits for a reader in memory has a bound and nothing is left out.
 */
import type { Actor } from '../access/actor.js';
import { seesEverything } from '../accounts/account-rights.js';
import type { State } from '../engine/state.js';
import type { AccountEvent, EventType } from './account-event.js';
import { type EventPlace, placeText } from './event-place.js';

/** The way to a reader. */
export type Outlet = Readonly<{
  write(text: string): void;
  /** Bytes that were written and have not left. */
  waiting(): number;
  /** When all has left; false if nothing does for too long. */
  drained(): Promise<boolean>;
  /** Says that no account is left of which to tell, and ends. */
  end(): void;
}>;

/** Which events: of these accounts and types; null is all that the reader may look at. */
export type EventFilter = Readonly<{ acctIds: readonly number[] | null; types: ReadonlySet<EventType> | null }>;

/** What may wait for one reader who is live. */
const WAITING_MOST = 256 * 1024;

const eventBlock = ({ id, type, text }: AccountEvent): string => `id: ${id}\nevent: ${type}\ndata: ${text}\n\n`;

export class EventReader {
  isLive = false;
  isOver = false;
  /** What is granted to a live reader, as far as they have been told. */
  granted = new Set<number>();
  private pending = '';
  private readonly acctIds: ReadonlySet<number> | null;

  constructor(
    readonly actor: Actor,
    readonly filter: EventFilter,
    private readonly outlet: Outlet,
    /** Everything up to here was told. Of a live reader, only what the batch that is being told has brought so far. */
    public place: EventPlace,
  ) {
    this.acctIds = filter.acctIds === null ? null : new Set(filter.acctIds);
  }

  wants({ acctId, type }: AccountEvent): boolean {
    return (
      (this.acctIds === null || this.acctIds.has(acctId)) && (this.filter.types === null || this.filter.types.has(type))
    );
  }

  /** Whether something is told to them that is not their own, and of which they are not an administrator: an account granted, or that it is or is no more. */
  isGranted({ acctId, grant }: AccountEvent): boolean {
    return this.granted.has(acctId) || grant?.userId === this.actor.userId;
  }

  /** The same of whoever it is. */
  sees(event: AccountEvent, { accounts }: State): boolean {
    return (
      seesEverything(this.actor) || accounts.get(event.acctId)?.ownerId === this.actor.userId || this.isGranted(event)
    );
  }

  /** Tells a live reader what they want to be told; what happens next they see with what this has given or taken. */
  hear(event: AccountEvent): void {
    if (this.wants(event)) this.take(event);
    this.follow(event);
  }

  private follow({ acctId, grant }: AccountEvent): void {
    if (grant === null || grant.userId !== this.actor.userId) return;
    if (grant.isTaken) this.granted.delete(acctId);
    else this.granted.add(acctId);
  }

  /** Whether they asked for accounts of which they may look at none any more. */
  hasNothingLeft({ accounts }: State): boolean {
    const { userId } = this.actor;
    if (this.filter.acctIds === null || seesEverything(this.actor)) return false;
    return this.filter.acctIds.every((acctId) => !this.granted.has(acctId) && accounts.get(acctId)?.ownerId !== userId);
  }

  /** Unless too much waits for them already: then they are told from the tables from here on. */
  private take(event: AccountEvent): void {
    if (this.pending.length + this.outlet.waiting() > WAITING_MOST) this.isLive = false;
    if (!this.isLive) return;
    this.pending += eventBlock(event);
    this.place = event.place;
  }

  flush(): void {
    if (this.pending === '') return;
    this.outlet.write(this.pending);
    this.pending = '';
  }

  /** A page of the past, and how far it goes. */
  publish(events: readonly AccountEvent[], reached: EventPlace): void {
    if (this.isOver) return;
    if (events.length > 0) this.outlet.write(events.map(eventBlock).join(''));
    this.place = reached;
  }

  end(): void {
    this.outlet.end();
  }

  drained(): Promise<boolean> {
    return this.outlet.drained();
  }

  /** Says that there is nothing else up to here: who comes back names it. Whoever has enough to read already is spared. */
  beat(place: EventPlace, time: number): void {
    if (this.outlet.waiting() < WAITING_MOST)
      this.outlet.write(
        `id: ${placeText(place)}\nevent: heartbeat\ndata: ${JSON.stringify({ time: new Date(time).toISOString() })}\n\n`,
      );
  }
}
