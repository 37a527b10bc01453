/**
 * The items of one instrument for all subscribers of the same sides and depth, encoded once. Ordering: items are sent
 * in the order of their changes. `lastSeq` is the newest sent change; the next one has it as `previous_seq`, so that a
 * subscriber who missed one notices.
 */
import { encodeTextFrame } from '../../http/stream-socket.js';
import { type MarketItem, type MarketSide, isEmptyItem, findLastMarketItem } from '../market-item.js';
import { type SideSet, type SideSelection, toSideBit, toSideNames } from './subscription.js';
import { toEmptyItemText, toStreamItemText } from './stream-item.view.js';
import type { Instrument } from '../../engine/instrument.js';

/** The current item of a side, including a removed value; null if there never was one. */
type ReadItem = (side: MarketSide, levels: number) => MarketItem | null;

/** The frames of a round in one buffer, and their sides. */
export type PublishedFrames = Readonly<{ channel: MarketChannel; frames: Buffer; sides: SideSet }>;

type SentItem = Readonly<{ seq: number; frame: Buffer }>;

export class MarketChannel {
  private lastSeq = 0;
  /** The last item of each side, for subscribers who could not receive it then. */
  private readonly sentItems = new Map<MarketSide, SentItem>();
  private readonly sideNames: readonly MarketSide[];

  constructor(
    readonly instrumentId: number,
    readonly selection: SideSelection,
    private readonly readItem: ReadItem,
  ) {
    this.sideNames = toSideNames(selection.sides);
    this.lastSeq = this.findNewestSeq(this.sideNames);
  }

  /** All items newer than the last sent ones; null without any. */
  publish(): PublishedFrames | null {
    const items = this.sideNames.flatMap((side) => {
      const item = this.readItem(side, this.selection.levels);
      return item !== null && item.seq > this.lastSeq ? [item] : [];
    });
    if (items.length === 0) return null;
    let previous = this.lastSeq;
    let newest = previous;
    const frames = items
      .sort((one, other) => one.seq - other.seq)
      .map((item) => {
        // Items of one change have the same previous change.
        if (item.seq > newest) [previous, newest] = [newest, item.seq];
        return this.recordSent(item, previous);
      });
    this.lastSeq = newest;
    return {
      channel: this,
      frames: Buffer.concat(frames),
      sides: items.reduce((sides, { side }) => sides | toSideBit(side), 0),
    };
  }

  /** The newest sent items of these sides, as they were sent. */
  replay(sides: SideSet): Buffer {
    const sent = toSideNames(sides).flatMap((side) => this.sentItems.get(side) ?? []);
    return Buffer.concat(sent.sort((one, other) => one.seq - other.seq).map(({ frame }) => frame));
  }

  /**
   * The snapshot for a new subscriber: these sides in order. A side without a value or with a removed one gets an item
   * as well, so that the subscriber has the sequence number that the next change names.
   */
  snapshot(names: readonly MarketSide[]): Buffer {
    const items = names.map((side) => this.readItem(side, this.selection.levels));
    const shown = items.filter((item) => item !== null && !isEmptyItem(item));
    const newest = Math.max(0, ...items.map((item) => item?.seq ?? 0));
    const isComplete = shown.some((item) => item?.seq === newest);
    const frames = items.flatMap((item, index) => {
      const side = names[index];
      const isSent = item !== null && (!isEmptyItem(item) || (!isComplete && item.seq === newest));
      return side !== undefined && (isSent || shown.length === 0) ? [this.encodeCurrent(side, item, newest)] : [];
    });
    return Buffer.concat(frames);
  }

  /** After a gap for all subscribers: all sides again, including empty ones. */
  restart(): PublishedFrames {
    const newest = this.findNewestSeq(this.sideNames);
    const frames = this.sideNames.map((side) => {
      const item = this.readItem(side, this.selection.levels);
      const frame = this.encodeCurrent(side, item, newest);
      this.sentItems.set(side, { seq: item?.seq ?? 0, frame });
      return frame;
    });
    this.lastSeq = Math.max(this.lastSeq, newest);
    return { channel: this, frames: Buffer.concat(frames), sides: this.selection.sides };
  }

  /** As it is now, without a change before it. */
  private encodeCurrent(side: MarketSide, item: MarketItem | null, seq: number): Buffer {
    return encodeTextFrame(
      item === null ? toEmptyItemText(this.instrumentId, side, seq) : toStreamItemText(item, null),
    );
  }

  private recordSent(item: MarketItem, previous: number): Buffer {
    const frame = encodeTextFrame(toStreamItemText(item, previous));
    this.sentItems.set(item.side, { seq: item.seq, frame });
    return frame;
  }

  private findNewestSeq(names: readonly MarketSide[]): number {
    return Math.max(0, ...names.map((side) => this.readItem(side, this.selection.levels)?.seq ?? 0));
  }
}

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
