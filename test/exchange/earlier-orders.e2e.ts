import { earlierOrders } from '../support/earlier-orders.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { limitOrder, tradingVenue } from '../support/trading.js';
import { venue } from '../support/venue.js';
import { verifyJournal } from '../support/verification.js';

describe('client order ids of earlier runs', () => {
  let before: TestApp;
  let testApp: TestApp;
  let instrumentId: number;
  const names = Array.from({ length: 300 }, (_, n) => `order ${n} "é\u{1F600}" \\n`);

  const order = (clientOrderId: string, price = 6700) =>
    limitOrder({ instrumentId, acctId: 1, side: 'Buy', price, clientOrderId });

  beforeAll(async () => {
    before = await openTestApp();
    const previous = await tradingVenue(before);
    ({ instrumentId } = previous);
    await previous.executeAll(names.map((name) => order(name)));
    await before.app.close();
    testApp = await openTestApp({ beside: before });
    await venue(testApp).execute({ type: 'EnableAccount', acctId: 1 });
  });
  afterAll(async () => {
    await testApp.close();
    await before.close();
  });

  it('are distinguished from new ones without a query', async () => {
    const earlier = earlierOrders(testApp);
    await earlier.learnt();
    expect(names.filter((name) => !earlier.asksTables(1, name))).toEqual([]);
    const others = [
      ...names.map((name) => earlier.asksTables(2, name)),
      ...names.map((name) => earlier.asksTables(1, `${name}!`)),
    ];
    expect(others.filter((asks) => asks).length).toBeLessThan(60);
  });

  it('are found in one query with their actions', async () => {
    const found = await Promise.all(names.map((name) => earlierOrders(testApp).find(1, name)));
    expect(found.map((order) => [order?.actionId, order?.orderId])).toEqual(names.map((_, n) => [n + 1, n + 1]));
    expect(new Set(found.map((order) => order?.fingerprint)).size).toBe(1);
    expect(await earlierOrders(testApp).find(2, names[0] ?? '')).toBeNull();
  });

  it('neither place a second order nor match another one', async () => {
    const [first = ''] = names;
    expect(await venue(testApp).execute(order(first))).toMatchObject({
      events: [{ type: 'ActionReplayed', actionId: 1, orderId: 1 }],
    });
    expect(await venue(testApp).execute(order(first, 6725))).toMatchObject({
      events: [{ type: 'ActionRefused', refusal: { code: 'client_order_id_conflict' } }],
    });
  });

  it('are equal in journal and tables, whatever their characters', async () => {
    expect(await verifyJournal(testApp.database.url)).toMatchObject({ isEqual: true, counts: {} });
  });

  it('can be canceled', async () => {
    const { events } = await venue(testApp).execute({
      type: 'OrderCancellation',
      orderId: null,
      acctId: 1,
      clientOrderId: names[7] ?? '',
    });
    expect(events).toMatchObject([
      { type: 'ActionAccepted', orderId: 8 },
      { type: 'OrderCancelled', order: { id: 8, cancelReason: 'requested' } },
      { type: 'MarketDataChanged' },
    ]);
  });
});

describe('client order ids of the same run', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('leave the memory of the engine when the tables have them, and mean the same as before', async () => {
    const { instrumentId, execute } = await tradingVenue(testApp);
    const order = (clientOrderId: string, price = 6700) =>
      limitOrder({ instrumentId, acctId: 1, side: 'Buy', price, clientOrderId });
    const memory = earlierOrders(testApp);
    await memory.learnt();
    memory.forgetAfter(20);
    const names = Array.from({ length: 200 }, (_, n) => `order ${n}`);
    for (const [n, name] of names.entries()) {
      await execute(order(name));
      // A reader of the tables waits until they have followed.
      if (n % 5 === 0) await testApp.orm.em.fork().execute('select count(*) from orders');
    }

    const remembered = await memory.listRemembered(1);
    expect(remembered.length).toBeLessThan(60);
    expect(remembered).not.toContain('order 100');
    expect(await execute(order('order 100'))).toMatchObject({ events: [{ type: 'ActionReplayed', orderId: 101 }] });
    expect(await execute(order('order 100', 6725))).toMatchObject({
      events: [{ type: 'ActionRefused', refusal: { code: 'client_order_id_conflict' } }],
    });
    expect(
      await execute({ type: 'OrderCancellation', orderId: null, acctId: 1, clientOrderId: 'order 100' }),
    ).toMatchObject({ events: [{ type: 'ActionAccepted', orderId: 101 }, { type: 'OrderCancelled' }, {}] });
    expect(await execute(order('new'))).toMatchObject({ events: [{ type: 'ActionAccepted', orderId: 201 }, {}, {}] });
  });
});
