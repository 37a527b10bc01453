/**
 * A Bloom filter of ids in blocks of a cache line, so that each lookup reads one place in memory. With 12 bits per id,
 * about one in some hundred unknown ids is a false positive. Ids are given as digests, from which block and bits are
 * taken.
 */
const BITS_PER_ID = 12;
const WORDS_PER_BLOCK = 16;

/** The number of digest bytes that are used. */
export const DIGEST_BYTES = 12;

/** The smallest number of ids that a further filter is made for. */
const FURTHER_IDS_MIN = 100_000;

/** Ids of any number: whenever as many were added as a filter is made for, the next ones go into a filter of their own. */
export class KnownIds {
  private readonly filters: BloomFilter[];

  constructor(expected: number) {
    this.filters = [new BloomFilter(expected)];
  }

  /** Adds all digests in these bytes. */
  add(digests: Buffer): void {
    let last = this.filters.at(-1) as BloomFilter;
    if (last.isFull) {
      last = new BloomFilter(Math.max(FURTHER_IDS_MIN, 2 * last.expected));
      this.filters.push(last);
    }
    last.add(digests);
  }

  mayHave(digest: Buffer): boolean {
    return this.filters.some((filter) => filter.mayHave(digest));
  }
}

class BloomFilter {
  private added = 0;
  private readonly words: Uint32Array;
  private readonly blocks: number;

  constructor(readonly expected: number) {
    this.blocks = Math.max(1, Math.ceil((expected * BITS_PER_ID) / (WORDS_PER_BLOCK * 32)));
    this.words = new Uint32Array(this.blocks * WORDS_PER_BLOCK);
  }

  get isFull(): boolean {
    return this.added >= this.expected;
  }

  add(digests: Buffer): void {
    this.added += digests.length / DIGEST_BYTES;
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
      const block = this.blockOf(digests, at);
      for (const bit of toBits(digests, at)) {
        const word = block + (bit >>> 5);
        this.words[word] = (this.words[word] as number) | (1 << (bit & 31));
      }
    }
  }

  mayHave(digest: Buffer): boolean {
    const block = this.blockOf(digest, 0);
    return toBits(digest, 0).every((bit) => ((this.words[block + (bit >>> 5)] as number) & (1 << (bit & 31))) !== 0);
  }

  private blockOf(digests: Buffer, at: number): number {
    return (digests.readUInt32LE(at) % this.blocks) * WORDS_PER_BLOCK;
  }
}

/** Six of the 512 bits of a block. */
function toBits(digests: Buffer, at: number): number[] {
  const first = digests.readUInt32LE(at + 4);
  const second = digests.readUInt32LE(at + 8);
  return [
    first & 511,
    (first >>> 9) & 511,
    (first >>> 18) & 511,
    second & 511,
    (second >>> 9) & 511,
    (second >>> 18) & 511,
  ];
}
