import { type TestApp, openTestApp } from '../support/test-app.js';
import { naiveMarket } from './naive-market.js';
import { people } from '../support/people.js';
import { randomTrading } from '../support/random-trading.js';
import { venue } from '../support/venue.js';
import { seed } from '../support/seed.js';

const ROUNDS = 25;

type Item = Readonly<{
  instrument_id: number;
  side: string;
  price?: number | null;
  quantity?: number | null;
  levels?: readonly object[];
  time: string;
  seq: number;
}>;

const ALL = 'instrument_ids=1&instrument_ids=2&instrument_ids=3&include_depth=1000';

const toComparableItems = (items: readonly Item[]) =>
  items.map((item) =>
    'levels' in item
      ? { instrument_id: item.instrument_id, side: item.side, levels: item.levels }
      : { instrument_id: item.instrument_id, side: item.side, price: item.price, quantity: item.quantity },
  );

describe(`GET /marketdata after random trading, seed ${seed}`, () => {
  let first: TestApp;
  let testApp: TestApp;
  let trading: Awaited<ReturnType<typeof randomTrading>>;
  let token: string;

  beforeAll(async () => {
    first = await openTestApp();
    testApp = first;
    trading = await randomTrading(first, seed);
    token = (await people.ada(first)).token;
  });
  afterAll(async () => {
    if (testApp !== first) await testApp.close();
    await first.close();
  });

  const read = async (query = ALL): Promise<Item[]> =>
    (await testApp.request('GET', `/marketdata?${query}`, { as: token })).json<Item[]>();

  it('agrees with every order and trade, and depth is the sum of open quantities', async () => {
    let itemCount = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await trading.trade(20);
      const items = await read();
      expect({ round, items: toComparableItems(items) }).toEqual({
        round,
        items: await naiveMarket(first.database.url),
      });
      itemCount += items.length;
    }
    expect(itemCount).toBeGreaterThan(ROUNDS * 5);
  });

  it('returns the same by side, as CSV and again', async () => {
    const whole = await read();
    for (const side of ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume']) {
      const part = await read(`${ALL}&sides=${side}`);
      expect(part.filter((item) => !('levels' in item))).toEqual(whole.filter((item) => item.side === side));
    }
    expect(await read()).toEqual(whole);
    const csv = (await testApp.request('GET', `/marketdata?${ALL}`, { as: token, accept: 'text/csv' })).body
      .trim()
      .split('\r\n');
    expect(csv[0]).toBe('instrument_id,symbol,side,price,quantity,levels,time,seq');
    expect(csv).toHaveLength(whole.length + 1);
  });

  it('has a seq that changes with the values and never decreases', async () => {
    const before = new Map((await read()).map((item) => [`${item.instrument_id} ${item.side}`, item]));
    await trading.trade(60);
    const after = await read();
    for (const item of after) {
      const previous = before.get(`${item.instrument_id} ${item.side}`);
      if (!previous) continue;
      expect(item.seq).toBeGreaterThanOrEqual(previous.seq);
      if (item.seq === previous.seq) expect(item).toEqual(previous);
      if (JSON.stringify(toComparableItems([item])) !== JSON.stringify(toComparableItems([previous])))
        expect(item.seq).toBeGreaterThan(previous.seq);
    }
  });

  it('returns the same after a restart, with no lower seq or earlier time', async () => {
    const before = await read();
    await testApp.app.close();
    testApp = await openTestApp({ beside: first });
    trading.moveTo(testApp);
    await venue(testApp).exchange.open();

    const after = await read();

    expect(toComparableItems(after)).toEqual(toComparableItems(before));
    after.forEach((item, n) => {
      const previous = before[n];
      expect(item.seq).toBeGreaterThanOrEqual(previous?.seq ?? Infinity);
      expect(item.side === 'Last' ? item.time : previous?.time).toBe(previous?.time);
      expect(Date.parse(item.time)).toBeGreaterThanOrEqual(item.side === 'Last' ? 0 : Number.NEGATIVE_INFINITY);
    });
    await trading.trade(100);
    expect(toComparableItems(await read())).toEqual(await naiveMarket(first.database.url));
  });
});
