/**
 * The items of one instrument for all subscribers of the same sides and depth, encoded once. Ordering: items are sent
 * in the order of their changes. `lastSeq` is the newest sent change; the next one has it as `previous_seq`, so that a
 * subscriber who missed one notices.
 */
import { encodeTextFrame } from '../../http/stream-socket.js';
import { type MarketItem, type MarketSide, isEmptyItem } from '../market-item.js';
import { toSideBit, toSideNames, type SideSet, type SideSelection } from './subscription.js';
import { toEmptyItemText, toStreamItemText } from './stream-item.view.js';

/** The current item of a side, including a removed value; null if there never was one. */
export type ReadItem = (side: MarketSide, levels: number) => MarketItem | null;

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
