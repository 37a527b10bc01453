import { EngineFixture } from '../../test/engine/engine-fixture.js';
import { restoreState, takeSnapshot } from '../engine/snapshot.js';
import {
  BOARD_SIDES,
  DEPTH_SIDES,
  findMarketItem,
  findLastMarketItem,
  type MarketItem,
  type MarketSide,
} from './market-item.js';
import { toMarketItemView } from './market-item.view.js';

const SIDES: readonly MarketSide[] = [...BOARD_SIDES, ...DEPTH_SIDES];

/** A floor on which this was said, and what instrument X then shows on a side. */
function trade(...lines: string[]) {
  const exchange = new EngineFixture();
  for (const line of lines) exchange.say(line);
  const instrument = exchange.instrument('X');
  return {
    floor: exchange,
    instrument,
    shown: (side: MarketSide, levels = 10) => findMarketItem(instrument, side, levels),
  };
}

describe('market item', () => {
  it('is null before any event', () => {
    const { instrument, shown } = trade();

    expect(SIDES.map((side) => shown(side))).toEqual(SIDES.map(() => null));
    // The session has opened, which is a change of the board; of the book there was none.
    expect(SIDES.map((side) => findLastMarketItem(instrument, side, 10))).toEqual(SIDES.map(() => null));
  });

  it('has the best prices with size and count', () => {
    const { shown } = trade('a buys 5 at 99', 'b buys 2 at 99', 'b buys 9 at 98', 'c sells 4 at 101');

    expect([shown('Buy'), shown('Sell')]).toMatchObject([
      { instrumentId: 1, price: 99, quantity: 7 },
      { price: 101, quantity: 4 },
    ]);
    expect([shown('Last'), shown('High'), shown('Low'), shown('Volume')]).toEqual([null, null, null, null]);
  });

  it('has the requested depth levels, the best first', () => {
    const { shown } = trade('a buys 5 at 99', 'b buys 2 at 99', 'b buys 9 at 98', 'b buys 1 at 97');

    const levels = [
      { price: 99, quantity: 7, orders: 2 },
      { price: 98, quantity: 9, orders: 1 },
      { price: 97, quantity: 1, orders: 1 },
    ];
    expect(shown('BuyDepth', 2)).toMatchObject({ levels: levels.slice(0, 2) });
    expect(shown('BuyDepth', 3)).toMatchObject({ levels });
    expect(shown('BuyDepth', 50)).toMatchObject({ levels });
    expect(shown('SellDepth')).toBeNull();
  });

  it('has the last trade', () => {
    const { shown } = trade('a sells 5 at 100', 'a sells 5 at 103', 'b buys 8 at 103', 'c buys 1 at 104');

    expect([shown('Last'), shown('High'), shown('Low'), shown('Volume')]).toMatchObject([
      { price: 103, quantity: 1 },
      { price: 103, quantity: null },
      { price: 100, quantity: null },
      { price: null, quantity: 9 },
    ]);
  });

  it('is removed with its content, under the sequence of the change', () => {
    const { instrument, floor: exchange, shown } = trade('a buys 5 at 99');
    const before = shown('Buy');

    exchange.say('a cancels 1');

    expect(shown('Buy')).toBeNull();
    expect(shown('BuyDepth')).toBeNull();
    expect(findLastMarketItem(instrument, 'Buy', 1)).toMatchObject({
      price: null,
      quantity: null,
      seq: (before?.seq ?? 0) + 1,
    });
    expect(findLastMarketItem(instrument, 'BuyDepth', 1)).toMatchObject({ levels: [], seq: (before?.seq ?? 0) + 1 });
  });

  it('has the sequence of its change, and depth that of any change on its side', () => {
    const { floor: exchange, shown } = trade('a buys 5 at 99', 'b sells 5 at 101');
    const [buy, bids, asks] = [shown('Buy'), shown('BuyDepth'), shown('SellDepth')];

    exchange.say('a buys 5 at 98');

    expect(shown('Buy')).toEqual(buy);
    expect(shown('SellDepth')).toEqual(asks);
    expect(shown('BuyDepth')).toMatchObject({ seq: (asks?.seq ?? 0) + 1 });
    expect(shown('BuyDepth')?.seq).toBeGreaterThan(bids?.seq ?? 0);
    expect(exchange.events.at(-1)).toMatchObject({ type: 'MarketDataChanged', sides: ['BuyDepth'] });
  });

  it('never decreases in sequence or time over a restart, and keeps trade times', () => {
    const {
      floor: exchange,
      instrument,
      shown,
    } = trade('a buys 5 at 99', 'b sells 2 at 99', 'b sells 5 at 101', 'a buys 1 at 98');
    const { state } = exchange.engine;
    const time = exchange.commands.at(-1)?.time ?? 0;

    const restored = restoreState(takeSnapshot(state), time).instruments.get(1);
    if (restored === undefined) throw new Error('The instrument is not there any more.');

    const requireItem = (item: MarketItem | null): MarketItem => {
      if (item === null) throw new Error('It is not there.');
      return item;
    };
    for (const side of SIDES) {
      const [before, now] = [requireItem(shown(side)), requireItem(findMarketItem(restored, side, 10))];
      expect(now).toEqual({ ...before, seq: instrument.board.seq, time: now.time });
      expect(now.time).toBeGreaterThanOrEqual(before.time);
    }
    expect(requireItem(findMarketItem(restored, 'Last', 0)).time).toBe(requireItem(shown('Last')).time);
  });
});

describe('toMarketItemView', () => {
  const change = { instrumentId: 7, scale: 2, time: Date.parse('2026-01-30T15:04:06.120Z'), seq: 4711 };

  it('has price and quantity', () => {
    const view = toMarketItemView({ ...change, side: 'Sell', price: 671_225, quantity: 12 });

    expect(JSON.stringify(view)).toBe(
      '{"instrument_id":7,"side":"Sell","price":6712.25,"quantity":12,"time":"2026-01-30T15:04:06.120Z","seq":4711}',
    );
  });

  it('has levels for depth', () => {
    const view = toMarketItemView({ ...change, side: 'BuyDepth', levels: [{ price: -50, quantity: 3, orders: 2 }] });

    expect(JSON.stringify(view)).toBe(
      '{"instrument_id":7,"side":"BuyDepth","levels":[{"price":-0.5,"quantity":3,"orders":2}],"time":"2026-01-30T15:04:06.120Z","seq":4711}',
    );
  });

  it('has null for a removed value', () => {
    expect(toMarketItemView({ ...change, side: 'Buy', price: null, quantity: null })).toMatchObject({
      price: null,
      quantity: null,
    });
    expect(toMarketItemView({ ...change, side: 'SellDepth', levels: [] })).toMatchObject({ levels: [] });
  });
});
