import fc from 'fast-check';
import { TokenBuckets } from './token-buckets.js';

describe('TokenBuckets', () => {
  it('allows the capacity, then one per interval', () => {
    const buckets = new TokenBuckets({ capacity: 3, perSecond: 2 }, 10);
    const decisions = [0, 0, 0, 0, 499, 500, 500].map((now) => buckets.take('a', now));

    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false, true, false]);
    expect(decisions.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0, 0, 0]);
    expect(decisions[3]?.retryAfterSeconds).toBe(1);
    expect(buckets.take('b', 500).remaining).toBe(2);
  });

  it('takes several tokens at once or none, and a full bucket for requests above the capacity', () => {
    const buckets = new TokenBuckets({ capacity: 10, perSecond: 1 }, 10);
    const decisions = [
      buckets.take('a', 0, 8),
      buckets.take('a', 0, 3),
      buckets.take('a', 0, 2),
      buckets.take('b', 0, 100),
      buckets.take('b', 0),
    ];

    expect(decisions.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [false, 2],
      [true, 0],
      [true, 0],
      [false, 0],
    ]);
    expect(decisions[1]?.retryAfterSeconds).toBe(1);
  });

  it('keeps a limited number of keys and evicts the least recently used', () => {
    const buckets = new TokenBuckets({ capacity: 1, perSecond: 1 }, 2);
    for (const key of ['a', 'b', 'a', 'c']) buckets.take(key, 0);

    expect(buckets.size).toBe(2);
    expect(buckets.take('a', 0).allowed).toBe(false);
    expect(buckets.take('b', 0).allowed).toBe(true);
  });

  const quota = fc.record({ capacity: fc.integer({ min: 1, max: 50 }), perSecond: fc.integer({ min: 1, max: 1000 }) });
  const pauses = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200 });

  it('never exceeds capacity plus rate in any time span', () => {
    fc.assert(
      fc.property(quota, pauses, (limits, waits) => {
        const buckets = new TokenBuckets(limits, 10);
        const granted: number[] = [];
        let now = 0;
        for (const pause of waits) {
          now += pause;
          if (buckets.take('a', now).allowed) granted.push(now);
        }
        granted.forEach((from, index) => {
          granted.slice(index).forEach((to, more) => {
            expect(more + 1).toBeLessThanOrEqual(limits.capacity + ((to - from) * limits.perSecond) / 1000 + 1e-6);
          });
        });
      }),
      { numRuns: 50 },
    );
  });

  it('equals a reference bucket', () => {
    fc.assert(
      fc.property(quota, pauses, ({ capacity, perSecond }, waits) => {
        const buckets = new TokenBuckets({ capacity, perSecond }, 10);
        let tokens = capacity;
        let now = 0;
        for (const pause of waits) {
          now += pause;
          tokens = Math.min(capacity, tokens + (pause * perSecond) / 1000);
          const expected = tokens >= 1 - 1e-6;
          if (expected) tokens -= 1;
          expect(buckets.take('a', now).allowed).toBe(expected);
        }
      }),
    );
  });
});
