/**
 * Who hears whether instruments trade. It is said when it is asked for, and whenever it has changed since it was said last; so nobody hears the same twice, however often
 * sessions are looked at.
 */
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { statusText } from './stream-item.view.js';

type Status = Instrument['status'];

/** Somebody who hears of it; of what waits for them only the newest is kept of each instrument. */
export type StatusListener = Readonly<{ sayNewest(of: number, text: string): void }>;

export class StatusFeed {
  private readonly told = new Map<StatusListener, Map<number, Status>>();

  /** From now on the listener hears of these, first as they are now. */
  follow(listener: StatusListener, instrumentIds: readonly number[], state: State): void {
    const told = this.told.get(listener) ?? new Map<number, Status>();
    this.told.set(listener, told);
    for (const id of instrumentIds) told.delete(id);
    const known = instrumentIds.filter((id) => state.instruments.has(id));
    for (const id of known) tell(listener, told, state.instruments.get(id));
  }

  /** These may have changed, and the books are what is written. */
  note(instrumentIds: ReadonlySet<number>, { instruments }: State): void {
    for (const [listener, told] of this.told) {
      for (const id of instrumentIds) if (told.has(id)) tell(listener, told, instruments.get(id));
    }
  }

  /** Something may have happened that nobody was told of. */
  restart({ instruments }: State): void {
    for (const [listener, told] of this.told)
      for (const id of [...told.keys()]) tell(listener, told, instruments.get(id));
  }

  leave(listener: StatusListener, instrumentIds: readonly number[]): void {
    for (const id of instrumentIds) this.told.get(listener)?.delete(id);
  }

  forget(listener: StatusListener): void {
    this.told.delete(listener);
  }
}

function tell(listener: StatusListener, told: Map<number, Status>, instrument: Instrument | undefined): void {
  if (instrument === undefined || told.get(instrument.id) === instrument.status) return;
  told.set(instrument.id, instrument.status);
  listener.sayNewest(instrument.id, statusText(instrument.id, instrument.status));
}
