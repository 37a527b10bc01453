/**
 * What readers see of one instrument who want the same sides of it, at the same depth. It is encoded once for all of them.
 *
 * Ordering: items leave in the order of their changes. `lastSeq` is the newest change that has left; the next one names it as
 * `previous_seq`, so that whoever did not get everything notices.
 */
import type { MarketItem, MarketSide } from '../market-item.js';
import { isGone } from '../market-item.js';
import { textFrame } from './frame.js';
import { bitOf, namesOf, type Sides } from './sides.js';
import { nothingText, streamItemText } from './stream-item.view.js';
import type { Wanted } from './subscription.js';

/** What an instrument shows on a side now, gone or not; null of what was never there. */
export type Shows = (side: MarketSide, levels: number) => MarketItem | null;

/** What has just left: all of it in one piece, and on which sides. */
export type Published = Readonly<{ channel: Channel; frames: Buffer; sides: Sides }>;

type Left = Readonly<{ seq: number; frame: Buffer }>;

export class Channel {
  private lastSeq = 0;
  /** The last item that left on each side, for those who could not take it then. */
  private readonly left = new Map<MarketSide, Left>();
  private readonly names: readonly MarketSide[];

  constructor(
    readonly instrumentId: number,
    readonly wanted: Wanted,
    private readonly shows: Shows,
  ) {
    this.names = namesOf(wanted.sides);
    this.lastSeq = this.newest(this.names);
  }

  /** Whatever is newer than what has left before; null where nothing is. */
  publish(): Published | null {
    const items = this.names.flatMap((side) => {
      const item = this.shows(side, this.wanted.levels);
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
        return this.leave(item, previous);
      });
    this.lastSeq = newest;
    return {
      channel: this,
      frames: Buffer.concat(frames),
      sides: items.reduce((sides, { side }) => sides | bitOf(side), 0),
    };
  }

  /** The newest of what has left on these sides, each as it left. */
  again(sides: Sides): Buffer {
    const left = namesOf(sides).flatMap((side) => this.left.get(side) ?? []);
    return Buffer.concat(left.sort((one, other) => one.seq - other.seq).map(({ frame }) => frame));
  }

  /**
   * For whoever begins to read: what is shown on these sides, in this order. Where nothing is, or where what came last is that something
   * went, this is said; so whoever asked hears of every instrument, and has seen the change that the next one will name.
   */
  snapshot(names: readonly MarketSide[]): Buffer {
    const items = names.map((side) => this.shows(side, this.wanted.levels));
    const shown = items.filter((item) => item !== null && !isGone(item));
    const newest = Math.max(0, ...items.map((item) => item?.seq ?? 0));
    const isComplete = shown.some((item) => item?.seq === newest);
    const frames = items.flatMap((item, index) => {
      const side = names[index];
      if (item !== null && (!isGone(item) || (!isComplete && item.seq === newest)))
        return [textFrame(streamItemText(item, null))];
      return shown.length > 0 || side === undefined ? [] : [this.nothing(side, item, newest)];
    });
    return Buffer.concat(frames);
  }

  /** After something was missed by everybody: all sides anew, also those that show nothing. */
  restart(): Published {
    const newest = this.newest(this.names);
    const frames = this.names.map((side) => {
      const item = this.shows(side, this.wanted.levels);
      const frame = item === null ? this.nothing(side, item, newest) : textFrame(streamItemText(item, null));
      this.left.set(side, { seq: item?.seq ?? 0, frame });
      return frame;
    });
    this.lastSeq = Math.max(this.lastSeq, newest);
    return { channel: this, frames: Buffer.concat(frames), sides: this.wanted.sides };
  }

  private nothing(side: MarketSide, item: MarketItem | null, seq: number): Buffer {
    return textFrame(item === null ? nothingText(this.instrumentId, side, seq) : streamItemText(item, null));
  }

  private leave(item: MarketItem, previous: number): Buffer {
    const frame = textFrame(streamItemText(item, previous));
    this.left.set(item.side, { seq: item.seq, frame });
    return frame;
  }

  private newest(names: readonly MarketSide[]): number {
    return Math.max(0, ...names.map((side) => this.shows(side, this.wanted.levels)?.seq ?? 0));
  }
}
