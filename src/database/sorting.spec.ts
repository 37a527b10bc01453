import { parseSort, sortRows, type SortValue } from './sorting.js';

const sort = (values: readonly SortValue[], isDescending = false): SortValue[] =>
  sortRows(values, (value) => value, { isDescending });

describe('sortRows', () => {
  it.each([
    ['numbers by value', [10, 9, -1], [-1, 9, 10]],
    ['amounts beyond a double by value', [2n ** 70n + 1n, 2n ** 70n, 3n], [3n, 2n ** 70n, 2n ** 70n + 1n]],
    ['text by locale', ['ES10', 'es2', 'Ärzte', 'zinc'], ['Ärzte', 'es2', 'ES10', 'zinc']],
  ])('sorts %s', (_, values, sorted) => {
    expect(sort(values)).toEqual(sorted);
    expect(sort(values, true)).toEqual(sorted.toReversed());
  });

  it('puts rows without a value last in either direction', () => {
    expect(sort([null, 2, 1])).toEqual([1, 2, null]);
    expect(sort([null, 1, 2], true)).toEqual([2, 1, null]);
  });

  it('keeps the order of equal rows', () => {
    const rows = [
      [1, 'a'],
      [0, 'b'],
      [1, 'c'],
    ] as const;
    const names = (isDescending: boolean) =>
      sortRows(rows, ([value]) => value, { isDescending }).map(([, name]) => name);
    expect([names(false), names(true)]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'c', 'b'],
    ]);
  });
});

describe('parseSort', () => {
  it('reads a field, and one from its greatest value', () => {
    expect([parseSort('symbol'), parseSort('-symbol'), parseSort(undefined)]).toEqual([
      { field: 'symbol', isDescending: false },
      { field: 'symbol', isDescending: true },
      null,
    ]);
  });
});
