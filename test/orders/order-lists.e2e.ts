import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { openBrowserClient } from '../support/browser-client.js';

type Row = Readonly<{ id: number } & Record<string, unknown>>;

describe('GET /orders and GET /fills', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let acct: number;
  let bobs: number;
  let other: number;
  let resting: Row;
  let filled: Row;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    [ada, bob, eve] = [await people.ada(testApp), await people.bob(testApp), await people.eve(testApp)];
    [acct, bobs] = [await fixture.account(ada), await fixture.account(bob)];
    other = await fixture.data.instrument(fixture.productId, { symbol: 'OTHER' });
    resting = await fixture.order(ada.token, fixture.limit(acct, { quantity: 5, client_order_id: '=1+1', tag: 'x' }));
    filled = await fixture.order(bob.token, fixture.limit(bobs, { side: 'Sell', quantity: 2 }));
    await fixture.act(ada.token, fixture.limit(acct, { instrument_id: other, quantity: 0 }));
    await fixture.order(
      ada.token,
      fixture.limit(acct, { instrument_id: other, limit_price: 10, time_in_force: 'IOC' }),
    );
    await fixture.grant(bobs, eve, 'Read');
  });
  afterAll(() => testApp.close());

  const list = (path: string, as = ada.token) => fixture.read<Row[]>(as, path);
  const ids = async (path: string, as = ada.token) => (await list(path, as)).map(({ id }) => id);

  it('filter by status, instrument, account, client order id, session and time', async () => {
    const all = await list('/orders');
    const [, , last] = all;

    expect(all.map(({ status }) => status)).toEqual(['Open', 'Rejected', 'Cancelled']);
    expect(await ids('/orders?status=Open')).toEqual([resting.id]);
    expect(await ids('/orders?status=Rejected&status=Cancelled')).toEqual(all.slice(1).map(({ id }) => id));
    expect(await ids(`/orders?instrument_id=${other}&status=Cancelled`)).toEqual([last?.id]);
    expect(await ids(`/orders?client_order_id=${encodeURIComponent('=1+1')}`)).toEqual([resting.id]);
    expect(await ids(`/orders?session_date=${String(resting['session_date'])}`)).toHaveLength(3);
    expect(await ids('/orders?session_date=2020-01-31')).toEqual([]);
    expect(await ids(`/orders?updated_since=${String(last?.['updated_at'])}`)).toEqual([last?.id]);
    expect(await ids('/orders?updated_since=2099-01-01T00:00:00Z')).toEqual([]);
  });

  it('return only rows of accounts that the caller may view', async () => {
    const onBehalf = await issueToken(testApp, {
      userId: ada.id,
      actingUserId: fixture.admin.id,
      clientId: fixture.admin.key.clientId,
    });

    expect(await ids('/orders', bob.token)).toEqual([filled.id]);
    expect(await ids('/orders', eve.token)).toEqual([filled.id]);
    expect(await ids('/orders', fixture.admin.token)).toHaveLength(4);
    expect(await ids('/orders', onBehalf)).toEqual(await ids('/orders'));
    expect([
      await ids(`/orders?acct_id=${bobs}`),
      await ids('/orders?acct_id=2000000000'),
      await ids(`/fills?acct_id=${bobs}`),
      await ids(`/orderactions?acct_id=${bobs}`),
    ]).toEqual([[], [], [], []]);
    expect(await ids(`/orders?acct_id=${bobs}`, eve.token)).toEqual([filled.id]);
    expect((await testApp.request('GET', `/orders/${resting.id}`, { as: eve.token })).json().code).toBe(
      'unknown_order',
    );
    expect(await ids(`/fills?order_id=${resting.id}`, eve.token)).toEqual([]);
  });

  it('find the rows of accounts by name, and for administrators by owner', async () => {
    const find = (account: string, as: string) =>
      Promise.all(
        ['/orders', '/fills', '/positions'].map(async (path) =>
          (await list(`${path}?account=${encodeURIComponent(account)}`, as)).map(({ acct_id: id }) => id),
        ),
      );
    const others = [...new Set((await list('/orders', fixture.admin.token)).map(({ acct_id: id }) => id))];

    expect(others).toEqual([acct, bobs]);
    expect(await find(bob.email, fixture.admin.token)).toEqual([[bobs], [bobs], [bobs]]);
    expect(await find(String(acct), fixture.admin.token)).toEqual([[acct, acct, acct], [acct], [acct]]);
    // A customer learns nothing of who exists, not even through a grant.
    expect(await find(bob.email, eve.token)).toEqual([[], [], []]);
    expect(await find(String(bobs), eve.token)).toEqual([[bobs], [bobs], [bobs]]);
    expect(await find(String(bobs), ada.token)).toEqual([[], [], []]);
    expect((await testApp.request('GET', `/orders?account=${'x'.repeat(101)}`, { as: ada.token })).statusCode).toBe(
      400,
    );
    const browser = openBrowserClient(testApp);
    await browser.signIn(fixture.admin);
    expect((await browser.get(`/orders?account=${bob.email}`)).body).toMatch(
      /name="account" type="text" value="bob@[^]*<a href="\/accounts\/(\d+)">\1 [^<]+<\/a> <small>bob@/,
    );
    expect((await browser.get(`/positions?account=${bob.email}`)).body).toMatch(/name="account" value="bob@/);
  });

  it('return each row once over all pages', async () => {
    for (const path of ['/orders', '/fills', '/orderactions', `/orders/${resting.id}/history`]) {
      const allRows = await list(path, fixture.admin.token);
      const rows: Row[] = [];
      for (let url: string | undefined = `${path}?per_page=1`; url !== undefined;) {
        const page = await testApp.request('GET', url, { as: fixture.admin.token });
        rows.push(...page.json<Row[]>());
        url = /<([^>]*)>; rel="next"/.exec(String(page.headers.link))?.[1];
      }
      expect(allRows.length).toBeGreaterThan(1);
      expect(rows).toEqual(allRows);
    }
  });

  it('return two fills for each trade, with rising ids', async () => {
    const [buy, sell] = await list('/fills', fixture.admin.token);
    const trade = buy?.['trade_id'] as number;

    expect(buy).toEqual({
      id: 2 * trade,
      trade_id: trade,
      order_id: resting.id,
      client_order_id: '=1+1',
      instrument_id: fixture.instrumentId,
      symbol: 'FLOOR',
      currency: 'USD',
      acct_id: acct,
      side: 'Buy',
      price: 6700,
      quantity: 2,
      liquidity: 'Added',
      settlement_style: null,
      session_date: resting['session_date'],
      traded_at: expect.stringMatching(/Z$/),
    });
    expect(sell).toMatchObject({
      id: 2 * trade + 1,
      order_id: filled.id,
      acct_id: bobs,
      side: 'Sell',
      liquidity: 'Removed',
    });
    expect(await ids(`/fills?since_id=${2 * trade}`, fixture.admin.token)).toEqual([2 * trade + 1]);
    expect(await ids(`/fills?since_id=${2 * trade - 1}`, fixture.admin.token)).toEqual([2 * trade, 2 * trade + 1]);
    expect(await ids(`/fills?since_id=${2 * trade + 1}`, fixture.admin.token)).toEqual([]);
    expect(await ids(`/fills?order_id=${filled.id}`, fixture.admin.token)).toEqual([2 * trade + 1]);
    expect(await ids(`/fills?instrument_id=${other}`, fixture.admin.token)).toEqual([]);
    expect(await ids(`/fills?session_date=${String(resting['session_date'])}&acct_id=${acct}`)).toEqual([2 * trade]);
  });

  it('return a history with every event and its cause', async () => {
    const steps = await list(`/orders/${resting.id}/history`);
    const [action] = await list(`/orderactions?order_id=${resting.id}`);

    expect(steps).toMatchObject([
      {
        revision: 1,
        version: 1,
        type: 'OrderAccepted',
        state: 'New',
        quantity: 5,
        filled_quantity: 0,
        leaves_quantity: 5,
        limit_price: 6700,
        action_id: action?.id,
        trade_id: null,
      },
      {
        revision: 2,
        version: 1,
        type: 'OrderTraded',
        state: 'PartiallyFilled',
        filled_quantity: 2,
        leaves_quantity: 3,
        average_price: 6700,
        action_id: null,
        trade_id: expect.any(Number),
      },
    ]);
    expect(action).toMatchObject({
      status: 'Accepted',
      code: null,
      request: {
        acct_id: acct,
        client_order_id: '=1+1',
        tag: 'x',
        limit_price: 6700,
        time_in_force: 'GTC',
        side: 'Buy',
        quantity: 5,
      },
    });
  });

  it.each([
    '/orders?status=open',
    '/orders?status=',
    '/orders?colour=red',
    '/orders?acct_id=x',
    '/orders?acct_id=1&acct_id=2',
    '/orders?updated_since=yesterday',
    '/orders?updated_since=2026-01-30',
    '/orders?session_date=2026-02-30',
    '/orders?per_page=1001',
    '/orders/x',
    '/orders/0',
    '/fills?since_id=-1',
    '/fills?side=Buy',
    '/orderactions?order_id=1e3',
  ])('are not asked for by %s', async (path) => {
    const response = await testApp.request('GET', path, { as: ada.token });

    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request']);
  });

  it('return CSV without spreadsheet formulas', async () => {
    const orders = await testApp.request('GET', '/orders?per_page=1', { as: ada.token, accept: 'text/csv' });
    const fills = await testApp.request('GET', '/fills', { as: bob.token, accept: 'text/csv' });
    const [head, first] = orders.body.split('\r\n');

    expect(orders.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      vary: 'Accept',
      link: expect.stringContaining('rel="next"'),
    });
    expect(head).toBe(
      'id,acct_id,acct_name,owner_name,user_id,placed_by,placed_by_name,instrument_id,symbol,client_order_id,tag,order_type,side,time_in_force,post_only,expire_date,limit_price,stop_price,quantity,filled_quantity,leaves_quantity,average_price,status,state,reject_code,reject_figures,cancel_reason,version,revision,session_date,created_at,updated_at,triggered_at',
    );
    expect(first).toMatch(
      new RegExp(
        `^${resting.id},${acct},A floor account,ada Example,${ada.id},${ada.id},ada Example,${fixture.instrumentId},FLOOR,'=1\\+1,x,Limit,Buy,GTC,false,,6700,,5,2,3,6700,Open,PartiallyFilled,,,,1,2,`,
      ),
    );
    expect(fills.body.split('\r\n')[1]).toMatch(
      /^\d+,\d+,\d+,,\d+,FLOOR,USD,\d+,A floor account,bob Example,Sell,6700,2,Removed,/,
    );
    expect(
      (await testApp.request('GET', '/orders?status=open', { as: ada.token, accept: 'text/csv' })).headers[
        'content-type'
      ],
    ).toBe('application/problem+json');
  });

  it('return pages for a signed-in user', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const pages = await Promise.all(
      [
        '/orders',
        '/orders?status=Open',
        `/orders/${resting.id}`,
        `/orders/${resting.id}/history`,
        '/fills',
        '/orderactions',
      ].map((path) => browser.get(path)),
    );

    expect(pages.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    expect(pages[0]?.body).toContain(`<a href="/orders/${resting.id}">`);
    expect(pages[2]?.body).toContain(`/orders/${resting.id}/history`);
    expect(pages[3]?.body).toContain('OrderTraded');
    expect(pages[5]?.body).toContain('quantity_invalid');
  });
});

