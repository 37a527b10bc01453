/**
 * The stop orders of one instrument that wait for their price. They stand in the same kind of queues as the orders of a book:
 * buy stops like offers, the lowest first, because that is the one a rising market reaches first; sell stops like bids.
 */
import type { Taker } from './book.js';
import { BookSide } from './book-side.js';
import { NONE, type OrderPool } from './order-pool.js';
import type { Side } from './side.js';

export class Stops {
  private readonly buys: BookSide;
  private readonly sells: BookSide;

  /** The range of the prices printed since the stops were last asked for; empty when low is above high. */
  private low = Infinity;
  private high = -Infinity;

  constructor(private readonly pool: OrderPool) {
    this.buys = new BookSide('Sell', pool);
    this.sells = new BookSide('Buy', pool);
  }

  /** Between two commands nothing is printed that was not looked at. */
  copyFrom(other: Stops): void {
    this.buys.copyFrom(other.buys);
    this.sells.copyFrom(other.sells);
  }

  getSide(side: Side): BookSide {
    return side === 'Buy' ? this.buys : this.sells;
  }

  /** The limit of who waits is its stop price. */
  add(waiting: Taker): number {
    const slot = this.pool.take(waiting);
    this.getSide(waiting.side).append(slot, waiting.limit);
    return slot;
  }

  /** Every print elects, not only the last one of a command. */
  recordPrint(price: number): void {
    if (price < this.low) this.low = price;
    if (price > this.high) this.high = price;
  }

  clearPrints(): void {
    this.low = Infinity;
    this.high = -Infinity;
  }

  /** The elected stop nearest to the last trade, or NONE. At equal distance the buy stop comes first. */
  findElected(lastPrice: number): number {
    const buys = this.buys.reaches(this.high);
    const sells = this.sells.reaches(this.low);
    if (!buys && !sells) return NONE;
    const isBuyFirst =
      buys && (!sells || Math.abs(this.buys.bestPrice - lastPrice) <= Math.abs(this.sells.bestPrice - lastPrice));
    return isBuyFirst ? this.buys.firstSlot() : this.sells.firstSlot();
  }

  *queue(): Generator<number> {
    yield* this.buys.queue();
    yield* this.sells.queue();
  }

  countOrders(): number {
    return this.buys.countOrders() + this.sells.countOrders();
  }
}
