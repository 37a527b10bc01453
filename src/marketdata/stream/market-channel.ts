/**
 * What readers see of one instrument who want the same sides of it, at the same depth. It is encoded once for all of them.
 *
 * Ordering: items leave in the order of their changes. `lastSeq` is the newest change that has left; the next one names it as
 * `previous_seq`, so that a subscriber who missed one notices.
 */
import type { MarketItem, MarketSide } from '../market-item.js';
import { isEmptyItem } from '../market-item.js';
import { encodeTextFrame } from './frame.js';
import { toSideBit, toSideNames, type SideSet } from './side-set.js';
import { toEmptyItemText, toStreamItemText } from './stream-item.view.js';
import type { SideSelection } from './subscription.js';

/** What an instrument shows on a side now, gone or not; null of what was never there. */
export type ReadItem = (side: MarketSide, levels: number) => MarketItem | null;

/** What has just left: all of it in one piece, and on which sides. */
export type PublishedFrames = Readonly<{ channel: MarketChannel; frames: Buffer; sides: SideSet }>;

type SentItem = Readonly<{ seq: number; frame: Buffer }>;

export class MarketChannel {
  private lastSeq = 0;
  /** The last item that left on each side, for those who could not take it then. */
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

  /** Whatever is newer than what has left before; null where nothing is. */
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
        // Items of one change name the same change before it.
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

  /** The newest of what has left on these sides, each as it left. */
  replay(sides: SideSet): Buffer {
    const sent = toSideNames(sides).flatMap((side) => this.sentItems.get(side) ?? []);
    return Buffer.concat(sent.sort((one, other) => one.seq - other.seq).map(({ frame }) => frame));
  }

  /**
   * For a new subscriber: what is shown on these sides, in this order. Where nothing is, or where the last change was that something
   * disappeared, this is sent; so the subscriber receives something about every instrument, and has seen the change that the next one will name.
   */
  snapshot(names: readonly MarketSide[]): Buffer {
    const items = names.map((side) => this.readItem(side, this.selection.levels));
    const shown = items.filter((item) => item !== null && !isEmptyItem(item));
    const newest = Math.max(0, ...items.map((item) => item?.seq ?? 0));
    const isComplete = shown.some((item) => item?.seq === newest);
    const frames = items.flatMap((item, index) => {
      const side = names[index];
      if (item !== null && (!isEmptyItem(item) || (!isComplete && item.seq === newest)))
        return [encodeTextFrame(toStreamItemText(item, null))];
      return shown.length > 0 || side === undefined ? [] : [this.encodeEmpty(side, item, newest)];
    });
    return Buffer.concat(frames);
  }

  /** After something was missed by everybody: all sides anew, also those that show nothing. */
  restart(): PublishedFrames {
    const newest = this.findNewestSeq(this.sideNames);
    const frames = this.sideNames.map((side) => {
      const item = this.readItem(side, this.selection.levels);
      const frame =
        item === null ? this.encodeEmpty(side, item, newest) : encodeTextFrame(toStreamItemText(item, null));
      this.sentItems.set(side, { seq: item?.seq ?? 0, frame });
      return frame;
    });
    this.lastSeq = Math.max(this.lastSeq, newest);
    return { channel: this, frames: Buffer.concat(frames), sides: this.selection.sides };
  }

  private encodeEmpty(side: MarketSide, item: MarketItem | null, seq: number): Buffer {
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
