import { judgeDelivery, retryAfter } from './verdict.js';

const pauses = [5_000, 30_000, 120_000];
const hours = (count: number): number => count * 3_600_000;

type JudgedAttempt = Readonly<{ tries?: number; retryAfter?: number | null; chance?: number }>;

/** The pause after an attempt that failed; null to give up. */
const pauseAfter = ({ tries = 0, retryAfter: requested = null, chance = 0 }: JudgedAttempt): number | null =>
  judgeDelivery(
    { error: 'the receiver has answered 500', status: 500, retryAfter: requested },
    { tries, isTest: false, pauses, now: 0, chance },
  ).nextAttemptAt;

describe('the pause after a failed attempt', () => {
  it('grows with every attempt, then ends', () => {
    expect([0, 1, 2, 3].map((tries) => pauseAfter({ tries }))).toEqual([5_000, 30_000, 120_000, null]);
  });

  it('adds jitter and is never shorter', () => {
    expect([0, 0.5, 1].map((chance) => pauseAfter({ chance }))).toEqual([5_000, 5_250, 5_500]);
  });

  it('follows the receiver’s Retry-After within a day, and is never shorter than the own pause', () => {
    expect(
      [0, 1_000, 60_000, hours(24), hours(1000)].map((requested) => pauseAfter({ retryAfter: requested })),
    ).toEqual([5_000, 5_000, 60_000, hours(24), hours(24)]);
  });
});

describe('retryAfter', () => {
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
