import { Holding } from '../../src/engine/holding.js';
import { EngineFixture } from './engine-fixture.js';
import { chanceOf } from './random-lines.js';
import { seed } from '../support/seed.js';

describe(`the profit of a position, seed ${seed}`, () => {
  it('equals the sum of its trades over a million random trades of every size', () => {
    const chance = chanceOf(seed);
    const instrument = new EngineFixture().instrument('X');
    let wrong = 0;
    for (let run = 0; run < 1_000; run++) {
      const holding = new Holding(1, instrument);
      const [widest, dearest] = [10 ** (1 + (run % 9)), 10 ** (2 + (run % 10))];
      let [held, turnover] = [0n, 0n];
      for (let i = 0; i < 1_000; i++) {
        const quantity = (chance(2) === 0 ? 1 : -1) * (1 + chance(widest));
        const price = chance(dearest) - (run % 3 === 0 ? dearest / 2 : 0);
        holding.applyTrade({ sessionDate: '2026-01-05', quantity, price });
        held += BigInt(quantity);
        turnover += BigInt(quantity) * BigInt(price);
        const mark = chance(dearest);
        if (
          holding.realised + holding.computeUnrealized({ price: mark, extraDecimals: 0 }) !==
            held * BigInt(mark) - turnover ||
          BigInt(holding.quantity) !== held
        )
          wrong++;
        if (holding.quantity === 0 && holding.cost !== 0n) wrong++;
      }
    }
    expect(wrong).toBe(0);
  }, 300_000);

  it('keeps the average cost between the lowest and highest price of its trades', () => {
    const chance = chanceOf(seed);
    const instrument = new EngineFixture().instrument('X');
    for (let run = 0; run < 500; run++) {
      const holding = new Holding(1, instrument);
      for (let i = 0; i < 100; i++)
        holding.applyTrade({
          sessionDate: '2026-01-05',
          quantity: (chance(2) === 0 ? 1 : -1) * (1 + chance(20)),
          price: 1_000 + chance(1_000),
        });
      const least = BigInt(Math.abs(holding.quantity));
      const cost = holding.quantity < 0 ? -holding.cost : holding.cost;
      // Each reduction may leave half a unit behind, and no more.
      expect(cost >= least * 1_000n - 50n && cost <= least * 2_000n + 50n).toBe(true);
    }
  });

  it('of the last close is said in the decimals that the position is counted in', () => {
    const holding = new Holding(1, new EngineFixture().instrument('X'));
    holding.applyTrade({ sessionDate: '2026-01-05', quantity: 2, price: 100 });
    holding.closeSession('2026-01-05', { price: 103, extraDecimals: 0 });
    expect(holding.profitAtDayStart).toEqual({ total: 6n, realised: 0n });

    holding.addDecimals(2);
    expect(holding.profitAtDayStart).toEqual({ total: 600n, realised: 0n });
  });

  it('of the last close has what a list of its date realizes', () => {
    const holding = new Holding(1, new EngineFixture().instrument('X'));
    holding.applyTrade({ sessionDate: '2026-01-05', quantity: 2, price: 100 });
    holding.closeSession('2026-01-05', { price: 103, extraDecimals: 0 });
    expect(holding.profitAtDayStart).toEqual({ total: 6n, realised: 0n });

    holding.realizeAtClose('2026-01-05', 6n);
    expect(holding.profitAtDayStart).toEqual({ total: 6n, realised: 6n });
  });
});
