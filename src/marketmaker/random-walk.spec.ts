import { SeededRandom, calculateStep, moveBid, clampToBand } from './random-walk.js';

const es = { tick: 25, allowNegativePrices: false };
const anchor = 671_225;

function simulateWalk(seed: number, from: number, turns: number): number[] {
  const random = new SeededRandom(seed);
  const step = calculateStep(anchor, es);
  const prices = [from];
  for (let turn = 0; turn < turns; turn++) {
    const bid = moveBid(prices.at(-1) ?? from, anchor, { step, random });
    prices.push(clampToBand(bid, { anchor, reference: prices.at(-1) ?? from, bandBasisPoints: 500 }, es));
  }
  return prices;
}

describe('random walk', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(simulateWalk(7, anchor, 500)).toEqual(simulateWalk(7, anchor, 500));
    expect(simulateWalk(7, anchor, 500)).not.toEqual(simulateWalk(8, anchor, 500));
  });

  it.each([1, 2, 3, 4, 5, 6])('moves on the tick, within three percent of its anchor (seed %i)', (seed) => {
    const prices = simulateWalk(seed, anchor, 50_000);
    expect(new Set(prices).size).toBeGreaterThan(50);
    expect(prices.every((price) => price % 25 === 0)).toBe(true);
    expect(Math.max(...prices.map((price) => Math.abs(price - anchor)))).toBeLessThanOrEqual(anchor * 0.03 + 50);
  });

  it('returns to its anchor from any price', () => {
    const farPrice = Math.round((anchor * 1.2) / 25) * 25;
    const prices = simulateWalk(3, farPrice, 20_000);
    expect(Math.abs((prices.at(-1) ?? 0) - anchor)).toBeLessThan(anchor * 0.03);
  });

  it('steps by about 0.005 percent, at least one tick', () => {
    expect([
      calculateStep(671_225, es),
      calculateStep(2_465_050, es),
      calculateStep(3, { ...es, tick: 1 }),
      calculateStep(-3700, { ...es, tick: 1 }),
    ]).toEqual([25, 125, 1, 1]);
  });

  it('stays within half the price band, below the offer limit and above zero', () => {
    const priceReference = { anchor: 10_000, reference: 10_000, bandBasisPoints: 500 };
    const unitGrid = { tick: 1, allowNegativePrices: false };
    expect([
      clampToBand(20_000, priceReference, unitGrid),
      clampToBand(1, priceReference, unitGrid),
      clampToBand(10_007, priceReference, unitGrid),
    ]).toEqual([10_249, 9750, 10_007]);
    expect(clampToBand(20_000, { ...priceReference, bandBasisPoints: null }, unitGrid)).toBe(20_000);
    expect(clampToBand(-5, { anchor: 3, reference: null, bandBasisPoints: null }, unitGrid)).toBe(1);
    expect(
      clampToBand(-5, { anchor: 3, reference: null, bandBasisPoints: null }, { tick: 1, allowNegativePrices: true }),
    ).toBe(-5);
    // A band without any width, around a price that is not on the grid any more.
    expect(clampToBand(90, { anchor: 100, reference: 102, bandBasisPoints: 0 }, { ...unitGrid, tick: 5 })).toBe(100);
  });
});
