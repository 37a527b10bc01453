import type { AccountEvent } from './account-event.js';

/** Beyond this number, reading the tables is faster. */
const EVENTS_MOST = 10_000;

type EventBatch = Readonly<{ seq: number; events: readonly AccountEvent[] }>;

/**
 * The events of the latest batches, stored while a reader catches up. New events are committed while a reader reads the tables. They
 * are sent from here in one step, so that the reader becomes live without a gap.
 */
export class RecentEvents {
  private batches: EventBatch[] = [];
  private count = 0;

  /** Has all events after this command. */
  constructor(public since: number) {}

  add(batch: EventBatch): void {
    this.batches.push(batch);
    this.count += batch.events.length;
    while (this.count > EVENTS_MOST) {
      const first = this.batches.shift();
      if (first === undefined) return;
      this.count -= first.events.length;
      this.since = first.seq;
    }
  }

  list(): AccountEvent[] {
    return this.batches.flatMap(({ events }) => events);
  }
}
