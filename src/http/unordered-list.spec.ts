import { UnorderedList } from './unordered-list.js';

describe('UnorderedList', () => {
  it('has the values that were added and not removed, in whatever order they are removed', () => {
    const list = new UnorderedList<number>();
    const entries = [0, 1, 2, 3, 4].map((value) => list.add(value));
    const left = new Set(entries);

    for (const n of [1, 4, 0, 3, 2]) {
      const entry = entries[n];
      if (entry === undefined) throw new RangeError(`no entry ${n}`);
      list.remove(entry);
      left.delete(entry);
      expect(new Set(list.entries)).toEqual(left);
      expect(list.size).toBe(left.size);
      expect(list.entries.map(({ at }) => at)).toEqual(list.entries.map((_, at) => at));
    }
  });

  it('takes values while others are removed', () => {
    const list = new UnorderedList<string>();
    const first = list.add('a');
    list.add('b');
    list.remove(first);
    list.remove(list.add('c'));
    list.add('d');

    expect(list.entries.map(({ value }) => value)).toEqual(['b', 'd']);
  });
});
