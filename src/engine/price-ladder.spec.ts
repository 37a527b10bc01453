import fc from 'fast-check';
import { BookSide } from './book-side.js';
import { OrderPool } from './order-pool.js';
import { PriceLadder } from './price-ladder.js';

/** The same as a ladder, sorted anew for every answer. */
class SortedKeys {
  readonly keys = new Set<number>();

  fromBest = (): number[] => [...this.keys].sort((a, b) => b - a);
}

describe('PriceLadder', () => {
  it('equals a sorted list at every step, through splits and empty chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 1_500 }), (keys) => {
        const ladder = new PriceLadder();
        const sorted = new SortedKeys();
        for (const key of keys) {
          const isThere = ladder.find(key) !== -1;
          if (isThere !== sorted.keys.has(key)) return false;
          if (isThere) ladder.remove();
          else ladder.insert(key, key + 1_000);
          if (!sorted.keys.delete(key)) sorted.keys.add(key);
          if (ladder.best() !== (sorted.keys.size === 0 ? -1 : Math.max(...sorted.keys) + 1_000)) return false;
        }
        return (
          [...ladder.iterateFromBest()].join() ===
          sorted
            .fromBest()
            .map((key) => key + 1_000)
            .join()
        );
      }),
      { numRuns: 60 },
    );
  });

  it('holds thousands of prices inserted at both ends and in the middle', () => {
    for (const nth of [(i: number) => i, (i: number) => 5_000 - i, (i: number) => (i * 2_909) % 5_003]) {
      const ladder = new PriceLadder();
      for (let i = 0; i < 5_000; i++) {
        ladder.find(nth(i));
        ladder.insert(nth(i), nth(i));
      }
      const found = [...ladder.iterateFromBest()];
      expect(found).toEqual([...found].sort((a, b) => b - a));
      expect(found).toHaveLength(5_000);
      for (let i = 0; i < 5_000; i++) {
        expect(ladder.find(nth(i))).toBe(nth(i));
        ladder.remove();
      }
      expect(ladder.best()).toBe(-1);
    }
  });
});

describe('BookSide', () => {
  it('keeps its depth when it grows, and reuses slots', () => {
    const pool = new OrderPool();
    const side = new BookSide('Sell', pool);
    const slots = Array.from({ length: 3_000 }, (_, i) => {
      const slot = pool.take({ account: i, owner: i, leaves: 2 });
      side.append(slot, 1 + (i % 700));
      return slot;
    });
    for (const slot of slots.filter((_, i) => i % 3 === 0)) side.remove(slot);
    const depth = [...side.depth()];
    expect(depth.map(({ price }) => price)).toEqual(Array.from({ length: 700 }, (_, i) => i + 1));
    expect(depth.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(4_000);
    expect(depth.reduce((sum, { orders }) => sum + orders, 0)).toBe(2_000);
    expect(slots).toContain(pool.take({ account: 1, owner: 1, leaves: 1 }));
  });
});
