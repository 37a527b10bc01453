import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from '../engine/random-lines.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import {
  gapsIn,
  keyOf,
  type MarketReader,
  openReader,
  type MarketMessage,
  type MarketState,
} from '../support/market-reader.js';
import { people, type Person } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';
import { seed } from '../support/seed.js';

const SIDES = ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume', 'BuyDepth', 'SellDepth'];

/** An item as GET /marketdata shows it. */
const withoutPreviousSeq = (item: MarketMessage): MarketMessage =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'previous_seq')) as MarketMessage;

const textOf = (items: readonly object[]): string =>
  items
    .map((item) => JSON.stringify(item))
    .sort()
    .join();

/** What is shown, without what is said to be gone. */
const withoutEmptyItems = (shown: Iterable<Omit<MarketMessage, 'previous_seq'>>): object[] =>
  [...shown].filter(({ price, quantity, levels }) =>
    levels ? levels.length > 0 : price !== null || quantity !== null,
  );

describe(`the stream and GET /marketdata with random orders (seed ${seed})`, () => {
  let testApp: TestApp;
  let ada: Person;
  let url: string;
  let instruments: readonly number[];
  let trade: (actions: number) => Promise<void>;
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, url] = [await people.ada(testApp), await testApp.url()];
    const market = await tradingFloor(testApp);
    instruments = [
      await market.data.instrument(market.productId, { symbol: 'T1' }),
      await market.data.instrument(market.productId, { symbol: 'T2' }),
      await market.data.instrument(market.productId, { symbol: 'T3' }),
    ];
    const accounts = [await market.account(ada), await market.account(ada)];
    const random = chanceOf(seed);
    const resting: number[] = [];
    const one = async (): Promise<void> => {
      if (random(3) === 0 && resting.length > 0) {
        await market.act(ada.token, {
          action_type: 'OrderCancellation',
          order_id: resting.splice(random(resting.length), 1)[0],
        });
        return;
      }
      const isBuy = random(2) === 0;
      const terms = {
        instrument_id: instruments[random(3)],
        side: isBuy ? 'Buy' : 'Sell',
        limit_price: 6700 + (isBuy ? -1 : 1) + random(4) * 0.5 - 0.75 + 0.25,
        quantity: 1 + random(5),
      };
      const answer = await market.act(ada.token, market.limit(accounts[isBuy ? 0 : 1] ?? 0, terms));
      if (answer.statusCode === 201) resting.push(answer.json<{ order: { id: number } }>().order.id);
    };
    trade = async (actions) => {
      for (let left = actions; left > 0;) {
        const together = Math.min(left, 1 + random(6));
        await Promise.all(Array.from({ length: together }, one));
        left -= together;
      }
    };
  });
  afterAll(() => testApp.close());

  const readMarketData = async (): Promise<MarketMessage[]> => {
    const query = [
      ...instruments.map((id) => `instrument_ids=${id}`),
      ...['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume'].map((side) => `sides=${side}`),
      'include_depth=10',
    ].join('&');
    return (await testApp.request('GET', `/marketdata?${query}`, { as: ada.token })).json<MarketMessage[]>();
  };

  /** Everything that a reader took an instrument for, from one change to the next, as text. */
  const listStates = (items: readonly MarketMessage[], id: number): Set<string> => {
    const shown: MarketState = new Map();
    const own = items.filter((item) => item.instrument_id === id);
    return new Set(
      own.map((item, index) => {
        shown.set(keyOf(item), withoutPreviousSeq(item));
        const next = own[index + 1];
        return next?.seq === item.seq || (next?.previous_seq === null && item.previous_seq === null)
          ? ''
          : textOf(withoutEmptyItems(shown.values()));
      }),
    );
  };

  it('agree on every change, and a reader that keeps up misses none', async () => {
    const readers = await Promise.all(
      [SIDES, SIDES, SIDES.slice(0, 6)].map(async () => openReader(url, { as: ada.token })),
    );
    const [fullReader, lateReader, valuesReader] = readers as [MarketReader, MarketReader, MarketReader];
    fullReader.subscribe(instruments, { sides: SIDES });
    valuesReader.subscribe(instruments);
    await trade(40);

    const snapshots: MarketMessage[][] = [];
    const done = new AbortController();
    const polling = (async () => {
      while (!done.signal.aborted) {
        snapshots.push(await readMarketData());
        await pause(5);
      }
    })();
    const trading = (async () => {
      for (const [n, side] of SIDES.entries()) {
        await trade(30);
        lateReader.subscribe([instruments[n % 3] ?? 0], { sides: [side] });
        if (n === 4) lateReader.say({ type: 'unsubscribe', instrument_ids: instruments.slice(0, 1) });
      }
      lateReader.subscribe(instruments, { sides: SIDES });
    })();
    await trading;
    await trade(200);
    done.abort();
    await polling;
    const last = await readMarketData();
    const newest = (reader: MarketReader, id: number): number =>
      Math.max(
        0,
        ...reader
          .items()
          .filter((item) => item.instrument_id === id)
          .map(({ seq }) => seq),
      );
    for (const reader of [fullReader, lateReader])
      await reader.until(
        () => last.every(({ instrument_id: id, seq }) => newest(reader, id) >= seq),
        'the last change',
      );

    // Nothing is ever shown in two ways; and what anybody could ask for was what a reader had before them, unless a newer change had overtaken it.
    const received = new Map(
      fullReader.items().map((item) => [`${keyOf(item)} ${item.seq}`, withoutPreviousSeq(item)]),
    );
    const comparable = snapshots.flat().filter((item) => received.has(`${keyOf(item)} ${item.seq}`));
    expect(comparable).toEqual(comparable.map((item) => received.get(`${keyOf(item)} ${item.seq}`)));
    expect(comparable.length).toBeGreaterThan(snapshots.flat().length * 0.8);
    const states = new Map(instruments.map((id) => [id, listStates(fullReader.items(), id)]));
    const comparisons = snapshots.flatMap((snapshot) =>
      instruments.map((id) => [id, textOf(snapshot.filter((item) => item.instrument_id === id))] as const),
    );
    expect(comparisons.filter(([id, text]) => states.get(id)?.has(text)).length).toBeGreaterThan(
      comparisons.length * 0.7,
    );
    for (const reader of [fullReader, lateReader])
      expect(withoutEmptyItems(reader.shown().values())).toEqual(expect.arrayContaining(last));
    expect(withoutEmptyItems(fullReader.shown().values())).toHaveLength(last.length);
    for (const reader of readers) expect(gapsIn(reader.items())).toEqual([]);

    // The check itself must notice when one change is kept from a reader.
    const changes = fullReader
      .items()
      .flatMap(({ seq, instrument_id: id }, index) => (index > 60 && id === instruments[0] ? [seq] : []));
    const omittedSeq = changes[Math.floor(changes.length / 2)];
    expect(
      gapsIn(fullReader.items().filter(({ seq, instrument_id: id }) => id !== instruments[0] || seq !== omittedSeq)),
    ).toHaveLength(1);
    await Promise.all(readers.map((reader) => reader.close()));
  });
});
