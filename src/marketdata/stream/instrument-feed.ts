import type { Instrument } from '../../engine/instrument.js';
import { lastItemOf, type MarketItem, type MarketSide } from '../market-item.js';
import { Channel, type Published } from './channel.js';
import { namesOf, type Sides } from './sides.js';
import type { Wanted } from './subscription.js';

/**
 * One instrument that somebody reads. What it shows is kept from the moment at which it was written: the books themselves may be ahead
 * of that by the time at which it leaves.
 */
export class InstrumentFeed {
  private readonly shown = new Map<MarketSide, MarketItem>();
  private readonly channels = new Map<string, Channel>();
  private sides: Sides = 0;
  private levels = 0;
  /** Of what was kept: the books anew are other instruments, and every change of a board has its number. */
  private kept: Readonly<{ instrument: Instrument; seq: number }> | null = null;

  constructor(private readonly id: number) {}

  /** To be asked only while the books are what is written. */
  keep(instrument: Instrument, more: Wanted = { sides: 0, levels: 0 }): void {
    const [sides, levels] = [this.sides | more.sides, Math.max(this.levels, more.levels)];
    const isKept = this.kept?.instrument === instrument && this.kept.seq === instrument.board.seq;
    if (isKept && sides === this.sides && levels === this.levels) return;
    [this.sides, this.levels, this.kept] = [sides, levels, { instrument, seq: instrument.board.seq }];
    for (const side of namesOf(this.sides)) {
      const item = lastItemOf(instrument, side, this.levels);
      if (item === null) this.shown.delete(side);
      else this.shown.set(side, item);
    }
  }

  channel(wanted: Wanted): Channel {
    const key = `${wanted.sides}:${wanted.levels}`;
    const known = this.channels.get(key) ?? new Channel(this.id, wanted, (side, levels) => this.item(side, levels));
    this.channels.set(key, known);
    return known;
  }

  /** Nobody reads this any more. True when nobody reads anything of the instrument. */
  drop({ wanted: { sides, levels } }: Channel): boolean {
    this.channels.delete(`${sides}:${levels}`);
    return this.channels.size === 0;
  }

  publish(): Published[] {
    return [...this.channels.values()].flatMap((channel) => channel.publish() ?? []);
  }

  restart(): Published[] {
    return [...this.channels.values()].map((channel) => channel.restart());
  }

  private item(side: MarketSide, levels: number): MarketItem | null {
    const item = this.shown.get(side) ?? null;
    return item !== null && 'levels' in item && item.levels.length > levels
      ? { ...item, levels: item.levels.slice(0, levels) }
      : item;
  }
}
