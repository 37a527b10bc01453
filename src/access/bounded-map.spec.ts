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
    expect([...fill('a', 'b', 'a', 'c').keys()]).toEqual(['a', 'c']);
  });
});
