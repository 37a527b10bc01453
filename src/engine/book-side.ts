/**
 * One side of a book: a queue of orders at each price, and the prices in their order.
 *
 * Layout: a level is an index into the columns below and holds the two ends of its queue; the queue itself is a doubly linked
 * list through the columns of the pool. Levels that are free form a chain through `head`.
 *
 * Ordering: within a level, who came first stands first. A level without orders does not exist.
 *
 * Limits: the total of a level is a safe integer up to nine million orders of the greatest quantity.
 */
import { NONE, type OrderPool } from './order-pool.js';
import { PriceLadder } from './price-ladder.js';
import type { Side } from './side.js';

const FIRST_CAPACITY = 8;

/** One price as others see it. */
export type DepthLevel = Readonly<{ price: number; quantity: number; orders: number }>;

export class BookSide {
  /** The best level and its price, kept at hand because every command asks for them. */
  bestLevel = NONE;
  bestPrice = 0;
  /** Counts the changes of this side, so that a reader sees whether anything has changed. */
  changes = 0;

  private readonly ladder = new PriceLadder();
  private readonly sign: 1 | -1;
  private price = new Float64Array(FIRST_CAPACITY);
  private quantity = new Float64Array(FIRST_CAPACITY);
  private orders = new Int32Array(FIRST_CAPACITY);
  private head = new Int32Array(FIRST_CAPACITY);
  private tail = new Int32Array(FIRST_CAPACITY);
  private firstFree = NONE;
  private levelsUsed = 0;

  constructor(
    readonly side: Side,
    private readonly pool: OrderPool,
  ) {
    this.sign = side === 'Buy' ? 1 : -1;
  }

  /** Whether the best price here satisfies an order of the other side with this limit. */
  reaches(limit: number): boolean {
    return this.bestLevel !== NONE && this.sign * this.bestPrice >= this.sign * limit;
  }

  /** The order that trades next here. Only asked while there is one. */
  firstSlot(): number {
    return this.head[this.bestLevel] as number;
  }

  bestQuantity(): number {
    return this.quantity[this.bestLevel] as number;
  }

  getPrice(slot: number): number {
    return this.price[this.pool.level[slot] as number] as number;
  }

  /** Puts an order at the end of the queue of its price. */
  append(slot: number, price: number): void {
    const { pool } = this;
    this.changes++;
    const key = this.sign * price;
    let level = this.bestLevel !== NONE && price === this.bestPrice ? this.bestLevel : this.ladder.find(key);
    if (level === NONE) level = this.openLevel(key, price);
    const last = this.tail[level] as number;
    pool.level[slot] = level;
    pool.previous[slot] = last;
    pool.next[slot] = NONE;
    if (last === NONE) this.head[level] = slot;
    else pool.next[last] = slot;
    this.tail[level] = slot;
    this.quantity[level] = (this.quantity[level] as number) + (pool.leaves[slot] as number);
    this.orders[level] = (this.orders[level] as number) + 1;
  }

  /** Makes an order smaller where it stands. */
  reduce(slot: number, by: number): void {
    const level = this.pool.level[slot] as number;
    this.changes++;
    this.pool.leaves[slot] = (this.pool.leaves[slot] as number) - by;
    this.quantity[level] = (this.quantity[level] as number) - by;
  }

  /** Takes an order out of its queue, and its price out of the book if it was the last there. */
  remove(slot: number): void {
    const { pool } = this;
    this.changes++;
    const level = pool.level[slot] as number;
    const before = pool.previous[slot] as number;
    const after = pool.next[slot] as number;
    if (before === NONE) this.head[level] = after;
    else pool.next[before] = after;
    if (after === NONE) this.tail[level] = before;
    else pool.previous[after] = before;
    this.quantity[level] = (this.quantity[level] as number) - (pool.leaves[slot] as number);
    const remaining = (this.orders[level] as number) - 1;
    this.orders[level] = remaining;
    if (remaining === 0) this.closeLevel(level);
    pool.release(slot);
  }

  /** Prices from the best to the worst. */
  *depth(): Generator<DepthLevel> {
    for (const level of this.ladder.iterateFromBest()) {
      yield {
        price: this.price[level] as number,
        quantity: this.quantity[level] as number,
        orders: this.orders[level] as number,
      };
    }
  }

  /** The slots of all orders in the order in which they would trade. */
  *queue(): Generator<number> {
    for (const level of this.ladder.iterateFromBest()) {
      for (let slot = this.head[level] as number; slot !== NONE; slot = this.pool.next[slot] as number) yield slot;
    }
  }

  /** Looks at the prices only, and not at their orders. */
  countOrders(): number {
    let count = 0;
    for (const level of this.ladder.iterateFromBest()) count += this.orders[level] as number;
    return count;
  }

  /** The pool of this side is a copy of the other's. */
  copyFrom(other: BookSide): void {
    this.ladder.copyFrom(other.ladder);
    this.price = other.price.slice();
    this.quantity = other.quantity.slice();
    this.orders = other.orders.slice();
    this.head = other.head.slice();
    this.tail = other.tail.slice();
    this.firstFree = other.firstFree;
    this.levelsUsed = other.levelsUsed;
    this.bestLevel = other.bestLevel;
    this.bestPrice = other.bestPrice;
    this.changes = other.changes;
  }

  private openLevel(key: number, price: number): number {
    let level = this.firstFree;
    if (level === NONE) {
      level = this.levelsUsed++;
      if (level === this.price.length) this.grow();
    } else {
      this.firstFree = this.head[level] as number;
    }
    this.price[level] = price;
    this.quantity[level] = 0;
    this.orders[level] = 0;
    this.tail[level] = NONE;
    this.ladder.insert(key, level);
    this.refreshBest();
    return level;
  }

  private closeLevel(level: number): void {
    this.ladder.find(this.sign * (this.price[level] as number));
    this.ladder.remove();
    this.head[level] = this.firstFree;
    this.firstFree = level;
    if (level === this.bestLevel) this.refreshBest();
  }

  private refreshBest(): void {
    this.bestLevel = this.ladder.best();
    if (this.bestLevel !== NONE) this.bestPrice = this.price[this.bestLevel] as number;
  }

  private grow(): void {
    const size = this.price.length * 2;
    const enlarge = <Column extends Float64Array | Int32Array>(copy: Column, column: Column): Column => {
      copy.set(column);
      return copy;
    };
    this.price = enlarge(new Float64Array(size), this.price);
    this.quantity = enlarge(new Float64Array(size), this.quantity);
    this.orders = enlarge(new Int32Array(size), this.orders);
    this.head = enlarge(new Int32Array(size), this.head);
    this.tail = enlarge(new Int32Array(size), this.tail);
  }
}
