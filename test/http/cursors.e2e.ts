import { type Desk, openDesk } from '../support/desk.js';
import { type House, openHouse } from '../support/house.js';

describe('a cursor', () => {
  let house: House;
  let desk: Desk;
  beforeAll(async () => {
    house = await openHouse();
    desk = await openDesk(house);
    for (let i = 0; i < 3; i++) await desk.trade(1, 6700 + i);
  });
  afterAll(() => house.close());

  const get = (path: string) => house.knock('GET', path, { as: desk.admin.token });
  const nextOf = async (path: string): Promise<string> =>
    /<([^>]+)>; rel="next"/.exec(String((await get(path)).headers.link))?.[1] ?? '';
  const cursorOf = async (path: string): Promise<string> =>
    new URL(await nextOf(path), 'http://here').searchParams.get('cursor') ?? '';
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
    for (let next = path; next !== '' && ids.length < 100; next = await nextOf(next))
      ids.push(...(await get(next)).json<unknown[]>());
    const all = (await get(path.replace('per_page=1', 'per_page=1000'))).json<unknown[]>();

    expect([ids.length, ids.length > 1]).toEqual([all.length, true]);
    expect(
      (await withCursor(path.replace('per_page=1', 'per_page=50'), await cursorOf(path))).json<unknown[]>().length,
    ).toBe(all.length - 1);
  });

  it('that was changed in any place is 400 and names cursor', async () => {
    const cursor = await cursorOf('/orders?per_page=1');
    for (let at = 0; at < cursor.length; at += 3) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      const refused = await withCursor('/orders?per_page=1', changed);
      expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('cursor')]);
    }
  });

  it.each([
    ['a cursor made by hand', Buffer.from('after 1').toString('base64url')],
    ['nothing', ''],
    ['a long text', 'A'.repeat(4000)],
  ])('that is %s is 400', async (_, cursor) => {
    expect((await withCursor('/orders?per_page=1', cursor)).statusCode).toBe(400);
  });

  it('of another list, of other filters, or of another interval is 400', async () => {
    const [orders, ofAda] = [
      await cursorOf('/orders?per_page=1'),
      await cursorOf(`/orders?acct_id=${desk.adas}&per_page=1`),
    ];
    const refused = [
      await withCursor('/orderactions?per_page=1', orders),
      await withCursor(`/orders?acct_id=${desk.bobs}&per_page=1`, ofAda),
      await withCursor('/orders?per_page=1', ofAda),
      await withCursor(`/bars?instrument_id=${desk.instrumentId}&interval=1m`, orders),
    ];

    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
    expect(refused.every(({ body }) => body.includes('cursor'))).toBe(true);
  });
});
