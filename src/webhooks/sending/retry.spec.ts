import { pauseAfter, retryAfter } from './retry.js';

const pauses = [5_000, 30_000, 120_000];
const hours = (count: number): number => count * 3_600_000;

describe('what did not arrive', () => {
  it('is sent again after pauses that grow, and then no more', () => {
    expect([1, 2, 3, 4].map((tries) => pauseAfter({ tries, requestedPauseMs: null, pauses }, 0))).toEqual([
      5_000,
      30_000,
      120_000,
      null,
    ]);
  });

  it('comes back a little later each time, never earlier', () => {
    expect([0, 0.5, 1].map((chance) => pauseAfter({ tries: 1, requestedPauseMs: null, pauses }, chance))).toEqual([
      5_000, 5_250, 5_500,
    ]);
  });

  it('waits as long as the receiver asks, within a day, and not less than it would', () => {
    expect(
      [0, 1_000, 60_000, hours(24), hours(1000)].map((requestedPauseMs) =>
        pauseAfter({ tries: 1, requestedPauseMs, pauses }, 0),
      ),
    ).toEqual([5_000, 5_000, 60_000, hours(24), hours(24)]);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-30T15:04:05Z');

  it.each<[string | undefined, number | null]>([
    ['120', 120_000],
    ['0', 0],
    ['Fri, 30 Jan 2026 15:05:05 GMT', 60_000],
    ['Fri, 30 Jan 2026 15:00:00 GMT', 0],
    [undefined, null],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2026-01-30', null],
    ['99999999999', null],
  ])('%j is %j', (header, expected) => {
    expect(retryAfter(header, now)).toBe(expected);
  });
});