describe('POST /orderactions with an invalid request', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let acct: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    acct = await fixture.account(ada);
  });
  afterAll(() => testApp.close());

  const postRaw = (payload: string) =>
    testApp.request('POST', '/orderactions', {
      as: ada.token,
      payload,
      headers: { 'content-type': 'application/json' },
    });
  const toPayload = (replace: string, by: string) => JSON.stringify(fixture.limit(acct)).replace(replace, by);

  it.each<[string, () => string, string]>([
    ['1e309 for a price', () => toPayload('6700', '1e309'), '/limit_price'],
    ['an exponent for a price', () => toPayload('6700', '67e2'), '/limit_price'],
    ['an integer that a double does not hold', () => toPayload(':5}', ':9007199254740993}'), '/quantity'],
    ['NaN as text', () => toPayload('6700', '"NaN"'), '/limit_price'],
    ['a field twice', () => toPayload('"quantity"', '"quantity":5,"quantity"'), '/quantity'],
    ['half a surrogate', () => toPayload('"quantity"', '"tag":"\\ud800","quantity"'), '/tag'],
    ['U+0000', () => toPayload('"quantity"', '"tag":"a\\u0000","quantity"'), '/tag'],
    ['__proto__', () => toPayload('"quantity"', '"__proto__":{},"quantity"'), '/__proto__'],
    ['a list for a body', () => `[${JSON.stringify(fixture.limit(acct))}]`, ''],
    ['half a contract', () => toPayload(':5}', ':5.5}'), '/quantity'],
  ])('is 400 for %s, names the field and keeps nothing', async (_what, payload, pointer) => {
    const response = await postRaw(payload());

    expect([response.statusCode, response.json().errors?.[0]?.pointer]).toEqual([400, pointer]);
    expect(await fixture.read(ada.token, '/orderactions')).toEqual([]);
  });

  it('refuses a missing body with 400 and a body that is not JSON with 415', async () => {
    const none = await testApp.request('POST', '/orderactions', { as: ada.token });
    const xml = await testApp.request('POST', '/orderactions', {
      as: ada.token,
      payload: '<order/>',
      headers: { 'content-type': 'text/xml' },
    });

    expect([none.statusCode, xml.statusCode]).toEqual([400, 415]);
  });

  it('accepts every order type', async () => {
    const stop = { acct_id: acct, instrument_id: fixture.instrumentId, quantity: 1 };
    const day = await fixture.order(ada.token, fixture.limit(acct, { time_in_force: 'Day', limit_price: 10 }));
    const gtd = await fixture.order(
      ada.token,
      fixture.limit(acct, { time_in_force: 'GTD', expire_date: '2099-01-31', limit_price: 10, post_only: true }),
    );
    const waiting = await fixture.order(ada.token, {
      action_type: 'StopOrderSub',
      ...stop,
      side: 'Buy',
      stop_price: 9000,
      time_in_force: 'Day',
    });
    const both = await fixture.order(ada.token, {
      action_type: 'StopLimitOrderSub',
      ...stop,
      side: 'Sell',
      stop_price: 5,
      limit_price: 4.75,
      time_in_force: 'GTC',
    });
    const fok = await fixture.order(ada.token, {
      action_type: 'MarketOrderSub',
      ...stop,
      side: 'Sell',
      quantity: 100,
      time_in_force: 'FOK',
    });

    expect(day).toMatchObject({ time_in_force: 'Day', state: 'New' });
    expect(gtd).toMatchObject({ time_in_force: 'GTD', expire_date: '2099-01-31', state: 'New' });
    expect(waiting).toMatchObject({
      order_type: 'Stop',
      state: 'PendingTrigger',
      stop_price: 9000,
      limit_price: null,
      status: 'Open',
    });
    expect(both).toMatchObject({ order_type: 'StopLimit', state: 'PendingTrigger', stop_price: 5, limit_price: 4.75 });
    expect(fok).toMatchObject({
      order_type: 'Market',
      status: 'Cancelled',
      cancel_reason: 'fill_or_kill',
      filled_quantity: 0,
    });
    expect(
      await fixture.order(ada.token, { action_type: 'OrderModification', order_id: gtd.id, expire_date: '2099-02-28' }),
    ).toMatchObject({ expire_date: '2099-02-28', version: 2 });
  });

  it('returns triggered_at, and the earlier state to a copy of the submission', async () => {
    const [seller, buyer] = [await fixture.account(fixture.admin), await fixture.account(fixture.admin)];
    const submission = {
      action_type: 'StopLimitOrderSub',
      acct_id: acct,
      instrument_id: fixture.instrumentId,
      side: 'Buy',
      quantity: 1,
      stop_price: 7000,
      limit_price: 6990,
      time_in_force: 'GTC',
      client_order_id: 'stop',
    };
    const { id } = await fixture.order(ada.token, submission);
    await fixture.act(fixture.admin.token, {
      actions: [
        fixture.limit(seller, { side: 'Sell', limit_price: 7000 }),
        fixture.limit(buyer, { limit_price: 7000 }),
      ],
    });

    expect(await fixture.read(ada.token, `/orders/${id}`)).toMatchObject({
      state: 'New',
      triggered_at: expect.stringMatching(/Z$/),
    });
    expect((await fixture.act(ada.token, submission)).json().order).toMatchObject({
      id,
      state: 'PendingTrigger',
      triggered_at: null,
      version: 1,
    });
  });
});
