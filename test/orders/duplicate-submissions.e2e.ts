import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { volume } from '../support/volume.js';

type Order = Readonly<{
  id: number;
  status: string;
  state: string;
  quantity: number;
  filled_quantity: number;
  leaves_quantity: number;
  version: number;
  cancel_reason: string | null;
}>;
type Step = Readonly<{ revision: number; type: string; filled_quantity: number }>;

/** Of each race so many; raise it for an afternoon. */
const RACES = volume({ daily: 50, ci: 200, long: 1_000 });
const CHANGES = 100;

describe('POST /orderactions with a client_order_id that was used', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let acct: number;
  let bobs: number;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { RATE_LIMIT_USER: '100000', RATE_LIMIT_KEY: '100000' } });
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [acct, bobs] = [await fixture.account(ada), await fixture.account(bob)];
  });
  afterAll(() => testApp.close());

  const placeOrder = (price: number, quantity = 2) =>
    fixture.order(ada.token, fixture.limit(acct, { limit_price: price, quantity }));
  const sellAt = (price: number, quantity = 2) =>
    fixture.act(bob.token, fixture.limit(bobs, { side: 'Sell', limit_price: price, quantity, time_in_force: 'IOC' }));
  const read = (id: number) => fixture.read<Order>(ada.token, `/orders/${id}`);

  it('places one order for fifty parallel submissions and answers each with it', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        fixture.act(ada.token, fixture.limit(acct, { limit_price: 10, client_order_id: 'fifty' })),
      ),
    );
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    const copies = responses.filter(
      ({ statusCode, headers }) => statusCode === 200 && headers['idempotent-replayed'] === 'true',
    );

    expect([created.length, copies.length]).toEqual([1, 49]);
    expect(created[0]?.headers['idempotent-replayed']).toBeUndefined();
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(await fixture.read(ada.token, '/orders?client_order_id=fifty')).toHaveLength(1);
  });

  it('returns the order and fills as of the first submission', async () => {
    await fixture.order(bob.token, fixture.limit(bobs, { side: 'Sell', limit_price: 500, quantity: 3 }));
    const submission = fixture.limit(acct, { limit_price: 500, quantity: 5, client_order_id: 'then', tag: 'hedge' });
    const first = await fixture.act(ada.token, submission);
    await sellAt(500, 1);
    await fixture.order(ada.token, {
      action_type: 'OrderModification',
      acct_id: acct,
      client_order_id: 'then',
      limit_price: 499.75,
    });
    const copy = await fixture.act(ada.token, submission);

    expect(first.json()).toMatchObject({
      order: { filled_quantity: 3, leaves_quantity: 2, state: 'PartiallyFilled', average_price: 500, tag: 'hedge' },
      fills: [{ quantity: 3, price: 500, liquidity: 'Removed' }],
    });
    expect([copy.statusCode, copy.json()]).toEqual([200, first.json()]);
    expect(await fixture.read(ada.token, '/orders?client_order_id=then')).toMatchObject([
      { filled_quantity: 4, limit_price: 499.75, version: 2, revision: 4 },
    ]);
    await fixture.order(ada.token, { action_type: 'OrderCancellation', acct_id: acct, client_order_id: 'then' });
    expect((await fixture.act(ada.token, submission)).json()).toEqual(first.json());
  });

  it('refuses the copy of a refused submission with the same problem', async () => {
    const submission = fixture.limit(acct, { limit_price: 10.1, client_order_id: 'refused' });
    const [first, copy] = [await fixture.act(ada.token, submission), await fixture.act(ada.token, submission)];

    expect([
      first.statusCode,
      first.headers['idempotent-replayed'],
      copy.statusCode,
      copy.headers['idempotent-replayed'],
    ]).toEqual([422, undefined, 422, 'true']);
    expect({ ...copy.json(), request_id: null }).toEqual({ ...first.json(), request_id: null });
  });

  it(`lets a cancellation win or lose against a fill in ${RACES} races, never both`, async () => {
    let wins = 0;
    for (let race = 0; race < RACES; race++) {
      const { id } = await placeOrder(300);
      const cancel = () => fixture.act(ada.token, { action_type: 'OrderCancellation', order_id: id });
      const [cancelled, traded] =
        race % 2 === 0
          ? await Promise.all([cancel(), sellAt(300)])
          : (await Promise.all([sellAt(300), cancel()])).reverse();
      const order = await read(id);
      const won = cancelled?.statusCode === 201;
      wins += won ? 1 : 0;

      expect([cancelled?.statusCode, order.status, order.filled_quantity]).toEqual(
        won ? [201, 'Cancelled', 0] : [409, 'Filled', 2],
      );
      expect(traded?.json().order).toMatchObject(
        won
          ? { status: 'Cancelled', cancel_reason: 'immediate_or_cancel', filled_quantity: 0 }
          : { status: 'Filled', filled_quantity: 2 },
      );
    }
    expect(wins).toBeGreaterThan(0);
    expect(wins).toBeLessThan(RACES);
  }, 120_000);

  it(`applies a modification before or after a fill in ${CHANGES} races, never in between`, async () => {
    for (let race = 0; race < CHANGES; race++) {
      const { id } = await placeOrder(200, 4);
      const modify = () => fixture.act(ada.token, { action_type: 'OrderModification', order_id: id, quantity: 2 });
      const [modified] =
        race % 2 === 0
          ? await Promise.all([modify(), sellAt(200, 3)])
          : (await Promise.all([sellAt(200, 3), modify()])).reverse();
      const order = await read(id);
      const steps = await fixture.read<Step[]>(ada.token, `/orders/${id}/history`);

      expect(modified?.statusCode).toBe(201);
      expect([order.status, order.leaves_quantity, order.filled_quantity, order.quantity]).toEqual(
        order.filled_quantity === 2 ? ['Filled', 0, 2, 2] : ['Filled', 0, 3, 3],
      );
      expect(steps.map(({ revision }) => revision)).toEqual(steps.map((_, index) => index + 1));
      expect(steps.at(-1)?.filled_quantity).toBe(order.filled_quantity);
    }
  }, 120_000);
});

