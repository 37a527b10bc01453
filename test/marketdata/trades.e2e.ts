import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

type Trade = Readonly<{ id: number; price: number; quantity: number }>;

describe('GET /trades', () => {
  let testApp: TestApp;
  let market: BackOffice;
  let other: number;
  const ids: number[] = [];

  beforeAll(async () => {
    testApp = await openTestApp();
    market = await openBackOffice(testApp);
    other = await market.data.instrument(market.productId, { symbol: 'DESK2', settlement_price: undefined });
    for (let n = 1; n <= 5; n++) await market.trade(n % 2 === 0 ? -n : n, 6700 + n / 4);
    ids.push(...(await read('')).map(({ id }) => id));
  });
  afterAll(() => testApp.close());

  const request = (query: string, accept?: string) =>
    testApp.request('GET', `/trades${query}`, { as: market.ada.token, ...(accept !== undefined && { accept }) });
  const read = async (query: string): Promise<Trade[]> => (await request(query)).json<Trade[]>();
  const readIds = async (query: string): Promise<number[]> => (await read(query)).map(({ id }) => id);

  it('returns trades without their users', async () => {
    const [, second] = await read(`?instrument_id=${market.instrumentId}`);

    expect(second).toEqual({
      ...{
        id: ids[1],
        instrument_id: market.instrumentId,
        symbol: 'DESK',
        price: 6700.5,
        quantity: 2,
        aggressor_side: 'Sell',
      },
      ...{
        session_date: await market.sessionDate(),
        traded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      },
    });
    expect(ids).toHaveLength(5);
  });

  it('continues after since_id; 0 is before the first', async () => {
    expect(await readIds(`?instrument_id=${market.instrumentId}&since_id=0`)).toEqual(ids);
    expect(await readIds(`?instrument_id=${market.instrumentId}&since_id=${ids[2]}`)).toEqual(ids.slice(3));
    expect(await readIds(`?instrument_id=${market.instrumentId}&since_id=${ids[4]}`)).toEqual([]);
    expect(await readIds(`?instrument_id=${other}&since_id=0`)).toEqual([]);
  });

  it('returns pages in both directions', async () => {
    for (const [query, expected] of [
      ['', ids],
      ['&newest=true', ids.toReversed()],
      [`&newest=true&since_id=${ids[1]}`, ids.slice(2).toReversed()],
    ] as const) {
      const tradeIds: number[] = [];
      for (
        let path: string | undefined = `?instrument_id=${market.instrumentId}&per_page=2${query}`;
        path !== undefined;
      ) {
        const response = await request(path);
        tradeIds.push(...response.json<Trade[]>().map(({ id }) => id));
        path = /<\/trades([^>]*)>; rel="next"/.exec(String(response.headers['link'] ?? ''))?.[1];
      }
      expect(tradeIds).toEqual(expected);
    }
  });

  it('returns the same to every user', async () => {
    const eve = await testApp.request('GET', '/trades?since_id=0', { as: market.bob.token });
    expect(eve.json()).toEqual((await request('?since_id=0')).json());
  });

  it('returns CSV and a page', async () => {
    expect((await request('', 'text/csv')).body.split('\r\n')[0]).toBe(
      'id,instrument_id,symbol,price,quantity,aggressor_side,session_date,traded_at',
    );
    expect((await request('?newest=true', 'text/html')).body).toContain('6701.25');
  });

  it.each([
    'since_id=-1',
    'since_id=1.5',
    'since_id=01',
    'since_id=9007199254740993',
    'since_id=1&since_id=2',
    'instrument_id=0',
    'instrument_id=x',
    'newest=yes',
    'acct_id=1',
    'cursor=x',
  ])('refuses %s and names it', async (query) => {
    const response = await request(`?${query}`);

    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: readonly { pointer: string }[] }>().errors.map(({ pointer }) => pointer)).toContain(
      query.split('=')[0],
    );
  });

  it('refuses an unknown instrument', async () => {
    expect((await request('?instrument_id=777777')).json()).toMatchObject({ code: 'unknown_instrument', status: 404 });
  });
});
