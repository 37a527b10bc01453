import type { AccountEvent } from './account-event.js';

/** More than this is found faster in the tables. */
const EVENTS_MOST = 10_000;

type Batch = Readonly<{ seq: number; events: readonly AccountEvent[] }>;

/**
 * What was told a moment ago, kept as long as somebody is catching up: the tables were read up to some command, and by the time they
 * were, there is more. It is told from here in one step, and the reader is live without anything between.
 */
export class RecentEvents {
  private batches: Batch[] = [];
  private count = 0;

  /** All events behind this command are here. */
  constructor(public since: number) {}

  add(batch: Batch): void {
    this.batches.push(batch);
    this.count += batch.events.length;
    while (this.count > EVENTS_MOST) {
      const first = this.batches.shift();
      if (first === undefined) return;
      this.count -= first.events.length;
      this.since = first.seq;
    }
  }

  all(): AccountEvent[] {
    return this.batches.flatMap(({ events }) => events);
  }
}
