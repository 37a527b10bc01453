import { completeColumns, moveItem, WATCHLIST_COLUMNS } from './watchlist-columns.js';

describe('completeColumns', () => {
  it('keeps the stored order, drops what is no column, and adds what is missing', () => {
    expect(completeColumns(['volume', 'gone', 'last', 'volume'])).toEqual([
      'volume',
      'last',
      ...WATCHLIST_COLUMNS.filter((column) => column !== 'volume' && column !== 'last'),
    ]);
  });
});

describe('moveItem', () => {
  it.each([
    [2, -1, [2, 1, 3]],
    [2, 1, [1, 3, 2]],
    [1, -1, [1, 2, 3]],
    [3, 1, [1, 2, 3]],
    [4, 1, [1, 2, 3]],
  ] as const)('moves %d by %d', (item, by, expected) => {
    expect(moveItem([1, 2, 3], item, by)).toEqual(expected);
  });
});
