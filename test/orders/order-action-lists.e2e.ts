import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Fields = Readonly<Record<string, unknown>>;

describe('POST /orderactions with a list', () => {
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

  const send = (actions: readonly Fields[], as = ada.token) => fixture.act(as, { actions });
  const countActions = async () =>
    (await fixture.read<unknown[]>(fixture.admin.token, '/orderactions?per_page=1000')).length;

  it('executes 100 actions in order and returns a result for each', async () => {
    const orders = Array.from({ length: 50 }, (_, n) =>
      fixture.limit(acct, { limit_price: 100 + n, client_order_id: `list-${n}` }),
    );
    const cancels = Array.from({ length: 50 }, (_, n) => ({
      action_type: 'OrderCancellation',
      acct_id: acct,
      client_order_id: `list-${49 - n}`,
    }));
    const response = await send([...orders, ...cancels]);
    const results =
      response.json<
        { id: number; action_type: string; status: string; order: { client_order_id: string; status: string } }[]
      >();

    expect([response.statusCode, results.length]).toEqual([201, 100]);
    expect(results.map(({ order }) => [order.client_order_id, order.status])).toEqual([
      ...orders.map((_, n) => [`list-${n}`, 'Open']),
      ...cancels.map((_, n) => [`list-${49 - n}`, 'Cancelled']),
    ]);
    expect(results.map(({ id }) => id)).toEqual(results.map((_, index) => (results[0]?.id ?? 0) + index));
  });

  it.each(['/orderactions', '/orderactions/preview'])(
    'rejects a bare array at %s and says how a list is sent',
    async (path) => {
      const body = JSON.stringify([fixture.limit(acct), { action_type: 'OrderCancellation', order_id: 1 }]);
      const headers = { 'content-type': 'application/json' };
      const response = await testApp.request('POST', path, { as: ada.token, headers, payload: body });

      expect([response.statusCode, response.json().code, response.json().errors]).toEqual([
        400,
        'invalid_request',
        [{ pointer: '', message: 'The body must be a JSON object; send a list as {"actions": […]}' }],
      ]);
    },
  );

  it('continues after a refused action and names it', async () => {
    const copied = fixture.limit(acct, { limit_price: 90, client_order_id: 'copied' });
    await fixture.order(ada.token, copied);
    const response = await send([
      copied,
      fixture.limit(acct, { limit_price: 90.1 }),
      { action_type: 'OrderCancellation', order_id: 2_000_000_000 },
      { action_type: 'MassCancellation', acct_id: acct },
    ]);
    const [replayed, rejected, missing, mass] = response.json();

    expect(response.statusCode).toBe(201);
    expect(replayed).toMatchObject({ status: 'Accepted', replayed: true, order: { client_order_id: 'copied' } });
    expect(rejected).toMatchObject({
      status: 422,
      code: 'price_off_tick',
      title: 'Price off tick',
      type: `${testApp.config.baseUrl}/docs/errors/price_off_tick`,
      action: { status: 'Refused', order: { status: 'Rejected' } },
    });
    expect(missing).toMatchObject({ status: 404, code: 'unknown_order' });
    expect(mass).toEqual({
      id: expect.any(Number),
      action_type: 'MassCancellation',
      received_at: expect.any(String),
      status: 'Accepted',
      order: null,
      fills: [],
      order_ids: [replayed.order.id],
    });
    expect(await fixture.read(ada.token, `/orders/${replayed.order.id}`)).toMatchObject({
      status: 'Cancelled',
      cancel_reason: 'mass_cancelled',
    });
    expect((await fixture.read<Fields[]>(ada.token, `/orders/${replayed.order.id}/history`)).at(-1)).toMatchObject({
      type: 'OrderCancelled',
      action_id: mass.id,
    });
  });

  it.each<[string, (limit: Fields) => Fields[], string]>([
    ['an unknown field', (limit) => [limit, { ...limit, colour: 'red' }], '/actions/1/colour'],
    ['a price that is none', (limit) => [limit, limit, { ...limit, limit_price: 'NaN' }], '/actions/2/limit_price'],
    ['an order without a name', (limit) => [limit, { action_type: 'OrderCancellation' }], '/actions/1'],
    ['one too many', (limit) => Array<Fields>(101).fill(limit), '/actions'],
    ['nothing', () => [], '/actions'],
  ])('with %s is refused as a whole, and nothing of it is kept', async (_what, buildActions, pointer) => {
    const before = await countActions();
    const response = await send(buildActions(fixture.limit(acct)));

    expect([response.statusCode, response.json().code, response.json().errors[0].pointer]).toEqual([
      400,
      'invalid_request',
      pointer,
    ]);
    expect(await countActions()).toBe(before);
  });

  it('cancels by account, instrument, group and side, only on accounts that the caller may trade', async () => {
    const bob = await people.bob(testApp);
    const bobs = await fixture.account(bob);
    const own = await Promise.all(
      ['Buy', 'Sell', 'Buy'].map((side) =>
        fixture.order(ada.token, fixture.limit(acct, { side, limit_price: side === 'Buy' ? 20 : 9000 })),
      ),
    );
    const foreign = await fixture.order(bob.token, fixture.limit(bobs, { limit_price: 20 }));
    const response = await send([
      { action_type: 'MassCancellation', acct_id: bobs },
      { action_type: 'MassCancellation', side: 'Sell', product_group_id: fixture.groupId },
      { action_type: 'MassCancellation', instrument_id: fixture.instrumentId },
    ]);

    expect(response.json()).toMatchObject([
      { status: 422, code: 'unknown_account' },
      { order_ids: [own[1]?.id] },
      { order_ids: [own[0]?.id, own[2]?.id] },
    ]);
    expect(await fixture.read(bob.token, `/orders/${foreign.id}`)).toMatchObject({ status: 'Open' });
    const listTypes = async (query: string, as = ada.token): Promise<readonly unknown[]> =>
      (await fixture.read<Fields[]>(as, `/orderactions?order_id=${own[0]?.id ?? 0}${query}`)).map(
        ({ action_type: type }) => type,
      );
    expect(await listTypes('')).toEqual(['LimitOrderSub', 'MassCancellation']);
    expect(await listTypes('', fixture.admin.token)).toEqual(['LimitOrderSub', 'MassCancellation']);
    expect(await listTypes(`&newest=true&per_page=1&acct_id=${acct}`)).toEqual(['MassCancellation']);
    expect(await listTypes('&per_page=1')).toEqual(['LimitOrderSub']);
    expect(await listTypes('', bob.token)).toEqual([]);
    expect(await listTypes(`&acct_id=${bobs}`, fixture.admin.token)).toEqual([]);
  });
});

