/**
 * Who hears whether instruments trade. It is said when it is asked for, and whenever it has changed since it was said last; so nobody hears the same twice, however often
 * sessions are looked at.
 */
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { toStatusText } from './stream-item.view.js';

type Status = Instrument['status'];

/** A subscriber; of what waits for it, only the newest is kept of each instrument. */
export type StatusSubscriber = Readonly<{ sendLatest(of: number, text: string): void }>;

export class StatusFeed {
  private readonly lastStatuses = new Map<StatusSubscriber, Map<number, Status>>();

  /** From now on the listener hears of these, first as they are now. */
  follow(subscriber: StatusSubscriber, instrumentIds: readonly number[], state: State): void {
    const statuses = this.lastStatuses.get(subscriber) ?? new Map<number, Status>();
    this.lastStatuses.set(subscriber, statuses);
    for (const id of instrumentIds) statuses.delete(id);
    const known = instrumentIds.filter((id) => state.instruments.has(id));
    for (const id of known) publishStatus(subscriber, statuses, state.instruments.get(id));
  }

  /** These may have changed, and the books are what is written. */
  markChanged(instrumentIds: ReadonlySet<number>, { instruments }: State): void {
    for (const [subscriber, statuses] of this.lastStatuses) {
      for (const id of instrumentIds) if (statuses.has(id)) publishStatus(subscriber, statuses, instruments.get(id));
    }
  }

  /** Something may have happened that was not published. */
  restart({ instruments }: State): void {
    for (const [subscriber, statuses] of this.lastStatuses)
      for (const id of [...statuses.keys()]) publishStatus(subscriber, statuses, instruments.get(id));
  }

  unfollow(subscriber: StatusSubscriber, instrumentIds: readonly number[]): void {
    for (const id of instrumentIds) this.lastStatuses.get(subscriber)?.delete(id);
  }

  remove(subscriber: StatusSubscriber): void {
    this.lastStatuses.delete(subscriber);
  }
}

function publishStatus(
  subscriber: StatusSubscriber,
  statuses: Map<number, Status>,
  instrument: Instrument | undefined,
): void {
  if (instrument === undefined || statuses.get(instrument.id) === instrument.status) return;
  statuses.set(instrument.id, instrument.status);
  subscriber.sendLatest(instrument.id, toStatusText(instrument.id, instrument.status));
}
