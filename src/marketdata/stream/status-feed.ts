/**
 * Publishes the status of instruments: at the subscription, and whenever it differs from the last published one,
 * however often sessions are checked.
 */
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { toStatusText } from './stream-item.view.js';

type Status = Instrument['status'];

/** A subscriber; if messages are pending, only the newest status per instrument is kept. */
export type StatusSubscriber = Readonly<{ sendLatest(of: number, text: string): void }>;

export class StatusFeed {
  private readonly lastStatuses = new Map<StatusSubscriber, Map<number, Status>>();

  /** Subscribes to these instruments; the current status is sent first. */
  follow(subscriber: StatusSubscriber, instrumentIds: readonly number[], state: State): void {
    const statuses = this.lastStatuses.get(subscriber) ?? new Map<number, Status>();
    this.lastStatuses.set(subscriber, statuses);
    for (const id of instrumentIds) statuses.delete(id);
    const known = instrumentIds.filter((id) => state.instruments.has(id));
    for (const id of known) publishStatus(subscriber, statuses, state.instruments.get(id));
  }

  /** These instruments may have changed, and the books are committed state. */
  markChanged(instrumentIds: ReadonlySet<number>, { instruments }: State): void {
    for (const [subscriber, statuses] of this.lastStatuses) {
      for (const id of instrumentIds) if (statuses.has(id)) publishStatus(subscriber, statuses, instruments.get(id));
    }
  }

  /** A commit may not have been published. */
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
