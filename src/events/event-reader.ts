/**
 * Somebody who reads the events of their accounts as they happen: what they want to see, how far they have been told, and the way to
 * them. A reader is live, and told of each batch of commands as soon as it is written; or catching up, and told from the tables. Whoever
 * does not keep up while live begins to catch up again, so that what waits for a reader in memory has a bound and nothing is left out.
 */
import type { Actor } from '../access/actor.js';
import type { AccountEvent, EventType } from './account-event.js';
import { type EventPlace, placeText } from './event-place.js';

/** The way to a reader. */
export type Outlet = Readonly<{
  write(text: string): void;
  /** Bytes that were written and have not left. */
  waiting(): number;
  /** When all has left; false if nothing does for too long. */
  drained(): Promise<boolean>;
}>;

/** Which events: of these accounts and types; null is all that the reader may look at. */
export type EventFilter = Readonly<{ acctIds: readonly number[] | null; types: ReadonlySet<EventType> | null }>;

/** What may wait for one reader who is live. */
const WAITING_MOST = 256 * 1024;

const eventBlock = ({ id, type, text }: AccountEvent): string => `id: ${id}\nevent: ${type}\ndata: ${text}\n\n`;

export class EventReader {
  isLive = false;
  isOver = false;
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
    return (this.acctIds === null || this.acctIds.has(acctId)) && (this.filter.types === null || this.filter.types.has(type));
  }

  /** Tells a live reader, unless too much waits for them already: then they are told from the tables from here on. */
  take(event: AccountEvent): void {
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
  tell(events: readonly AccountEvent[], reached: EventPlace): void {
    if (this.isOver) return;
    if (events.length > 0) this.outlet.write(events.map(eventBlock).join(''));
    this.place = reached;
  }

  drained(): Promise<boolean> {
    return this.outlet.drained();
  }

  /** Says that there is nothing else up to here: who comes back names it. Whoever has enough to read already is spared. */
  beat(place: EventPlace, time: number): void {
    if (this.outlet.waiting() < WAITING_MOST) this.outlet.write(`id: ${placeText(place)}\nevent: heartbeat\ndata: ${JSON.stringify({ time: new Date(time).toISOString() })}\n\n`);
  }
}
