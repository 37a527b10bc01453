import { Dice } from './dice.js';
import { stepOf, walked, withinReach } from './walk.js';

const es = { tick: 25, allowNegativePrices: false };
const anchor = 671_225;

function walk(seed: number, from: number, turns: number): number[] {
  const dice = new Dice(seed);
  const step = stepOf(anchor, es);
  const prices = [from];
  for (let turn = 0; turn < turns; turn++) {
    const bid = walked(prices.at(-1) ?? from, anchor, { step, dice });
    prices.push(withinReach(bid, { anchor, reference: prices.at(-1) ?? from, bandBasisPoints: 500 }, es));
  }
  return prices;
}

describe('the walk of the market maker', () => {
  it('goes the same way from the same seed, and another from another', () => {
    expect(walk(7, anchor, 500)).toEqual(walk(7, anchor, 500));
    expect(walk(7, anchor, 500)).not.toEqual(walk(8, anchor, 500));
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'moves, stays on the grid, and within three percent of where it belongs (seed %i)',
    (seed) => {
      const prices = walk(seed, anchor, 50_000);
      expect(new Set(prices).size).toBeGreaterThan(50);
      expect(prices.every((price) => price % 25 === 0)).toBe(true);
      expect(Math.max(...prices.map((price) => Math.abs(price - anchor)))).toBeLessThanOrEqual(anchor * 0.03 + 50);
    },
  );

  it('comes back from wherever others have brought it', () => {
    const far = Math.round((anchor * 1.2) / 25) * 25;
    const prices = walk(3, far, 20_000);
    expect(Math.abs((prices.at(-1) ?? 0) - anchor)).toBeLessThan(anchor * 0.03);
  });

  it('steps by about half a hundredth of a percent, and by a tick at least', () => {
    expect([
      stepOf(671_225, es),
      stepOf(2_465_050, es),
      stepOf(3, { ...es, tick: 1 }),
      stepOf(-3700, { ...es, tick: 1 }),
    ]).toEqual([25, 125, 1, 1]);
  });

  it('keeps to half the band around the reference, with room for an offer, and above zero', () => {
    const bearings = { anchor: 10_000, reference: 10_000, bandBasisPoints: 500 };
    const one = { tick: 1, allowNegativePrices: false };
    expect([
      withinReach(20_000, bearings, one),
      withinReach(1, bearings, one),
      withinReach(10_007, bearings, one),
    ]).toEqual([10_249, 9750, 10_007]);
    expect(withinReach(20_000, { ...bearings, bandBasisPoints: null }, one)).toBe(20_000);
    expect(withinReach(-5, { anchor: 3, reference: null, bandBasisPoints: null }, one)).toBe(1);
    expect(
      withinReach(-5, { anchor: 3, reference: null, bandBasisPoints: null }, { tick: 1, allowNegativePrices: true }),
    ).toBe(-5);
    // A band without any room, around a price that is not on the grid any more.
    expect(withinReach(90, { anchor: 100, reference: 102, bandBasisPoints: 0 }, { ...one, tick: 5 })).toBe(100);
  });
});