describe('a modification by client_order_id after a restart', () => {
  let before: TestApp;
  let testApp: TestApp;
  let modify: (clientOrderId: string, terms: object) => Promise<unknown>;
  beforeAll(async () => {
    before = await openTestApp();
    const floor = await tradingFloor(before);
    const ada = await people.ada(before);
    const acct = await floor.account(ada);
    const submit = (clientOrderId: string, terms: object) =>
      floor.order(ada.token, floor.limit(acct, { limit_price: 10, client_order_id: clientOrderId, ...terms }));
    await submit('dated', { time_in_force: 'GTD', expire_date: '2099-01-31' });
    await submit('undated', { time_in_force: 'GTC' });
    await before.stop();
    testApp = await openTestApp({ beside: before });
    modify = async (clientOrderId, terms) => {
      const body = { action_type: 'OrderModification', acct_id: acct, client_order_id: clientOrderId, ...terms };
      const answer = await testApp.request('POST', '/orderactions', { as: ada.token, body });
      return { ...answer.json<object>(), status: answer.statusCode };
    };
  });
  afterAll(async () => {
    await testApp.close();
    await before.close();
  });

  it('finds the order, also to change its date alone', async () => {
    expect(await modify('dated', { quantity: 3 })).toMatchObject({ status: 201, order: { quantity: 3 } });
    expect(await modify('dated', { expire_date: '2099-02-28' })).toMatchObject({
      status: 201,
      order: { expire_date: '2099-02-28' },
    });
  });

  it('refuses a date for an order that has none', async () => {
    expect(await modify('undated', { expire_date: '2099-02-28' })).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: '/expire_date' }],
    });
  });
});
