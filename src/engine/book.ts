/**
 * The book of one instrument and the rule by which it trades: the better price first, at one price the earlier order first, and
 * every trade prints at the price of the order that was there.
 *
 * A book knows slots, accounts, prices and quantities. Everything else about an order, and what a trade means to its owner, is the
 * responsibility of the `MatchListener`.
 */
import { BookSide } from './book-side.js';
import { OrderPool } from './order-pool.js';
import type { Side } from './side.js';

/** What becomes of two orders that would trade with each other although they are of the same account or owner. */
export type SelfTradePolicy = 'CancelAggressor' | 'CancelResting' | 'CancelBoth';

/** Whether orders of one account are kept from trading with each other, or those of all accounts of one owner. */
export type SelfTradeScope = 'account' | 'owner';

/** Absent is `account`: terms of the first rules had no scope. */
export type SelfTrade = Readonly<{ selfTradePolicy: SelfTradePolicy; selfTradeScope?: SelfTradeScope }>;

/** An order on its way into the book. A market order takes any price: its limit is infinite. */
export type Taker = { side: Side; account: number; owner: number; limit: number; leaves: number };

/** Called for every resting order that the taker meets. It must not change the book. */
export type MatchListener = {
  onTrade(slot: number, quantity: number, price: number): void;
  onSelfTrade(slot: number): void;
};

export class Book {
  readonly bids: BookSide;
  readonly asks: BookSide;

  constructor(private readonly pool: OrderPool) {
    this.bids = new BookSide('Buy', pool);
    this.asks = new BookSide('Sell', pool);
  }

  copyFrom(other: Book): void {
    this.bids.copyFrom(other.bids);
    this.asks.copyFrom(other.asks);
  }

  /** The side on which orders of this side rest. */
  getSide(side: Side): BookSide {
    return side === 'Buy' ? this.bids : this.asks;
  }

  /** The side with which orders of this side trade. */
  getOppositeSide(side: Side): BookSide {
    return side === 'Buy' ? this.asks : this.bids;
  }

  rest(taker: Taker): number {
    const slot = this.pool.take(taker);
    this.getSide(taker.side).append(slot, taker.limit);
    return slot;
  }

  /**
   * Trades until the taker is done, nobody is left within its limit, or it meets itself and the policy ends it. Gives whether
   * the policy has ended it; what is left stands in `taker.leaves` either way.
   */
  match(taker: Taker, { selfTradePolicy: policy, selfTradeScope }: SelfTrade, counterparties: MatchListener): boolean {
    const { pool } = this;
    const [parties, own] = selfTradeScope === 'owner' ? [pool.owner, taker.owner] : [pool.account, taker.account];
    const makers = this.getOppositeSide(taker.side);
    while (taker.leaves > 0 && makers.reaches(taker.limit)) {
      const maker = makers.firstSlot();
      if (parties[maker] === own) {
        if (policy !== 'CancelAggressor') {
          counterparties.onSelfTrade(maker);
          makers.remove(maker);
        }
        if (policy !== 'CancelResting') return true;
        continue;
      }
      const offered = pool.leaves[maker] as number;
      const quantity = offered < taker.leaves ? offered : taker.leaves;
      taker.leaves -= quantity;
      makers.reduce(maker, quantity);
      counterparties.onTrade(maker, quantity, makers.bestPrice);
      if (quantity === offered) makers.remove(maker);
    }
    return false;
  }

  /** Whether the taker would trade in full, right now, before its own orders stop it. */
  canFill(taker: Taker, { selfTradePolicy: policy, selfTradeScope }: SelfTrade): boolean {
    const [parties, own] =
      selfTradeScope === 'owner' ? [this.pool.owner, taker.owner] : [this.pool.account, taker.account];
    const makers = this.getOppositeSide(taker.side);
    let missing = taker.leaves;
    for (const slot of makers.queue()) {
      const price = makers.getPrice(slot);
      if (taker.side === 'Buy' ? price > taker.limit : price < taker.limit) return false;
      if (parties[slot] !== own) missing -= this.pool.leaves[slot] as number;
      else if (policy !== 'CancelResting') return false;
      if (missing <= 0) return true;
    }
    return false;
  }
}
