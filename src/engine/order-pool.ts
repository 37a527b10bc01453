/**
 * What a book must know of every resting order, and no more: columns of numbers instead of objects, so that a million orders are
 * six flat arrays which the garbage collector never walks.
 *
 * Layout: a slot is an index into every column. Slots that are free form a chain through `next`; the one freed last is taken
 * first, because it is still in the processor's cache. One pool serves all books, so a slot names an order in the whole venue.
 *
 * Limits: quantities to 10^9 and account numbers below 2^31 fit a 32-bit column.
 */

/** No slot: the end of a queue, an empty side, an order that does not rest. */
export const NONE = -1;

const FIRST_CAPACITY = 64;

export class OrderPool {
  /** What is left to trade. */
  leaves = new Int32Array(FIRST_CAPACITY);
  account = new Int32Array(FIRST_CAPACITY);
  /** The user who owns that account. */
  owner = new Int32Array(FIRST_CAPACITY);
  /** The price level in whose queue the order stands, as a number of its side of its book. */
  level = new Int32Array(FIRST_CAPACITY);
  /** The neighbors in that queue. */
  next = new Int32Array(FIRST_CAPACITY);
  previous = new Int32Array(FIRST_CAPACITY);

  private firstFree = NONE;
  private slotsUsed = 0;

  take({ account, owner, leaves }: Readonly<{ account: number; owner: number; leaves: number }>): number {
    let slot = this.firstFree;
    if (slot === NONE) {
      slot = this.slotsUsed++;
      if (slot === this.leaves.length) this.grow();
    } else {
      this.firstFree = this.next[slot] as number;
    }
    this.account[slot] = account;
    this.owner[slot] = owner;
    this.leaves[slot] = leaves;
    return slot;
  }

  release(slot: number): void {
    this.next[slot] = this.firstFree;
    this.firstFree = slot;
  }

  /** Becomes a copy of another pool: the same orders in the same slots. */
  copyFrom(other: OrderPool): void {
    this.leaves = other.leaves.slice();
    this.account = other.account.slice();
    this.owner = other.owner.slice();
    this.level = other.level.slice();
    this.next = other.next.slice();
    this.previous = other.previous.slice();
    this.firstFree = other.firstFree;
    this.slotsUsed = other.slotsUsed;
  }

  private grow(): void {
    const enlarge = (column: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(column.length * 2);
      copy.set(column);
      return copy;
    };
    this.leaves = enlarge(this.leaves);
    this.account = enlarge(this.account);
    this.owner = enlarge(this.owner);
    this.level = enlarge(this.level);
    this.next = enlarge(this.next);
    this.previous = enlarge(this.previous);
  }
}
