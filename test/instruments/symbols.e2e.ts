import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { openBrowserClient } from '../support/browser-client.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Row = Readonly<{ id: number; symbol: string; status: string } & Record<string, unknown>>;

describe('symbols of instruments', () => {
  let testApp: TestApp;
  let market: Floor;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    market = await tradingFloor(testApp);
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const create = (symbol: string, more: Readonly<Record<string, unknown>> = {}) =>
    testApp.request('POST', '/instruments', {
      as: market.admin.token,
      body: { product_id: market.productId, symbol, ...more },
    });
  const list = (path: string) => market.read<Row[]>(ada.token, path);

  it.each(['ESZ6 C6700', 'BRK/B', 'BF.B', 'ES 1 2/3', 'X'])('%s is accepted', async (symbol) => {
    const created = await create(symbol);
    const acct = await market.account(ada);
    const order = await market.order(ada.token, { ...market.limit(acct), instrument_id: undefined, symbol });

    expect([created.statusCode, created.json().symbol, order['symbol']]).toEqual([201, symbol, symbol]);
    for (const path of ['/instruments?symbol=', '/instruments?search=', '/orders?symbol='])
      expect((await list(`${path}${encodeURIComponent(symbol)}`)).length).toBeGreaterThan(0);
    expect((await list(`/orders?symbol=${encodeURIComponent(symbol)}`)).map(({ id }) => id)).toEqual([order.id]);
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    for (const path of [
      `/instruments/${created.json().id}`,
      `/desk/${created.json().id}`,
      `/orders?symbol=${encodeURIComponent(symbol)}`,
    ])
      expect((await browser.get(path)).body).toContain(symbol);
  });

  it.each(['ES  C', ' ES', 'ES ', 'ES\tC', 'ES\u00a0C', 'A'.repeat(33), ''])('"%s" is rejected', async (symbol) => {
    expect((await create(symbol)).statusCode).toBe(400);
  });

  it('can be reused after the expiration only', async () => {
    const first = (await create('AGAIN', { expiration: '2020-01-31' })).json<Row>();
    const second = await create('AGAIN');
    const third = await create('AGAIN');
    const acct = await market.account(ada);
    const order = await market.order(ada.token, { ...market.limit(acct), instrument_id: undefined, symbol: 'AGAIN' });

    expect([first.status, second.statusCode, third.statusCode, third.json().code]).toEqual([
      'Expired',
      201,
      409,
      'symbol_taken',
    ]);
    expect((await list('/instruments?symbol=AGAIN')).map(({ id, status }) => [id, status])).toEqual([
      [first.id, 'Expired'],
      [second.json().id, 'Open'],
    ]);
    expect(order['instrument_id']).toBe(second.json().id);
    expect((await list('/orders?symbol=AGAIN')).map(({ id }) => id)).toEqual([order.id]);
  });

  it('of an expired instrument return that it has expired and keep its date', async () => {
    const { id } = (await create('GONE', { expiration: '2020-01-31' })).json<Row>();
    const acct = await market.account(ada);
    const rejected = await market.act(ada.token, { ...market.limit(acct), instrument_id: undefined, symbol: 'GONE' });
    const changed = await testApp.request('PUT', `/instruments/${id}`, {
      as: market.admin.token,
      body: { expiration: '2099-01-30' },
    });

    expect([rejected.json().code, changed.statusCode, changed.json().code]).toEqual([
      'instrument_expired',
      409,
      'definition_in_use',
    ]);
  });
});
