import {
  centerLadder,
  findEdges,
  followMarket,
  formatTicks,
  LADDER_ROWS,
  scrollLadder,
  toMarkLines,
  toMarkTitle,
  toTicks,
} from './ladder-window.js';

const best = (bid: number | null, offer: number | null, last: number | null = null) => ({ bid, offer, last });

describe('centerLadder', () => {
  it.each([
    [best(100, 101), { upper: 101, lower: 100 }],
    [best(100, 104), { upper: 103, lower: 102 }],
    [best(-3, -2), { upper: -2, lower: -3 }],
    [best(100, 100 + LADDER_ROWS + 1), { upper: 100 + LADDER_ROWS + 1, lower: 100 }],
    [best(100, null), { upper: 101, lower: 100 }],
    [best(null, 100), { upper: 100, lower: 99 }],
    [best(null, null, 50), { upper: 51, lower: 50 }],
    [best(null, null), null],
  ])('puts the middle of %j at %j', (prices, window) => {
    expect(centerLadder(prices)).toEqual(window);
  });
});

describe('followMarket', () => {
  const window = { upper: 101, lower: 100 };

  it.each([best(100, 101), best(93, 94), best(107, 108), best(null, 95), best(null, null)])(
    'stands still while %j is in sight',
    (prices) => {
      expect(followMarket(window, prices)).toBe(window);
    },
  );

  it.each([
    [best(92, 93), { upper: 93, lower: 92 }],
    [best(108, 109), { upper: 109, lower: 108 }],
  ])('moves to %j when the market comes near the edge', (prices, moved) => {
    expect(followMarket(window, prices)).toEqual(moved);
  });

  it('closes the gap of a wide spread when the spread is narrow again', () => {
    const split = { upper: 200, lower: 100 };

    expect(followMarket(split, best(100, 200))).toBe(split);
    expect(followMarket(split, best(150, 200))).toEqual({ upper: 200, lower: 150 });
    expect(followMarket(split, best(199, 200))).toEqual({ upper: 200, lower: 199 });
  });
});

describe('scrollLadder', () => {
  it.each([
    [{ upper: 101, lower: 100 }, 3, { highest: 113, lowest: 94 }],
    [{ upper: 101, lower: 100 }, -3, { highest: 107, lowest: 88 }],
    [{ upper: 200, lower: 100 }, 1, { highest: 210, lowest: 191 }],
    [{ upper: 200, lower: 100 }, -1, { highest: 109, lowest: 90 }],
  ])('moves %j by %d ticks, so that its rows are %j', (window, ticks, edges) => {
    const scrolled = scrollLadder(window, ticks);

    expect(findEdges(scrolled)).toEqual(edges);
    expect(scrolled.upper - scrolled.lower).toBe(1);
  });
});

describe('prices in ticks', () => {
  it.each([
    [6712.25, 0.25, 2],
    [-37.63, 0.01, 2],
    [112.96875, 0.015625, 6],
    [1.16655, 0.00005, 5],
  ])('counts and displays %d in ticks of %d', (price, tick, decimals) => {
    expect(formatTicks(toTicks(price, tick), tick, decimals)).toBe(price.toFixed(decimals));
  });
});

describe('toMarkLines', () => {
  it.each([
    ['', '', ''],
    ['B 120', 'B 120', ''],
    ['S 1 stop', 'S 1\nstop', ''],
    ['S 2 stop, B 3', 'S 2 …\nB 3', 'S 2 stop, B 3.'],
    ['B 3, S 2, S 1 stop', 'B 3\n+2', 'B 3, S 2, S 1 stop.'],
  ])('writes %j in two lines at most, with all words in the title where some are left out', (mark, lines, title) => {
    expect([toMarkLines(mark), toMarkTitle(mark)]).toEqual([lines, title]);
  });
});
