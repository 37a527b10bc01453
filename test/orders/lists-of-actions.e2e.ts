import { type House, openHouse } from '../support/house.js';
import { giveKey, giveToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Fields = Readonly<Record<string, unknown>>;

describe('a list of order actions', () => {
  let house: House;
  let floor: Floor;
  let ada: Person;
  let acct: number;
  beforeAll(async () => {
    house = await openHouse();
    floor = await tradingFloor(house);
    ada = await people.ada(house);
    acct = await floor.account(ada);
  });
  afterAll(() => house.close());

  const send = (actions: readonly Fields[], as = ada.token) => floor.act(as, { actions });
  const journalled = async () => (await floor.read<unknown[]>(floor.admin.token, '/orderactions?per_page=1000')).length;

  it('is carried out in its order, a hundred at once, each with a result of its own', async () => {
    const orders = Array.from({ length: 50 }, (_, n) =>
      floor.limit(acct, { limit_price: 100 + n, client_order_id: `list-${n}` }),
    );
    const cancels = Array.from({ length: 50 }, (_, n) => ({
      action_type: 'OrderCancellation',
      acct_id: acct,
      client_order_id: `list-${49 - n}`,
    }));
    const answer = await send([...orders, ...cancels]);
    const results =
      answer.json<
        { id: number; action_type: string; status: string; order: { client_order_id: string; status: string } }[]
      >();

    expect([answer.statusCode, results.length]).toEqual([201, 100]);
    expect(results.map(({ order }) => [order.client_order_id, order.status])).toEqual([
      ...orders.map((_, n) => [`list-${n}`, 'Open']),
      ...cancels.map((_, n) => [`list-${49 - n}`, 'Cancelled']),
    ]);
    expect(results.map(({ id }) => id)).toEqual(results.map((_, index) => (results[0]?.id ?? 0) + index));
  });

  it('goes on where one of it is refused, and says which', async () => {
    const copied = floor.limit(acct, { limit_price: 90, client_order_id: 'copied' });
    await floor.order(ada.token, copied);
    const answer = await send([
      copied,
      floor.limit(acct, { limit_price: 90.1 }),
      { action_type: 'OrderCancellation', order_id: 2_000_000_000 },
      { action_type: 'MassCancellation', acct_id: acct },
    ]);
    const [replayed, refused, missing, mass] = answer.json();

    expect(answer.statusCode).toBe(201);
    expect(replayed).toMatchObject({ status: 'Accepted', replayed: true, order: { client_order_id: 'copied' } });
    expect(refused).toMatchObject({
      status: 422,
      code: 'price_off_tick',
      title: 'Price off tick',
      type: `${house.config.baseUrl}/docs/errors/price_off_tick`,
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
    expect(await floor.read(ada.token, `/orders/${replayed.order.id}`)).toMatchObject({
      status: 'Cancelled',
      cancel_reason: 'mass_cancelled',
    });
    expect((await floor.read<Fields[]>(ada.token, `/orders/${replayed.order.id}/history`)).at(-1)).toMatchObject({
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
  ])('with %s is refused as a whole, and nothing of it is kept', async (_what, listOf, pointer) => {
    const before = await journalled();
    const answer = await send(listOf(floor.limit(acct)));

    expect([answer.statusCode, answer.json().code, answer.json().errors[0].pointer]).toEqual([
      400,
      'invalid_request',
      pointer,
    ]);
    expect(await journalled()).toBe(before);
  });

  it('takes out by account, instrument, group and side, and only what its caller may trade', async () => {
    const bob = await people.bob(house);
    const bobs = await floor.account(bob);
    const own = await Promise.all(
      ['Buy', 'Sell', 'Buy'].map((side) =>
        floor.order(ada.token, floor.limit(acct, { side, limit_price: side === 'Buy' ? 20 : 9000 })),
      ),
    );
    const foreign = await floor.order(bob.token, floor.limit(bobs, { limit_price: 20 }));
    const answer = await send([
      { action_type: 'MassCancellation', acct_id: bobs },
      { action_type: 'MassCancellation', side: 'Sell', product_group_id: floor.groupId },
      { action_type: 'MassCancellation', instrument_id: floor.instrumentId },
    ]);

    expect(answer.json()).toMatchObject([
      { status: 422, code: 'unknown_account' },
      { order_ids: [own[1]?.id] },
      { order_ids: [own[0]?.id, own[2]?.id] },
    ]);
    expect(await floor.read(bob.token, `/orders/${foreign.id}`)).toMatchObject({ status: 'Open' });
  });
});

describe('the limits of order actions', () => {
  let house: House;
  let floor: Floor;
  let ada: Person;
  let acct: number;
  beforeEach(async () => {
    house = await openHouse({ env: { RATE_LIMIT_USER: '2', RATE_LIMIT_KEY: '4' } });
    floor = await tradingFloor(house);
    ada = await people.ada(house);
    acct = await floor.account(ada);
  });
  afterEach(() => house.close());

  const missing = { action_type: 'OrderCancellation', order_id: 2_000_000_000 };

  it('count each action of a list, cancels apart, so that who has submitted too much can still get out', async () => {
    const orders = await floor.act(ada.token, { actions: Array(15).fill(floor.limit(acct, { limit_price: 10 })) });
    const more = await floor.act(ada.token, { actions: Array(15).fill(floor.limit(acct, { limit_price: 10 })) });
    const cancels = await floor.act(ada.token, { actions: Array(15).fill(missing) });
    const out = await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: acct });
    const further = await floor.act(ada.token, { actions: Array(15).fill(missing) });

    expect([orders, more, cancels, out, further].map(({ statusCode }) => statusCode)).toEqual([
      201, 429, 201, 201, 429,
    ]);
    expect(orders.headers['ratelimit']).toMatch(/^"user";r=5;t=\d+, "key";r=25;/);
    expect(cancels.headers['ratelimit']).toMatch(/^"cancels-user";r=5;t=\d+, "cancels-key";r=25;/);
    expect(out.json().order_ids).toHaveLength(15);
    expect(Number(further.headers['retry-after'])).toBeGreaterThan(0);
    expect(await floor.read<Fields[]>(floor.admin.token, '/orders')).toHaveLength(15);
  });

  it('let nobody be refused for ever: a list longer than a bucket empties it', async () => {
    const token = await giveToken(house, { userId: ada.id, clientId: (await giveKey(house, ada.id)).clientId });
    const first = await floor.act(token, { actions: Array(100).fill(missing) });

    expect([first.statusCode, first.json().length]).toEqual([201, 100]);
    expect((await floor.act(token, missing)).statusCode).toBe(429);
  });
});
