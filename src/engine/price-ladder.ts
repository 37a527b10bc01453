/**
 * The prices of one side of a book in their order, each with the number of its level.
 *
 * Layout: chunks of at most 64 sorted keys, and beside them the first key of every chunk, so that a search touches two short
 * runs of memory whether there are ten prices or a million. A key is the price for bids and the negated price for asks.
 *
 * Ordering: keys ascend, so the best price is the last one of the last chunk. Trading happens at that end, where putting a
 * price in or taking it out moves the fewest neighbours.
 *
 * Limits: the prices are safe integers; the number of them is limited by memory alone.
 */
import { NONE } from './order-pool.js';

const CHUNK_CAPACITY = 64;
const HALF = CHUNK_CAPACITY / 2;

class Chunk {
  readonly keys = new Float64Array(CHUNK_CAPACITY);
  readonly levels = new Int32Array(CHUNK_CAPACITY);
  size = 0;
}

export class PriceLadder {
  private readonly chunks: Chunk[] = [];
  private firstKeys = new Float64Array(4);

  /** Where the last search ended: what `insert` and `remove` act upon. */
  private chunkIndex = 0;
  private at = 0;

  /** The level of this key, or NONE. The place is remembered for the `insert` or `remove` that follows. */
  find(key: number): number {
    if (this.chunks.length === 0) return NONE;
    this.chunkIndex = this.chunkOf(key);
    const { keys, levels, size } = this.chunks[this.chunkIndex] as Chunk;
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    this.at = low;
    return low < size && keys[low] === key ? (levels[low] as number) : NONE;
  }

  /** Puts a new key where `find` has just not found it. */
  insert(key: number, level: number): void {
    if (this.chunks.length === 0) this.addChunk(0);
    if ((this.chunks[this.chunkIndex] as Chunk).size === CHUNK_CAPACITY) this.split();
    const chunk = this.chunks[this.chunkIndex] as Chunk;
    const { keys, levels } = chunk;
    for (let i = chunk.size; i > this.at; i--) {
      keys[i] = keys[i - 1] as number;
      levels[i] = levels[i - 1] as number;
    }
    keys[this.at] = key;
    levels[this.at] = level;
    chunk.size++;
    if (this.at === 0) this.firstKeys[this.chunkIndex] = key;
  }

  /** Takes out the key that `find` has just found. */
  remove(): void {
    const chunk = this.chunks[this.chunkIndex] as Chunk;
    const { keys, levels } = chunk;
    chunk.size--;
    for (let i = this.at; i < chunk.size; i++) {
      keys[i] = keys[i + 1] as number;
      levels[i] = levels[i + 1] as number;
    }
    if (chunk.size > 0) this.firstKeys[this.chunkIndex] = keys[0] as number;
    else if (this.chunks.length > 1) this.dropChunk();
  }

  /** The level of the best price, or NONE. */
  best(): number {
    const chunk = this.chunks[this.chunks.length - 1];
    return chunk === undefined || chunk.size === 0 ? NONE : (chunk.levels[chunk.size - 1] as number);
  }

  /** The levels from the best price to the worst. */
  *fromBest(): Generator<number> {
    for (let c = this.chunks.length - 1; c >= 0; c--) {
      const { levels, size } = this.chunks[c] as Chunk;
      for (let i = size - 1; i >= 0; i--) yield levels[i] as number;
    }
  }

  /** The last chunk that begins at or below the key; before the first of all, the first. */
  private chunkOf(key: number): number {
    const { firstKeys } = this;
    let low = 0;
    let high = this.chunks.length - 1;
    if ((firstKeys[high] as number) <= key) return high;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((firstKeys[middle] as number) <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Moves the upper half of a full chunk into one of its own, and the remembered place with it if it lies there. */
  private split(): void {
    const lower = this.chunks[this.chunkIndex] as Chunk;
    const upper = this.addChunk(this.chunkIndex + 1);
    upper.keys.set(lower.keys.subarray(HALF));
    upper.levels.set(lower.levels.subarray(HALF));
    upper.size = HALF;
    lower.size = HALF;
    this.firstKeys[this.chunkIndex + 1] = upper.keys[0] as number;
    if (this.at > HALF) {
      this.chunkIndex++;
      this.at -= HALF;
    }
  }

  private addChunk(index: number): Chunk {
    const chunk = new Chunk();
    this.chunks.splice(index, 0, chunk);
    if (this.chunks.length > this.firstKeys.length) {
      const longer = new Float64Array(this.firstKeys.length * 2);
      longer.set(this.firstKeys);
      this.firstKeys = longer;
    }
    this.firstKeys.copyWithin(index + 1, index, this.chunks.length - 1);
    return chunk;
  }

  private dropChunk(): void {
    this.chunks.splice(this.chunkIndex, 1);
    this.firstKeys.copyWithin(this.chunkIndex, this.chunkIndex + 1, this.chunks.length + 1);
  }
}
