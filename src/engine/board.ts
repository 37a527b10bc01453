/**
 * The market board of one instrument: what anybody may see. The statistics belong to a session; the last trade is kept beyond it.
 *
 * Ordering: `seq` rises with every command that changed what is seen here, and each item keeps the seq and time of its own last
 * change, so that a reader who saw the one can tell whether the other is newer.
 */
import type { Book } from './book.js';
import type { BookSide, DepthLevel } from './book-side.js';
import { NONE } from './order-pool.js';

export type BoardSide = 'Buy' | 'Sell' | 'Last' | 'High' | 'Low' | 'Volume';
/** All prices of one side of the book. */
export type DepthSide = 'BuyDepth' | 'SellDepth';
export type MarketSide = BoardSide | DepthSide;

export const BOARD_SIDES: readonly BoardSide[] = ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume'];
export const DEPTH_SIDES: readonly DepthSide[] = ['BuyDepth', 'SellDepth'];

/** When something last changed, and by which change of the board. */
type Change = Readonly<{ time: number; seq: number }>;

/** An absent value has neither price nor quantity. */
export type BoardItem = Change & Readonly<{ price: number | null; quantity: number | null }>;

/** From the best price to the worst; an empty side has no levels. */
export type DepthItem = Change & Readonly<{ levels: readonly DepthLevel[] }>;

/** What is kept of the trades, in a form that can be stored and brought back. */
export type TradeStatistics = Readonly<{
  last: Readonly<{ price: number; quantity: number; time: number; sessionDate: string | null }> | null;
  high: number | null;
  low: number | null;
  volume: number;
  /** The last price of the session that price bands are measured from; null before the first. */
  bandPrice: number | null;
}>;

const ABSENT = { price: null, quantity: null };
const NEVER = { changes: 0, time: 0, seq: 0 };

export class Board {
  seq = 0;
  /** The time of the change `seq`; null before the first, and where it was not stored. */
  changedAt: number | null = null;
  statistics: TradeStatistics = { last: null, high: null, low: null, volume: 0, bandPrice: null };
  private readonly items = new Map<BoardSide, BoardItem>();
  private readonly depths = { BuyDepth: { ...NEVER }, SellDepth: { ...NEVER } };

  constructor(private readonly book: Book) {}

  findItem(side: BoardSide): BoardItem | null {
    const item = this.items.get(side);
    return item === undefined || (item.price === null && item.quantity === null) ? null : item;
  }

  /** The same, and of an absent value since when it is; null of what was never there. */
  findLastItem(side: BoardSide): BoardItem | null {
    return this.items.get(side) ?? null;
  }

  /** So many prices at most. The change is that of the whole side, also where it lies behind the last price that is given. */
  depth(side: DepthSide, prices: number): DepthItem {
    const { time, seq } = this.depths[side];
    const levels: DepthLevel[] = [];
    if (prices > 0) {
      for (const level of this.bookSide(side).depth()) if (levels.push(level) === prices) break;
    }
    return { levels, time, seq };
  }

  /** The last trade's price, if it was in this session. */
  findLastOfSession(sessionDate: string | null): number | null {
    const { last } = this.statistics;
    return last !== null && sessionDate !== null && last.sessionDate === sessionDate ? last.price : null;
  }

  /** A price between the best bid and the best offer; where the middle falls between two units, the lower of them. */
  findMidPrice(): number | null {
    const { bids, asks } = this.book;
    return bids.bestLevel === NONE || asks.bestLevel === NONE
      ? null
      : Math.floor((bids.bestPrice + asks.bestPrice) / 2);
  }

  /** A trade outside its band does not move what bands are measured from. */
  recordTrade(last: NonNullable<TradeStatistics['last']>, movesBandPrice: boolean): void {
    const { high, low, volume, bandPrice } = this.statistics;
    this.statistics = {
      last,
      high: high === null || last.price > high ? last.price : high,
      low: low === null || last.price < low ? last.price : low,
      volume: volume + last.quantity,
      bandPrice: movesBandPrice ? last.price : bandPrice,
    };
  }

  beginSession(): void {
    this.statistics = { ...this.statistics, high: null, low: null, volume: 0, bandPrice: null };
  }

  /** Takes over what the book and the trades say now, and gives the sides that are new. */
  refresh(time: number): MarketSide[] {
    const seq = this.seq + 1;
    const changed: MarketSide[] = BOARD_SIDES.filter((side) => {
      const { price, quantity } = this.readItem(side);
      const previous = this.items.get(side);
      const isSame =
        previous === undefined
          ? price === null && quantity === null
          : previous.price === price && previous.quantity === quantity;
      // A trade at the same price and of the same size is a new last trade all the same; only the volume can tell.
      if (isSame && !(side === 'Last' && this.isVolumeNew())) return false;
      this.items.set(side, { price, quantity, time, seq });
      return true;
    });
    for (const side of DEPTH_SIDES) if (this.refreshDepth(side, { time, seq })) changed.push(side);
    this.seq = seq;
    this.changedAt = time;
    return changed;
  }

  private refreshDepth(side: DepthSide, change: Change): boolean {
    const { changes } = this.bookSide(side);
    if (this.depths[side].changes === changes) return false;
    this.depths[side] = { changes, ...change };
    return true;
  }

  private isVolumeNew(): boolean {
    return this.statistics.volume > (this.items.get('Volume')?.quantity ?? 0);
  }

  /**
   * Brings back the numbering after a restart. Which change an item came from is not kept, so it bears the number of the last one,
   * and what stands in the book its time. `latest` is no earlier than any change, for a board whose time was not stored.
   */
  resume(seq: number, changedAt: number | null, latest: number): void {
    this.seq = seq;
    this.changedAt = changedAt;
    const time = changedAt ?? latest;
    const traded = this.statistics.last?.time ?? time;
    for (const side of BOARD_SIDES) {
      const { price, quantity } = this.readItem(side);
      this.items.set(side, { price, quantity, time: side === 'Buy' || side === 'Sell' ? time : traded, seq });
    }
    for (const side of DEPTH_SIDES) this.depths[side] = { changes: this.bookSide(side).changes, time, seq };
  }

  private bookSide(side: DepthSide): BookSide {
    return side === 'BuyDepth' ? this.book.bids : this.book.asks;
  }

  private readItem(side: BoardSide): Pick<BoardItem, 'price' | 'quantity'> {
    const { last, high, low, volume } = this.statistics;
    switch (side) {
      case 'Buy':
        return toBestItem(this.book.bids);
      case 'Sell':
        return toBestItem(this.book.asks);
      case 'Last':
        return last ?? ABSENT;
      case 'High':
        return { price: high, quantity: null };
      case 'Low':
        return { price: low, quantity: null };
      case 'Volume':
        return volume === 0 ? ABSENT : { price: null, quantity: volume };
    }
  }
}

function toBestItem(side: Book['bids']): Pick<BoardItem, 'price' | 'quantity'> {
  return side.bestLevel === NONE ? ABSENT : { price: side.bestPrice, quantity: side.bestQuantity() };
}
