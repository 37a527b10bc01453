import fc from 'fast-check';
import { BoundedMap } from './bounded-map.js';

describe('BoundedMap', () => {
  const fill = (...keys: readonly string[]): BoundedMap<string, number> => {
    const map = new BoundedMap<string, number>(2);
    for (const [n, key] of keys.entries()) map.set(key, n);
    return map;
  };

  it('removes the entry that was set first when it is full', () => {
    expect([...fill('a', 'b', 'c')]).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('counts an entry that is set again as new, and removes none for it', () => {
    expect([...fill('a', 'b', 'a')]).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
    expect([...fill('a', 'b', 'a', 'c')].map(([key]) => key)).toEqual(['a', 'c']);
  });

  it('goes on behind an entry that is deleted while it is read', () => {
    const map = fill('a', 'b');
    for (const [key] of map) map.delete(key);
    expect([map.size, ...map]).toEqual([0]);
  });

  it('has what a map has whose entries are removed and added again', () => {
    const keys = ['', 'a', 'b', 'c', 'd', 'e'];
    const key = fc.constantFrom(...keys);
    const step = fc.oneof(
      { weight: 9, arbitrary: fc.record({ key, value: fc.double() }) },
      { weight: 3, arbitrary: fc.record({ key, value: fc.constant(null) }) },
      { weight: 1, arbitrary: fc.constant('clear' as const) },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (sizeMax, steps) => {
        const map = new BoundedMap<string, number>(sizeMax);
        const plain = new Map<string, number>();
        for (const one of steps) {
          applyTo(map, one);
          applyTo(plain, one, sizeMax);
          expect([map.size, ...map]).toEqual([plain.size, ...plain]);
          expect(keys.map((name) => map.get(name))).toEqual(keys.map((name) => plain.get(name)));
        }
      }),
    );
  });
});

/** A null value deletes. The maximum is for the plain map, which has none of its own. */
function applyTo(
  map: BoundedMap<string, number> | Map<string, number>,
  step: Readonly<{ key: string; value: number | null }> | 'clear',
  sizeMax = Infinity,
): void {
  if (step === 'clear') {
    map.clear();
    return;
  }
  const { key, value } = step;
  if (value === null || sizeMax < Infinity) map.delete(key);
  if (value === null) return;
  const [first] = map;
  if (map.size >= sizeMax && first !== undefined) map.delete(first[0]);
  map.set(key, value);
}
