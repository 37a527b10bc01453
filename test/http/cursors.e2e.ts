import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('cursors', () => {
  let testApp: TestApp;
  let market: BackOffice;
  beforeAll(async () => {
    testApp = await openTestApp();
    market = await openBackOffice(testApp);
    for (let i = 0; i < 3; i++) await market.trade(1, 6700 + i);
  });
  afterAll(() => testApp.close());

  const get = (path: string) => testApp.request('GET', path, { as: market.admin.token });
  const findNextUrl = async (path: string): Promise<string> =>
    /<([^>]+)>; rel="next"/.exec(String((await get(path)).headers.link))?.[1] ?? '';
  const findCursor = async (path: string): Promise<string> =>
    new URL(await findNextUrl(path), 'http://here').searchParams.get('cursor') ?? '';
  const withCursor = (path: string, cursor: string) =>
    get(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`);

  it.each([
    '/orders?per_page=1',
    '/positions?per_page=1',
    '/orderactions?per_page=1',
    '/audit?per_page=1',
    '/accounts?per_page=1',
  ])('of %s leads on, also with another per_page, and its Link can be followed to the end', async (path) => {
    const ids: unknown[] = [];
    for (let next = path; next !== '' && ids.length < 100; next = await findNextUrl(next))
      ids.push(...(await get(next)).json<unknown[]>());
    const all = (await get(path.replace('per_page=1', 'per_page=1000'))).json<unknown[]>();

    expect([ids.length, ids.length > 1]).toEqual([all.length, true]);
    expect(
      (await withCursor(path.replace('per_page=1', 'per_page=50'), await findCursor(path))).json<unknown[]>().length,
    ).toBe(all.length - 1);
  });

  it.each(['/orders?per_page=1', '/fills?per_page=1', '/orderactions?per_page=1', '/orders?per_page=1&status=Filled'])(
    'of %s as a page, newest row first, lead on',
    async (path) => {
      const getPage = (url: string) => testApp.request('GET', url, { as: market.admin.token, accept: 'text/html' });
      const next = /<([^>]+)>; rel="next"/.exec(String((await getPage(path)).headers.link))?.[1] ?? '';

      expect([(await getPage(next)).statusCode, next]).toEqual([200, expect.stringContaining('newest=true')]);
    },
  );

  it('return 400 and name cursor when changed at any position', async () => {
    const cursor = await findCursor('/orders?per_page=1');
    for (let at = 0; at < cursor.length; at += 3) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      const rejected = await withCursor('/orders?per_page=1', changed);
      expect([rejected.statusCode, rejected.body]).toEqual([400, expect.stringContaining('cursor')]);
    }
  });

  it.each([
    ['a cursor made by hand', Buffer.from('after 1').toString('base64url')],
    ['nothing', ''],
    ['a long text', 'A'.repeat(4000)],
  ])('that is %s is 400', async (_, cursor) => {
    expect((await withCursor('/orders?per_page=1', cursor)).statusCode).toBe(400);
  });

  it('return 400 for another list, other filters or another interval', async () => {
    const [orders, filteredCursor] = [
      await findCursor('/orders?per_page=1'),
      await findCursor(`/orders?acct_id=${market.adas}&per_page=1`),
    ];
    const rejected = [
      await withCursor('/orderactions?per_page=1', orders),
      await withCursor(`/orders?acct_id=${market.bobs}&per_page=1`, filteredCursor),
      await withCursor('/orders?per_page=1', filteredCursor),
      await withCursor(`/bars?instrument_id=${market.instrumentId}&interval=1m`, orders),
    ];

    expect(rejected.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
    expect(rejected.every(({ body }) => body.includes('cursor'))).toBe(true);
  });
});