describe('rate limits of order actions', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let acct: number;
  beforeEach(async () => {
    testApp = await openTestApp({ env: { RATE_LIMIT_USER: '2', RATE_LIMIT_KEY: '4' } });
    fixture = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    acct = await fixture.account(ada);
  });
  afterEach(() => testApp.close());

  const missing = { action_type: 'OrderCancellation', order_id: 2_000_000_000 };

  it('count each action of a list, and cancellations separately from submissions', async () => {
    const orders = await fixture.act(ada.token, { actions: Array(15).fill(fixture.limit(acct, { limit_price: 10 })) });
    const more = await fixture.act(ada.token, { actions: Array(15).fill(fixture.limit(acct, { limit_price: 10 })) });
    const cancels = await fixture.act(ada.token, { actions: Array(15).fill(missing) });
    const out = await fixture.act(ada.token, { action_type: 'MassCancellation', acct_id: acct });
    const further = await fixture.act(ada.token, { actions: Array(15).fill(missing) });

    expect([orders, more, cancels, out, further].map(({ statusCode }) => statusCode)).toEqual([
      201, 429, 201, 201, 429,
    ]);
    expect(orders.headers['ratelimit']).toMatch(/^"user";r=5;t=\d+, "key";r=25;/);
    expect(cancels.headers['ratelimit']).toMatch(/^"cancels-user";r=5;t=\d+, "cancels-key";r=25;/);
    expect(out.json().order_ids).toHaveLength(15);
    expect(Number(further.headers['retry-after'])).toBeGreaterThan(0);
    expect(await fixture.read<Fields[]>(fixture.admin.token, '/orders')).toHaveLength(15);
  });

  it('admit a list that is longer than the bucket, and empty it', async () => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: (await createKey(testApp, ada.id)).clientId });
    const first = await fixture.act(token, { actions: Array(100).fill(missing) });

    expect([first.statusCode, first.json().length]).toEqual([201, 100]);
    expect((await fixture.act(token, missing)).statusCode).toBe(429);
  });
});
