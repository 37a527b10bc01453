import { EngineFixture } from '../../test/engine/engine-fixture.js';
import { MarketDataJsonCache } from './market-data-json-cache.js';
import { BOARD_SIDES } from './market-item.js';

/** As many as one request may ask for. */
const LEVELS = 1_000;

describe('MarketDataJsonCache', () => {
  const depth = (levels: number) => ({ sides: BOARD_SIDES, depth: levels });

  it('keeps a response until a board of it changes', () => {
    const exchange = new EngineFixture();
    exchange.say('a buys 5 at 99');
    const instruments = [exchange.instrument('X')];
    const cache = new MarketDataJsonCache();
    const query = {};

    const first = cache.get(query, instruments, depth(0));
    expect(JSON.parse(first.toString())).toMatchObject([{ side: 'Buy', price: 99, quantity: 5 }]);
    expect(cache.get(query, instruments, depth(0))).toBe(first);

    exchange.say('b buys 2 at 99');
    expect(JSON.parse(cache.get(query, instruments, depth(0)).toString())).toMatchObject([
      { side: 'Buy', price: 99, quantity: 7 },
    ]);
  });

  it('does not keep a response of many price levels, because a thousand of them would take gigabytes', () => {
    const exchange = new EngineFixture();
    for (let level = 1; level <= LEVELS; level++) {
      exchange.say(`a buys 1 at ${level}`);
      exchange.say(`b sells 1 at ${LEVELS + level}`);
    }
    const instruments = [exchange.instrument('X')];
    const cache = new MarketDataJsonCache();
    const query = {};

    const first = cache.get(query, instruments, depth(LEVELS));
    expect(first.length).toBeGreaterThan(65_536);
    const second = cache.get(query, instruments, depth(LEVELS));
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
  });
});
