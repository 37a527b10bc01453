import { type TestApp, openTestApp } from '../support/test-app.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { query } from '../support/postgres-service.js';
import { venue } from '../support/venue.js';

type Item = Readonly<{
  instrument_id: number;
  side: string;
  price: number | null;
  quantity: number | null;
  seq: number;
  time: string;
}>;
type Problem = Readonly<{
  code: string;
  detail: string;
  errors: readonly Readonly<{ pointer: string; message: string }>[];
}>;

describe('GET /marketdata', () => {
  let testApp: TestApp;
  let market: BackOffice;
  let other: number;

  beforeAll(async () => {
    testApp = await openTestApp();
    market = await openBackOffice(testApp);
    other = await market.data.instrument(market.productId, { symbol: 'DESK2', settlement_price: undefined });
    await market.trade(3, 6700);
    await market.execute({
      type: 'LimitOrderSub',
      acctId: market.adas,
      instrumentId: other,
      side: 'Buy',
      quantity: 7,
      timeInForce: 'GTC',
      limitPrice: { digits: 65_005_0, decimals: 2 },
      stopPrice: null,
      postOnly: false,
      expireDate: null,
      clientOrderId: null,
      tag: null,
    });
  });
  afterAll(() => testApp.close());

  const request = (parameters: string, accept?: string) =>
    testApp.request('GET', `/marketdata${parameters}`, {
      as: market.ada.token,
      ...(accept !== undefined && { accept }),
    });
  const items = async (parameters: string): Promise<Item[]> => (await request(parameters)).json<Item[]>();
  const sides = (marketItems: readonly Item[]) =>
    marketItems.map(({ instrument_id: id, side }) => `${id === market.instrumentId ? 'one' : 'other'} ${side}`);

  it('returns items in the requested order of instruments and sides, and none for an absent value', async () => {
    const both = `instrument_ids=${other}&instrument_ids=${market.instrumentId}`;

    expect(sides(await items(`?${both}&sides=Last&sides=Buy&sides=Volume`))).toEqual([
      'other Buy',
      'one Last',
      'one Volume',
    ]);
    expect(sides(await items(`?${both}`))).toEqual(['other Buy', 'one Last', 'one High', 'one Low', 'one Volume']);
    expect(sides(await items(`?instrument_ids=${market.instrumentId}&sides=Buy`))).toEqual([]);
  });

  it('returns exactly these fields', async () => {
    const { seq, ...volume } = (await items(`?instrument_ids=${market.instrumentId}&sides=Volume`))[0] as Item;

    expect(volume).toEqual({
      instrument_id: market.instrumentId,
      side: 'Volume',
      price: null,
      quantity: 3,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Number.isSafeInteger(seq)).toBe(true);
    const [high] = await items(`?instrument_ids=${market.instrumentId}&sides=High`);
    expect(high).toMatchObject({ price: 6700, quantity: null });
  });

  it('returns prices to the last digit', async () => {
    expect((await request(`?instrument_ids=${other}&sides=Buy`)).body).toContain('"price":6500.5,"quantity":7');
  });

  it('returns each item once for repeated parameters', async () => {
    expect(
      sides(
        await items(
          `?instrument_ids=${market.instrumentId}&instrument_ids=${market.instrumentId}&sides=Last&sides=Last`,
        ),
      ),
    ).toEqual(['one Last']);
  });

  it('adds depth after the sides of each instrument', async () => {
    const marketItems = await items(`?instrument_ids=${other}&sides=Sell&include_depth=1`);

    expect(marketItems).toEqual([
      {
        instrument_id: other,
        side: 'BuyDepth',
        levels: [{ price: 6500.5, quantity: 7, orders: 1 }],
        time: expect.any(String) as string,
        seq: expect.any(Number) as number,
      },
    ]);
  });

  it('accepts 200 instruments and refuses 201 with the name of the parameter', async () => {
    const ids = (count: number) =>
      `?${Array.from({ length: count }, (_, n) => `instrument_ids=${n === 0 ? market.instrumentId : n + 1_000_000}`).join('&')}`;

    expect((await request(ids(200))).statusCode).toBe(404);
    expect((await request(ids(201))).json<Problem>()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: 'instrument_ids' }],
    });
    expect(
      (await request(`${ids(1)}&${Array.from({ length: 250 }, () => `instrument_ids=${other}`).join('&')}`)).statusCode,
    ).toBe(200);
  });

  it('returns 200 instruments at once', async () => {
    const ids = await query(
      testApp.database.url,
      `insert into instruments (product_id, symbol, expiration, expires_at, given_status, settlement_price, version, created_at, updated_at)
       select product_id, 'MANY' || n, expiration, expires_at, given_status, null, 1, now(), now() from instruments, generate_series(1, 200) n where id = ${other} returning id`,
    );
    await venue(testApp).exchange.keepSessions();

    const marketItems = await items(
      `?instrument_ids=${other}&${ids
        .slice(1)
        .map(({ id }) => `instrument_ids=${String(id)}`)
        .join('&')}`,
    );

    expect([ids.length, sides(marketItems)]).toEqual([200, ['other Buy']]);
  });

  it.each([
    ['sides=Foo', 'sides', /"Foo" is none of them/],
    ['sides=buy', 'sides', /"buy" is none of them/],
    ['sides=Buy&sides=BuyDepth', 'sides', /"BuyDepth" is none of them/],
    ['sides=', 'sides', /"" is none of them/],
    ['include_depth=0', 'include_depth', /at least|less than 1/],
    ['include_depth=1001', 'include_depth', /greater than 1000/],
    ['include_depth=5&include_depth=6', 'include_depth', /./],
    ['include_depth=2.5', 'include_depth', /./],
    ['depth=5', 'depth', /not known here/],
  ])('refuses %s and names it', async (query, pointer, message) => {
    const response = await request(`?instrument_ids=${market.instrumentId}&${query}`);

    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors).toMatchObject([
      { pointer, message: expect.stringMatching(message) as string },
    ]);
  });

  it.each([
    '?instrument_ids=abc',
    '?instrument_ids=0',
    '?instrument_ids=1.5',
    '?instrument_ids=9007199254740993',
    '?instrument_ids=',
    '?',
    '?sides=Last',
  ])('refuses %s and names instrument_ids', async (query) => {
    const response = await request(query);

    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors).toMatchObject([{ pointer: 'instrument_ids' }]);
  });

  it('refuses a depth above the limit', async () => {
    const response = await request(
      `?include_depth=1000&${Array.from({ length: 21 }, (_, n) => `instrument_ids=${n + 1}`).join('&')}`,
    );

    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors).toMatchObject([{ pointer: 'include_depth' }]);
  });

  it('refuses an unknown instrument with its number', async () => {
    const response = await request(`?instrument_ids=${market.instrumentId}&instrument_ids=777777`);

    expect(response.statusCode).toBe(404);
    expect(response.json<Problem>()).toMatchObject({
      code: 'unknown_instrument',
      detail: expect.stringContaining('777777') as string,
    });
  });

  it('returns the same bytes as any other JSON response', async () => {
    const response = await request(`?instrument_ids=${market.instrumentId}`);

    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringContaining('Accept') as string,
      'cache-control': 'private, no-store',
    });
    expect(response.body).toBe(JSON.stringify(response.json()));
    expect(
      (await testApp.request('HEAD', `/marketdata?instrument_ids=${market.instrumentId}`, { as: market.ada.token }))
        .headers['content-length'],
    ).toBe(String(response.body.length));
  });

  it('starts a session with the last trade only', async () => {
    const before = await items(`?instrument_ids=${market.instrumentId}`);
    expect(sides(before)).toEqual(['one Last', 'one High', 'one Low', 'one Volume']);

    await market.roll();

    const after = await items(`?instrument_ids=${market.instrumentId}`);
    expect(after).toEqual(before.slice(0, 1));
    await market.trade(2, 6650);
    await market.trade(1, 6710);
    expect(
      (await items(`?instrument_ids=${market.instrumentId}`)).map(({ side, price, quantity }) => [
        side,
        price,
        quantity,
      ]),
    ).toEqual([
      ['Last', 6710, 1],
      ['High', 6710, null],
      ['Low', 6650, null],
      ['Volume', null, 3],
    ]);
  });

  it('returns new values for a repeated query', async () => {
    for (let price = 6701; price < 6711; price++) {
      await market.trade(1, price);
      expect(await items(`?instrument_ids=${market.instrumentId}&sides=Last`)).toMatchObject([{ price, quantity: 1 }]);
    }
  });

  it('shows named instruments as a page, and refuses a program that names none in every format', async () => {
    expect((await request('', 'text/html')).statusCode).toBe(400);
    const one = await request(`?instrument_ids=${other}&include_depth=3`, 'text/html');
    expect(one.body).toContain('<td class="n">6500.50</td>');
    expect(one.body).toContain('Depth of DESK2');
    expect((await request('?instrument_ids=777777', 'text/html')).statusCode).toBe(404);
  });
});
