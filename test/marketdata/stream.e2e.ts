import { type TestApp, openTestApp } from '../support/test-app.js';
import { type MarketReader, openReader } from '../support/market-reader.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('/marketdata/stream', () => {
  let testApp: TestApp;
  let market: Floor;
  let ada: Person;
  let url: string;
  let accounts: readonly number[];
  let readers: MarketReader[] = [];
  beforeAll(async () => {
    testApp = await openTestApp();
    [market, ada, url] = [await tradingFloor(testApp), await people.ada(testApp), await testApp.url()];
    accounts = [await market.account(ada), await market.account(ada)];
  });
  afterEach(async () => {
    await Promise.all(readers.map((reader) => reader.close()));
    readers = [];
  });
  afterAll(() => testApp.close());

  const openTestReader = async (): Promise<MarketReader> => {
    const reader = await openReader(url, { as: ada.token });
    readers.push(reader);
    return reader;
  };
  let symbols = 0;
  const instrument = (): Promise<number> => market.data.instrument(market.productId, { symbol: `S${++symbols}` });
  const buy = (instrumentId: number, price: number, quantity = 5) =>
    market.order(
      ada.token,
      market.limit(accounts[0] ?? 0, { instrument_id: instrumentId, limit_price: price, quantity }),
    );
  const sell = (instrumentId: number, price: number, quantity = 5) =>
    market.order(
      ada.token,
      market.limit(accounts[1] ?? 0, { instrument_id: instrumentId, side: 'Sell', limit_price: price, quantity }),
    );
  const cancel = (orderId: number) => market.act(ada.token, { action_type: 'OrderCancellation', order_id: orderId });

  it('sends the snapshot of GET /marketdata, then every change with its previous_seq', async () => {
    const id = await instrument();
    await buy(id, 6700);
    await sell(id, 6710, 3);
    const reader = await openTestReader();
    const marketData = await market.read<object[]>(ada.token, `/marketdata?instrument_ids=${id}`);

    reader.subscribe([id]);
    await reader.until(() => reader.said.length >= 2);
    expect(reader.said).toEqual(marketData.map((item) => ({ ...item, previous_seq: null })));

    await sell(id, 6700, 2);
    await reader.until(() => reader.said.some(({ side, quantity }) => side === 'Volume' && quantity === 2));
    const [snapshot, changes] = [reader.said.slice(0, 2), reader.said.slice(2)];
    const newest = Math.max(...snapshot.map(({ seq }) => seq));
    expect(changes.map(({ side }) => side).sort()).toEqual(['Buy', 'High', 'Last', 'Low', 'Volume']);
    expect(new Set(changes.map(({ seq, previous_seq: previous }) => `${seq} after ${previous}`))).toEqual(
      new Set([`${newest + 1} after ${newest}`]),
    );
    const shown = await market.read<{ side: string }[]>(ada.token, `/marketdata?instrument_ids=${id}`);
    expect(shown).toEqual(
      ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume'].map((side) => reader.shown().get(`${id} ${side}`)),
    );
  });

  it('sends the status of an instrument on request, first the current one, then each change', async () => {
    const id = await instrument();
    const [reader, other] = [await openTestReader(), await openTestReader()];
    const listStatusMessages = () => reader.said.filter(({ type }) => type === ('status' as string));
    reader.subscribe([id], { status: true });
    other.subscribe([id]);
    await reader.until(() => listStatusMessages().length === 1);
    await market.data.turn(id, 'Halted');
    // The venue follows the instrument's row; the next change comes after it has.
    await reader.until(() => listStatusMessages().length === 2);
    await market.data.turn(id, 'Open');
    await reader.until(() => listStatusMessages().length === 3);
    reader.say({ type: 'unsubscribe', instrument_ids: [id] });
    reader.subscribe([id], { sides: ['Last'] });
    await reader.until(() => reader.said.at(-1)?.side === 'Last');
    await market.data.turn(id, 'Closed');
    reader.subscribe([id], { status: 'yes' });
    await reader.until(() => reader.said.at(-1)?.type === 'error');

    expect(listStatusMessages()).toEqual(
      ['Open', 'Halted', 'Open'].map((status) => ({ type: 'status', instrument_id: id, status })),
    );
    expect(reader.said.at(-1)).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/status' }] });
    expect(other.said.every(({ type }) => type === undefined)).toBe(true);
  });

  it('sends null when a value is gone', async () => {
    const id = await instrument();
    const { id: orderId } = await buy(id, 6700);
    const reader = await openTestReader();
    reader.subscribe([id], { sides: ['Buy', 'BuyDepth'] });
    await reader.hear(2);

    const gone = reader.hear(2);
    await cancel(orderId);

    expect(await gone).toEqual([
      expect.objectContaining({ side: 'Buy', price: null, quantity: null }),
      expect.objectContaining({ side: 'BuyDepth', levels: [] }),
    ]);
  });

  it('confirms a subscription without values', async () => {
    const id = await instrument();
    const reader = await openTestReader();
    reader.subscribe([id], { sides: ['Last', 'Sell', 'SellDepth'] });

    const emptyItem = { instrument_id: id, time: null, seq: 0, previous_seq: null };
    expect(await reader.hear(3)).toEqual([
      { ...emptyItem, side: 'Last', price: null, quantity: null },
      { ...emptyItem, side: 'Sell', price: null, quantity: null },
      { ...emptyItem, side: 'SellDepth', levels: [] },
    ]);
    await sell(id, 6710);
    await reader.until(() => reader.said.length >= 5);
    expect(reader.said.slice(3).map(({ previous_seq: previous }) => previous)).toEqual([0, 0]);
  });

  it('names the last removal in the snapshot', async () => {
    const id = await instrument();
    await buy(id, 6700);
    const { id: orderId } = await sell(id, 6710);
    await cancel(orderId);
    const reader = await openTestReader();
    reader.subscribe([id], { sides: ['Buy', 'Sell'] });
    const [, gone] = await reader.hear(2);
    expect(gone).toMatchObject({ side: 'Sell', price: null, quantity: null });

    const next = reader.hear(1);
    await buy(id, 6701);
    expect(await next).toEqual([expect.objectContaining({ side: 'Buy', previous_seq: gone?.seq })]);
  });

  it('adds and removes sides', async () => {
    const [one, other] = [await instrument(), await instrument()];
    await buy(one, 6700);
    await buy(other, 6700);
    const reader = await openTestReader();
    reader.subscribe([one], { sides: ['Buy'] });
    reader.subscribe([one, other], { sides: ['Sell', 'Buy'] });
    await reader.until(() => reader.said.length >= 3);
    expect(reader.said.map(({ instrument_id: id, side, previous_seq: previous }) => [id, side, previous])).toEqual([
      [one, 'Buy', null],
      [one, 'Buy', null],
      [other, 'Buy', null],
    ]);

    await sell(one, 6712);
    await sell(other, 6712);
    await reader.until(() => reader.said.length >= 5);
    reader.say({ type: 'unsubscribe', instrument_ids: [one], sides: ['Sell'] });
    reader.say({ type: 'unsubscribe', instrument_ids: [other] });
    reader.subscribe([market.instrumentId], { sides: ['Last'] });
    await reader.hear(1);
    await sell(one, 6711);
    await sell(other, 6711);
    await buy(one, 6701);
    await reader.until(() => reader.said.some(({ price }) => price === 6701));
    expect(reader.said.slice(6).map(({ instrument_id: id, side }) => [id, side])).toEqual([[one, 'Buy']]);

    reader.say({ type: 'unsubscribe_all' });
    reader.subscribe([other], { sides: ['Buy'] });
    await reader.hear(1);
    await buy(one, 6702);
    await buy(other, 6702);
    await reader.until(() => reader.said.at(-1)?.price === 6702);
    expect(reader.said.slice(8).map(({ instrument_id: id, price }) => [id, price])).toEqual([[other, 6702]]);
  });

  it('sends the requested number of depth prices', async () => {
    const id = await instrument();
    for (const price of [6700, 6699, 6698]) await buy(id, price);
    const reader = await openTestReader();
    reader.subscribe([id], { sides: ['BuyDepth'], depth: 2 });
    const [snapshot] = await reader.hear(1);
    expect(snapshot?.levels).toEqual([
      { price: 6700, quantity: 5, orders: 1 },
      { price: 6699, quantity: 5, orders: 1 },
    ]);

    reader.subscribe([id], { sides: ['BuyDepth'] });
    expect((await reader.hear(1))[0]?.levels).toHaveLength(3);
    const change = reader.hear(1);
    await buy(id, 6700, 1);
    expect((await change)[0]).toMatchObject({
      side: 'BuyDepth',
      previous_seq: snapshot?.seq,
      levels: [{ price: 6700, quantity: 6, orders: 2 }, { price: 6699 }, { price: 6698 }],
    });
  });

  const invalidMessages: [what: string, message: (id: number) => unknown, code: string, pointer: string | null][] = [
    ['an unknown type', () => ({ type: 'look' }), 'invalid_request', '/type'],
    ['no type', () => ({ instrument_ids: [1] }), 'invalid_request', '/type'],
    ['an unknown field', (id) => ({ type: 'subscribe', instrument_ids: [id], speed: 1 }), 'invalid_request', '/speed'],
    ['no instruments', () => ({ type: 'subscribe' }), 'invalid_request', '/instrument_ids'],
    ['an empty list', () => ({ type: 'subscribe', instrument_ids: [] }), 'invalid_request', '/instrument_ids'],
    [
      'a number as text',
      (id) => ({ type: 'subscribe', instrument_ids: [String(id)] }),
      'invalid_request',
      '/instrument_ids/0',
    ],
    [
      '201 instruments',
      () => ({ type: 'subscribe', instrument_ids: Array.from({ length: 201 }, (_, n) => n + 1) }),
      'invalid_request',
      '/instrument_ids',
    ],
    [
      'an unknown side',
      (id) => ({ type: 'subscribe', instrument_ids: [id], sides: ['Buy', 'buy'] }),
      'invalid_request',
      '/sides/1',
    ],
    ['no side', (id) => ({ type: 'subscribe', instrument_ids: [id], sides: [] }), 'invalid_request', '/sides'],
    [
      'a depth of none',
      (id) => ({ type: 'subscribe', instrument_ids: [id], sides: ['BuyDepth'], depth: 0 }),
      'invalid_request',
      '/depth',
    ],
    [
      'a depth of what has none',
      (id) => ({ type: 'subscribe', instrument_ids: [id], sides: ['Buy'], depth: 3 }),
      'invalid_request',
      '/depth',
    ],
    ['a field twice', () => '{"type":"unsubscribe_all","type":"unsubscribe_all"}', 'invalid_request', '/type'],
    ['a list', () => [1], 'invalid_request', ''],
    [
      'an instrument that is not there',
      (id) => ({ type: 'subscribe', instrument_ids: [id, 9_999_999] }),
      'unknown_instrument',
      null,
    ],
  ];

  it.each(invalidMessages)('answers %s with an error and continues', async (_what, message, code, pointer) => {
    const id = market.instrumentId;
    const reader = await openTestReader();
    reader.say(message(id));
    const [error] = await reader.hear(1);
    expect(error).toEqual({
      type: 'error',
      code,
      detail: expect.stringMatching(/\w/),
      ...(pointer !== null && { errors: [{ pointer, message: expect.any(String) }] }),
    });

    reader.subscribe([id], { sides: ['Last'] });
    expect((await reader.hear(1))[0]).toMatchObject({ instrument_id: id, side: 'Last' });
    expect(reader.items()).toHaveLength(1);
  });

  it('has at most a thousand instruments', async () => {
    const reader = await openTestReader();
    const { em } = testApp.orm;
    const columns = (
      await em.execute<{ name: string }[]>(
        `select column_name as name from information_schema.columns where table_name = 'instruments' and column_name not in ('id', 'symbol')`,
      )
    )
      .map(({ name }) => name)
      .join(', ');
    await em.execute(
      `insert into instruments (symbol, ${columns}) select 'MANY' || n, ${columns} from instruments, generate_series(1, 1001) n where id = ?`,
      [market.instrumentId],
    );
    await instrument();
    const ids = (
      await em.execute<{ id: string }[]>(`select id from instruments where symbol like 'MANY%' order by id`)
    ).map(({ id }) => +id);
    for (let from = 0; from < 1000; from += 200) reader.subscribe(ids.slice(from, from + 200), { sides: ['Last'] });
    await reader.until(() => reader.said.length >= 1000);
    reader.subscribe(ids.slice(1000), { sides: ['Last'] });
    reader.subscribe(ids.slice(0, 200), { sides: ['Buy'] });

    expect(await reader.hear(201)).toEqual([
      expect.objectContaining({ type: 'error', code: 'too_many_subscriptions' }),
      ...ids.slice(0, 200).map((id) => expect.objectContaining({ instrument_id: id, side: 'Buy' }) as object),
    ]);
  });

  it.each([
    ['that is not JSON', 'subscribe please', 4400],
    ['that is broken off', '{"type":', 4400],
    ['of bytes', Buffer.from([1, 2, 3]), 4400],
    ['of more than 64 KiB', JSON.stringify({ type: 'x'.repeat(70_000) }), 1009],
  ])('is closed after a message %s', async (_what, message, code) => {
    const reader = await openTestReader();
    reader.say(message);

    expect((await reader.closed).code).toBe(code);
  });

  it('is closed with 4429 after too many messages', async () => {
    const reader = await openTestReader();
    for (let n = 0; n < 700; n++) reader.say({ type: 'unsubscribe_all' });

    expect(await reader.closed).toEqual({ code: 4429, reason: 'too many messages' });
  });

  it('accepts a browser’s ticket like a token', async () => {
    const { ticket } = (await testApp.request('POST', '/tickets', { as: ada.token })).json<{ ticket: string }>();
    const reader = await openReader(url, { ticket });
    readers.push(reader);
    reader.subscribe([market.instrumentId], { sides: ['Last'] });

    expect(await reader.hear(1)).toHaveLength(1);
    await expect(openReader(url, { ticket })).rejects.toThrow('303');
  });
});
