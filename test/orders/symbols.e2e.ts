import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Row = Readonly<{ id: number } & Record<string, unknown>>;

describe('symbols', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let acct: number;
  let bobs: number;
  let other: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [acct, bobs] = [await fixture.account(ada), await fixture.account(bob)];
    other = await fixture.data.instrument(fixture.productId, { symbol: 'OTHER' });
  });
  afterAll(() => testApp.close());

  const bySymbol = (symbol: unknown, details: Readonly<Record<string, unknown>> = {}) =>
    fixture.act(ada.token, fixture.limit(acct, { instrument_id: undefined, symbol, ...details }));
  const list = (path: string, as = ada.token) => fixture.read<Row[]>(as, path);
  const table = async (path: string, as = ada.token) =>
    (await testApp.request('GET', path, { as, accept: 'text/csv' })).body.split('\r\n').map((line) => line.split(','));

  describe('POST /orderactions', () => {
    it('accepts symbol instead of instrument_id', async () => {
      const response = await bySymbol('OTHER', { client_order_id: 'named' });
      const { order } = response.json<{ order: Row }>();
      const [action] = await list('/orderactions?newest=true&per_page=1');

      expect([response.statusCode, order['instrument_id'], order['symbol']]).toEqual([201, other, 'OTHER']);
      expect(action).toMatchObject({ symbol: 'OTHER', request: { instrument_id: other, symbol: 'OTHER' } });
      expect((await bySymbol('other', { instrument_id: other })).json().order.symbol).toBe('OTHER');
    });

    it('recognizes a copy by symbol of an order by id', async () => {
      const first = await fixture.act(ada.token, fixture.limit(acct, { client_order_id: 'twice' }));
      const copy = await bySymbol('FLOOR', { client_order_id: 'twice' });

      expect([copy.statusCode, copy.headers['idempotent-replayed'], copy.json().order]).toEqual([
        200,
        'true',
        first.json().order,
      ]);
    });

    it('refuses an unknown symbol like an unknown instrument, and stores it', async () => {
      const response = await bySymbol('NOSUCH');
      const [action] = await list('/orderactions?newest=true&per_page=1');

      expect([response.statusCode, response.json().code]).toEqual([422, 'unknown_instrument']);
      expect(action).toMatchObject({
        status: 'Refused',
        code: 'unknown_instrument',
        symbol: null,
        request: { symbol: 'NOSUCH' },
      });
      expect(action?.['request']).not.toHaveProperty('instrument_id');
    });

    it('refuses symbol and instrument_id that disagree, and neither, with 400', async () => {
      const disagreeing = await bySymbol('OTHER', { instrument_id: fixture.instrumentId });
      const listed = await fixture.act(ada.token, {
        actions: [fixture.limit(acct), fixture.limit(acct, { symbol: 'OTHER' })],
      });
      const neither = await bySymbol(undefined);

      expect([disagreeing.statusCode, disagreeing.json().errors]).toEqual([
        400,
        [{ pointer: '/symbol', message: expect.stringContaining('FLOOR') as string }],
      ]);
      expect([listed.statusCode, listed.json().errors]).toMatchObject([400, [{ pointer: '/actions/1/symbol' }]]);
      expect([neither.statusCode, neither.json().errors]).toMatchObject([400, [{ pointer: '/instrument_id' }]]);
    });

    it('cancels all orders of a symbol', async () => {
      const { order } = (await bySymbol('OTHER')).json<{ order: Row }>();
      const response = await fixture.act(ada.token, {
        action_type: 'MassCancellation',
        acct_id: acct,
        symbol: 'OTHER',
      });

      expect([response.statusCode, response.json<{ order_ids: number[] }>().order_ids.includes(order.id)]).toEqual([
        201,
        true,
      ]);
      expect((await fixture.act(ada.token, { action_type: 'MassCancellation', symbol: 'NOSUCH' })).json().code).toBe(
        'unknown_instrument',
      );
      expect(await list('/orders?status=Open&symbol=OTHER')).toEqual([]);
    });
  });

  describe('lists', () => {
    let filled: Row;
    beforeAll(async () => {
      const { order } = (await bySymbol('OTHER', { client_order_id: 'mine', limit_price: 10 })).json<{ order: Row }>();
      filled = order;
      await fixture.order(
        bob.token,
        fixture.limit(bobs, { instrument_id: other, side: 'Sell', limit_price: 10, quantity: 2 }),
      );
    });

    it('have the symbol beside every instrument', async () => {
      const cancel = (
        await fixture.act(ada.token, { action_type: 'OrderCancellation', order_id: filled.id })
      ).json<Row>();
      const [fill] = await list(`/fills?order_id=${filled.id}`);

      expect(await fixture.read(ada.token, `/orders/${filled.id}`)).toMatchObject({
        instrument_id: other,
        symbol: 'OTHER',
      });
      expect((await list('/orders?symbol=OTHER')).every(({ symbol }) => symbol === 'OTHER')).toBe(true);
      expect(fill).toMatchObject({ symbol: 'OTHER', currency: 'USD', client_order_id: 'mine' });
      expect((await list('/orderactions?newest=true&per_page=1'))[0]).toMatchObject({ id: cancel.id, symbol: 'OTHER' });
      expect(await list(`/positions?instrument_id=${other}`)).toMatchObject([{ symbol: 'OTHER' }]);
      expect(await list(`/trades?instrument_id=${other}`)).toMatchObject([{ symbol: 'OTHER' }]);
      expect(await list('/trades?symbol=OTHER')).toEqual(await list(`/trades?instrument_id=${other}`));
    });

    it('have it in reference positions and breaks', async () => {
      const body = { acct_id: bobs, as_of: '2020-01-31', position: [{ instrument_id: other, quantity: 3, price: 10 }] };
      const uploaded = (await testApp.request('POST', '/refpositions', { as: fixture.admin.token, body })).json<{
        id: number;
        breaks: { opened: Row[] };
      }>();

      expect(uploaded).toMatchObject({
        position: [{ instrument_id: other, symbol: 'OTHER' }],
        breaks: { opened: [{ symbol: 'OTHER' }] },
      });
      expect(await fixture.read(fixture.admin.token, `/refpositions/${uploaded.id}`)).toMatchObject({
        position: [{ symbol: 'OTHER' }],
      });
      expect(await list(`/reconciliation/breaks?acct_id=${bobs}`, bob.token)).toMatchObject([
        { instrument_id: other, symbol: 'OTHER' },
      ]);
    });

    it('have it in events, live and read again', async () => {
      const { events } = await fixture
        .read<{ events: Readonly<{ type: string; data: Row }>[] }>(ada.token, '/events')
        .then((response) => (Array.isArray(response) ? { events: response as never } : response));
      const mine = events.filter(({ data }) => data['instrument_id'] === other);

      expect(new Set(mine.map(({ type }) => type))).toEqual(
        new Set(['order.accepted', 'order.traded', 'order.cancelled', 'fill', 'position.changed']),
      );
      expect(mine.every(({ data }) => data['symbol'] === 'OTHER')).toBe(true);
      expect(
        mine.filter(({ type }) => type === 'fill').map(({ data }) => [data['currency'], data['client_order_id']]),
      ).toEqual([['USD', 'mine']]);
    });

    it.each(['/orders', '/fills', '/positions', '/reconciliation/breaks', '/refpositions', '/events'])(
      '%s as CSV names instruments and accounts beside their ids',
      async (path) => {
        const [head = [], first = []] = await table(path, fixture.admin.token);
        const cell = (name: string) => first[head.indexOf(name)];
        const after = (name: string) => head.slice(head.indexOf(name) + 1);

        expect([cell('acct_name'), cell('owner_name')]).toEqual([
          'A floor account',
          expect.stringMatching(/^(ada|bob) Example$/) as string,
        ]);
        expect(after('acct_id').slice(0, 2)).toEqual(['acct_name', 'owner_name']);
        if (head.includes('instrument_id'))
          expect([after('instrument_id')[0], cell('symbol')]).toEqual([
            'symbol',
            expect.stringMatching(/^(FLOOR|OTHER)$/) as string,
          ]);
      },
    );

    it('as CSV name the owner to administrators and to the owner only', async () => {
      await fixture.grant(bobs, ada, 'Read');
      const [head = [], first = []] = await table(`/fills?acct_id=${bobs}`);

      expect([first[head.indexOf('acct_name')], first[head.indexOf('owner_name')]]).toEqual([
        'A floor account',
        `user ${bob.id}`,
      ]);
      expect((await table('/trades'))[0]).toEqual([
        'id',
        'instrument_id',
        'symbol',
        'price',
        'quantity',
        'aggressor_side',
        'session_date',
        'traded_at',
      ]);
    });
  });
});
