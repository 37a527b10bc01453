/**
 * The prices of one side of a book in their order, each with the number of its level.
 *
 * Layout: chunks of at most 64 sorted keys, all of them in two flat arrays, so that a chunk is the index of its first cell and
 * nothing has to be followed to get to it. `order` lists the chunks from the lowest to the highest, `firstKeys` beside it the first
 * key of each: a search touches two short runs of memory whether there are ten prices or a million. A key is the price for bids and
 * the negated price for asks. Chunks that are free form a chain through the first cell of `levels`.
 *
 * Ordering: keys ascend, so the best price is the last one of the last chunk. Trading happens at that end, where putting a
 * price in or taking it out moves the fewest neighbors.
 *
 * Limits: the prices are safe integers; the number of them is limited by memory alone.
 */
import { NONE } from './order-pool.js';

const CHUNK_CAPACITY = 64;
const HALF = CHUNK_CAPACITY / 2;

export class PriceLadder {
  private keys = new Float64Array(CHUNK_CAPACITY);
  private levels = new Int32Array(CHUNK_CAPACITY);
  /** How many keys each chunk holds, by its place among all chunks. */
  private sizes = new Int32Array(1);

  private order = new Int32Array(1);
  private firstKeys = new Float64Array(1);
  /** The first chunk is there from the beginning and may be empty; the others never are. */
  private chunks = 1;

  private firstFree = NONE;
  private cellsUsed = CHUNK_CAPACITY;

  /** Where the last search ended: what `insert` and `remove` act upon. */
  private chunkIndex = 0;
  private at = 0;

  /** The level of this key, or NONE. The place is remembered for the `insert` or `remove` that follows. */
  find(key: number): number {
    this.chunkIndex = this.findChunk(key);
    const chunk = this.order[this.chunkIndex] as number;
    const { keys } = this;
    let low = chunk;
    let high = chunk + this.getSize(chunk);
    const end = high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    this.at = low;
    return low < end && keys[low] === key ? (this.levels[low] as number) : NONE;
  }

  /** Puts a new key where `find` has just not found it. */
  insert(key: number, level: number): void {
    if (this.getSize(this.order[this.chunkIndex] as number) === CHUNK_CAPACITY) this.split();
    const chunk = this.order[this.chunkIndex] as number;
    const { keys, levels, at } = this;
    for (let i = chunk + this.getSize(chunk); i > at; i--) {
      keys[i] = keys[i - 1] as number;
      levels[i] = levels[i - 1] as number;
    }
    keys[at] = key;
    levels[at] = level;
    this.resize(chunk, 1);
    if (at === chunk) this.firstKeys[this.chunkIndex] = key;
  }

  /** Takes out the key that `find` has just found. */
  remove(): void {
    const chunk = this.order[this.chunkIndex] as number;
    const { keys, levels } = this;
    this.resize(chunk, -1);
    const end = chunk + this.getSize(chunk);
    for (let i = this.at; i < end; i++) {
      keys[i] = keys[i + 1] as number;
      levels[i] = levels[i + 1] as number;
    }
    if (end > chunk) this.firstKeys[this.chunkIndex] = keys[chunk] as number;
    else if (this.chunks > 1) this.dropChunk(chunk);
  }

  /** The level of the best price, or NONE. */
  best(): number {
    const chunk = this.order[this.chunks - 1] as number;
    const size = this.getSize(chunk);
    return size === 0 ? NONE : (this.levels[chunk + size - 1] as number);
  }

  /** The levels from the best price to the worst. */
  *iterateFromBest(): Generator<number> {
    for (let c = this.chunks - 1; c >= 0; c--) {
      const chunk = this.order[c] as number;
      for (let i = chunk + this.getSize(chunk) - 1; i >= chunk; i--) yield this.levels[i] as number;
    }
  }

  copyFrom(other: PriceLadder): void {
    this.keys = other.keys.slice();
    this.levels = other.levels.slice();
    this.sizes = other.sizes.slice();
    this.order = other.order.slice();
    this.firstKeys = other.firstKeys.slice();
    this.chunks = other.chunks;
    this.firstFree = other.firstFree;
    this.cellsUsed = other.cellsUsed;
  }

  /** The last chunk that begins at or below the key; before the first of all, the first. */
  private findChunk(key: number): number {
    const { firstKeys } = this;
    let low = 0;
    let high = this.chunks - 1;
    if ((firstKeys[high] as number) <= key) return high;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((firstKeys[middle] as number) <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private getSize(chunk: number): number {
    return this.sizes[chunk / CHUNK_CAPACITY] as number;
  }

  private resize(chunk: number, by: number): void {
    this.sizes[chunk / CHUNK_CAPACITY] = this.getSize(chunk) + by;
  }

  /** Moves the upper half of a full chunk into one of its own, and the remembered place with it if it lies there. */
  private split(): void {
    const lower = this.order[this.chunkIndex] as number;
    const upper = this.takeChunk();
    this.keys.copyWithin(upper, lower + HALF, lower + CHUNK_CAPACITY);
    this.levels.copyWithin(upper, lower + HALF, lower + CHUNK_CAPACITY);
    this.resize(lower, -HALF);
    this.resize(upper, HALF);
    const index = this.chunkIndex + 1;
    this.order.copyWithin(index + 1, index, this.chunks);
    this.firstKeys.copyWithin(index + 1, index, this.chunks);
    this.order[index] = upper;
    this.firstKeys[index] = this.keys[upper] as number;
    this.chunks++;
    if (this.at <= lower + HALF) return;
    this.chunkIndex = index;
    this.at += upper - lower - HALF;
  }

  private takeChunk(): number {
    let chunk = this.firstFree;
    if (chunk === NONE) {
      chunk = this.cellsUsed;
      this.cellsUsed += CHUNK_CAPACITY;
      if (chunk === this.keys.length) this.grow();
    } else {
      this.firstFree = this.levels[chunk] as number;
    }
    return chunk;
  }

  private dropChunk(chunk: number): void {
    this.chunks--;
    this.order.copyWithin(this.chunkIndex, this.chunkIndex + 1, this.chunks + 1);
    this.firstKeys.copyWithin(this.chunkIndex, this.chunkIndex + 1, this.chunks + 1);
    this.levels[chunk] = this.firstFree;
    this.firstFree = chunk;
  }

  private grow(): void {
    const enlarge = <Column extends Float64Array | Int32Array>(copy: Column, column: Column): Column => {
      copy.set(column);
      return copy;
    };
    this.keys = enlarge(new Float64Array(this.keys.length * 2), this.keys);
    this.levels = enlarge(new Int32Array(this.levels.length * 2), this.levels);
    this.sizes = enlarge(new Int32Array(this.sizes.length * 2), this.sizes);
    this.order = enlarge(new Int32Array(this.order.length * 2), this.order);
    this.firstKeys = enlarge(new Float64Array(this.firstKeys.length * 2), this.firstKeys);
  }
}
