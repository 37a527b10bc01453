import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from '../engine/random-lines.js';
import { type House, openHouse } from '../support/house.js';
import { gapsIn, keyOf, type MarketReader, openReader, type Said, type Shown } from '../support/market-reader.js';
import { people, type Person } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';

const SEED = Number(process.env['STREAM_SEED'] ?? Date.now() % 1_000_000);
const SIDES = ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume', 'BuyDepth', 'SellDepth'];

/** An item as GET /marketdata shows it. */
const bare = (item: Said): Said =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'previous_seq')) as Said;

const textOf = (items: readonly object[]): string =>
  items
    .map((item) => JSON.stringify(item))
    .sort()
    .join();

/** What is shown, without what is said to be gone. */
const there = (shown: Iterable<Omit<Said, 'previous_seq'>>): object[] =>
  [...shown].filter(({ price, quantity, levels }) =>
    levels ? levels.length > 0 : price !== null || quantity !== null,
  );

describe(`the stream and GET /marketdata, while orders come at random (STREAM_SEED=${SEED})`, () => {
  let house: House;
  let ada: Person;
  let url: string;
  let instruments: readonly number[];
  let trade: (actions: number) => Promise<void>;
  beforeAll(async () => {
    house = await openHouse();
    [ada, url] = [await people.ada(house), await house.url()];
    const floor = await tradingFloor(house);
    instruments = [
      await floor.data.instrument(floor.productId, { symbol: 'T1' }),
      await floor.data.instrument(floor.productId, { symbol: 'T2' }),
      await floor.data.instrument(floor.productId, { symbol: 'T3' }),
    ];
    const accounts = [await floor.account(ada), await floor.account(ada)];
    const chance = chanceOf(SEED);
    const resting: number[] = [];
    const one = async (): Promise<void> => {
      if (chance(3) === 0 && resting.length > 0) {
        await floor.act(ada.token, {
          action_type: 'OrderCancellation',
          order_id: resting.splice(chance(resting.length), 1)[0],
        });
        return;
      }
      const isBuy = chance(2) === 0;
      const terms = {
        instrument_id: instruments[chance(3)],
        side: isBuy ? 'Buy' : 'Sell',
        limit_price: 6700 + (isBuy ? -1 : 1) + chance(4) * 0.5 - 0.75 + 0.25,
        quantity: 1 + chance(5),
      };
      const answer = await floor.act(ada.token, floor.limit(accounts[isBuy ? 0 : 1] ?? 0, terms));
      if (answer.statusCode === 201) resting.push(answer.json<{ order: { id: number } }>().order.id);
    };
    trade = async (actions) => {
      for (let left = actions; left > 0;) {
        const together = Math.min(left, 1 + chance(6));
        await Promise.all(Array.from({ length: together }, one));
        left -= together;
      }
    };
  });
  afterAll(() => house.close());

  const rest = async (): Promise<Said[]> => {
    const query = [
      ...instruments.map((id) => `instrument_ids=${id}`),
      ...['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume'].map((side) => `sides=${side}`),
      'include_depth=10',
    ].join('&');
    return (await house.knock('GET', `/marketdata?${query}`, { as: ada.token })).json<Said[]>();
  };

  /** Everything that a reader took an instrument for, from one change to the next, as text. */
  const statesOf = (items: readonly Said[], id: number): Set<string> => {
    const shown: Shown = new Map();
    const own = items.filter((item) => item.instrument_id === id);
    return new Set(
      own.map((item, index) => {
        shown.set(keyOf(item), bare(item));
        const next = own[index + 1];
        return next?.seq === item.seq || (next?.previous_seq === null && item.previous_seq === null)
          ? ''
          : textOf(there(shown.values()));
      }),
    );
  };

  it('say the same of every change, and no reader who keeps up misses one', async () => {
    const readers = await Promise.all(
      [SIDES, SIDES, SIDES.slice(0, 6)].map(async () => openReader(url, { as: ada.token })),
    );
    const [whole, late, six] = readers as [MarketReader, MarketReader, MarketReader];
    whole.subscribe(instruments, { sides: SIDES });
    six.subscribe(instruments);
    await trade(40);

    const snapshots: Said[][] = [];
    const over = new AbortController();
    const looking = (async () => {
      while (!over.signal.aborted) {
        snapshots.push(await rest());
        await pause(5);
      }
    })();
    const changing = (async () => {
      for (const [n, side] of SIDES.entries()) {
        await trade(30);
        late.subscribe([instruments[n % 3] ?? 0], { sides: [side] });
        if (n === 4) late.say({ type: 'unsubscribe', instrument_ids: instruments.slice(0, 1) });
      }
      late.subscribe(instruments, { sides: SIDES });
    })();
    await changing;
    await trade(200);
    over.abort();
    await looking;
    const last = await rest();
    const newest = (reader: MarketReader, id: number): number =>
      Math.max(
        0,
        ...reader
          .items()
          .filter((item) => item.instrument_id === id)
          .map(({ seq }) => seq),
      );
    for (const reader of [whole, late])
      await reader.until(
        () => last.every(({ instrument_id: id, seq }) => newest(reader, id) >= seq),
        'the last change',
      );

    // Nothing is ever shown in two ways; and what anybody could ask for was what a reader had before them, unless a newer change had overtaken it.
    const heard = new Map(whole.items().map((item) => [`${keyOf(item)} ${item.seq}`, bare(item)]));
    const told = snapshots.flat().filter((item) => heard.has(`${keyOf(item)} ${item.seq}`));
    expect(told).toEqual(told.map((item) => heard.get(`${keyOf(item)} ${item.seq}`)));
    expect(told.length).toBeGreaterThan(snapshots.flat().length * 0.8);
    const states = new Map(instruments.map((id) => [id, statesOf(whole.items(), id)]));
    const asked = snapshots.flatMap((snapshot) =>
      instruments.map((id) => [id, textOf(snapshot.filter((item) => item.instrument_id === id))] as const),
    );
    expect(asked.filter(([id, text]) => states.get(id)?.has(text)).length).toBeGreaterThan(asked.length * 0.7);
    for (const reader of [whole, late]) expect(there(reader.shown().values())).toEqual(expect.arrayContaining(last));
    expect(there(whole.shown().values())).toHaveLength(last.length);
    for (const reader of readers) expect(gapsIn(reader.items())).toEqual([]);

    // The check itself must notice when one change is kept from a reader.
    const changes = whole
      .items()
      .flatMap(({ seq, instrument_id: id }, index) => (index > 60 && id === instruments[0] ? [seq] : []));
    const kept = changes[Math.floor(changes.length / 2)];
    expect(
      gapsIn(whole.items().filter(({ seq, instrument_id: id }) => id !== instruments[0] || seq !== kept)),
    ).toHaveLength(1);
    await Promise.all(readers.map((reader) => reader.close()));
  });
});
