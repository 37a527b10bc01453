import type { Instrument } from '../../engine/instrument.js';
import { findLastMarketItem, type MarketItem, type MarketSide } from '../market-item.js';
import { MarketChannel, type PublishedFrames } from './market-channel.js';
import { toSideNames, type SideSet, type SideSelection } from './subscription.js';

/** An instrument with subscribers. Its items are captured at the commit: the books may be ahead when they are sent. */
export class InstrumentFeed {
  private readonly items = new Map<MarketSide, MarketItem>();
  private readonly channels = new Map<string, MarketChannel>();
  private sides: SideSet = 0;
  private levels = 0;
  /** Detects a reload: the instruments are then other objects, and sequence numbers identify changes. */
  private captured: Readonly<{ instrument: Instrument; seq: number }> | null = null;

  constructor(private readonly id: number) {}

  /** Call only while the books are committed state. */
  capture(instrument: Instrument, selection: SideSelection = { sides: 0, levels: 0 }): void {
    const [sides, levels] = [this.sides | selection.sides, Math.max(this.levels, selection.levels)];
    const isCaptured = this.captured?.instrument === instrument && this.captured.seq === instrument.board.seq;
    if (isCaptured && sides === this.sides && levels === this.levels) return;
    [this.sides, this.levels, this.captured] = [sides, levels, { instrument, seq: instrument.board.seq }];
    for (const side of toSideNames(this.sides)) {
      const item = findLastMarketItem(instrument, side, this.levels);
      if (item === null) this.items.delete(side);
      else this.items.set(side, item);
    }
  }

  getChannel(selection: SideSelection): MarketChannel {
    const key = `${selection.sides}:${selection.levels}`;
    const channel =
      this.channels.get(key) ?? new MarketChannel(this.id, selection, (side, levels) => this.getItem(side, levels));
    this.channels.set(key, channel);
    return channel;
  }

  /** Removes a channel without subscribers. Returns true if the instrument has none left. */
  removeChannel({ selection: { sides, levels } }: MarketChannel): boolean {
    this.channels.delete(`${sides}:${levels}`);
    return this.channels.size === 0;
  }

  publish(): PublishedFrames[] {
    return [...this.channels.values()].flatMap((channel) => channel.publish() ?? []);
  }

  restart(): PublishedFrames[] {
    return [...this.channels.values()].map((channel) => channel.restart());
  }

  private getItem(side: MarketSide, levels: number): MarketItem | null {
    const item = this.items.get(side) ?? null;
    return item !== null && 'levels' in item && item.levels.length > levels
      ? { ...item, levels: item.levels.slice(0, levels) }
      : item;
  }
}
