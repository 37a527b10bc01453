import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { verifyJournal } from '../support/verification.js';
import { openBrowserClient } from '../support/browser-client.js';

type Row = Readonly<Record<string, unknown> & { id: number }>;

describe('an order that an administrator places for a customer', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let eve: Person;
  let acct: number;
  let token: string;
  let placed: Row;
  let own: Row;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { SANDBOX_LIQUIDITY: 'off' } });
    fixture = await tradingFloor(testApp);
    [ada, eve] = [await people.ada(testApp), await people.eve(testApp)];
    acct = await fixture.account(ada);
    await fixture.grant(acct, eve, 'Read');
    token = await issueToken(testApp, {
      userId: ada.id,
      actingUserId: fixture.admin.id,
      clientId: fixture.admin.key.clientId,
    });
    placed = await fixture.order(token, fixture.limit(acct, { client_order_id: 'for-her' }));
    own = await fixture.order(ada.token, fixture.limit(acct, { limit_price: 6600 }));
    await fixture.act(token, { action_type: 'OrderCancellation', order_id: own.id });
  });
  afterAll(() => testApp.close());

  const pageFor = async (person: Person, path: string) => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return (await browser.get(path)).body;
  };
  const csv = async (path: string, as = ada.token) => {
    const [titles = '', ...lines] = (await testApp.request('GET', path, { as, accept: 'text/csv' })).body
      .trimEnd()
      .split('\r\n');
    return lines.map((line) =>
      Object.fromEntries(line.split(',').map((cell, at) => [titles.split(',')[at] ?? '', cell])),
    );
  };
  const ADMIN = 'admin Example';

  it('has placed_by in its JSON, response, events and list', async () => {
    const both = { user_id: ada.id, placed_by: fixture.admin.id };
    const events = await fixture.read<{ type: string; data: Row }[]>(ada.token, '/events?type=order.accepted');

    const orders = [
      placed,
      await fixture.read<Row>(ada.token, `/orders/${placed.id}`),
      (await fixture.read<Row[]>(ada.token, '/orders'))[0],
      events.find(({ data }) => data.id === placed.id)?.data,
    ];
    for (const one of orders) expect(one).toMatchObject(both);
    expect(own).toMatchObject({ user_id: ada.id, placed_by: ada.id });
  });

  it('has the administrator’s name in the CSV of orders and actions', async () => {
    const [orders, actions] = [await csv('/orders'), await csv('/orderactions')];

    expect(orders[0]).toMatchObject({
      user_id: String(ada.id),
      placed_by: String(fixture.admin.id),
      placed_by_name: ADMIN,
      symbol: 'FLOOR',
      owner_name: 'ada Example',
    });
    expect(orders[1]).toMatchObject({ placed_by: String(ada.id), placed_by_name: 'ada Example' });
    expect(
      actions.map((row) => [
        row['action_type'],
        row['actor_name'],
        row['order_id'],
        row['acct_id'],
        row['symbol'],
        row['owner_name'],
        row['request_client_order_id'],
      ]),
    ).toEqual([
      ['LimitOrderSub', ADMIN, String(placed.id), String(acct), 'FLOOR', 'ada Example', 'for-her'],
      ['LimitOrderSub', 'ada Example', String(own.id), String(acct), 'FLOOR', 'ada Example', ''],
      ['OrderCancellation', ADMIN, String(own.id), String(acct), 'FLOOR', 'ada Example', ''],
    ]);
    expect((await csv('/orders', eve.token)).map((row) => row['placed_by_name'])).toEqual([ADMIN, `user ${ada.id}`]);
  });

  it('names customer and administrator at each event', async () => {
    const steps = await fixture.read<Row[]>(ada.token, `/orders/${own.id}/history`);

    expect(steps.map(({ user_id: user, acting_user_id: acting }) => [user, acting])).toEqual([
      [ada.id, ada.id],
      [ada.id, fixture.admin.id],
    ]);
  });

  it.each([
    ['the list of orders', () => '/orders', `placed by ${ADMIN} for ada Example`],
    ['the order', () => `/orders/${placed.id}`, `Order placed by ${ADMIN} for ada Example.`],
    [
      'what happened to it',
      () => `/orders/${own.id}`,
      `<strong>Canceled</strong> <span class="by">by ${ADMIN} for ada Example`,
    ],
    ['its history', () => `/orders/${own.id}/history`, `canceled by ${ADMIN} for ada Example`],
    ['the list of actions', () => '/orderactions', `placed by ${ADMIN} for ada Example`],
  ])('says so on %s, to the customer, to the administrator, and while acting', async (_, path, words) => {
    const acting = await actInBrowser(() => testApp).actingFor(ada);

    expect(
      [await pageFor(ada, path()), await pageFor(fixture.admin, path()), (await acting.get(path())).body].map((body) =>
        body.includes(words),
      ),
    ).toEqual([true, true, true]);
  });

  it('shows the customer’s number to a user with read access', async () => {
    expect(await pageFor(eve, `/orders/${placed.id}`)).toContain(`Order placed by ${ADMIN} for user ${ada.id}.`);
  });

  it('is in the journal with both users', async () => {
    await fixture.order(token, fixture.limit(acct, { limit_price: 6601 }));
    expect(await verifyJournal(testApp.database.url)).toMatchObject({ differences: [] });
  });

  it('commits in one transaction with its audit entry', async () => {
    const [counts] = await testApp.orm.em
      .fork()
      .execute<{ count: number; same: boolean }[]>(
        `select count(*)::int as count, bool_and(exists (select 1 from journal j where j.xmin = a.xmin and j.acting_user_id <> j.user_id)) as same from audit_entries a where a.action = 'order.on_behalf'`,
      );

    expect(counts).toEqual({ count: 3, same: true });
  });

  it.each([
    ['the list of orders', () => '/orders', 'placed by', '<td class="by">placed'],
    ['the order', () => '/orders/ID', 'Order placed by', 'placed'],
    ['its history', () => '/orders/ID/history', 'placed by', 'placed'],
    ['what happened to it', () => '/orders/ID', 'placed by', 'Accepted'],
    ['the list of actions', () => '/orderactions?order_id=ID', 'placed by', 'on behalf'],
  ])('is named on %s as well where the administrator sent it as themselves', async (_, path, words, place) => {
    const { id, ...order } = await fixture.order(fixture.admin.token, fixture.limit(acct, { limit_price: 6602 }));
    expect(order).toMatchObject({ user_id: fixture.admin.id, placed_by: fixture.admin.id });

    const pages = await Promise.all(
      [ada, fixture.admin].map((reader) => pageFor(reader, path().replace('ID', String(id)))),
    );
    for (const whole of pages) {
      const page = new RegExp(`<tr id="o${id}".*?</tr>`, 's').exec(whole)?.[0] ?? whole;
      expect(page).toContain(place);
      expect(page).toContain(`${words} ${ADMIN} for ada Example`);
      expect(page).not.toContain('themselves');
    }
    await fixture.act(fixture.admin.token, { action_type: 'OrderCancellation', order_id: id });
  });

  it('names the sender of a refused order to an administrator, and by number to other users', async () => {
    const bob = await people.bob(testApp);
    await fixture.grant(acct, bob, 'Trade');
    const refused = await fixture.act(bob.token, fixture.limit(acct, { quantity: 2_000_000_000 }));
    const { order } = refused.json<{ order?: Row; action?: { order?: Row } }>().action ?? {};
    const [toAdmin, toAda] = await Promise.all(
      [fixture.admin, ada].map((reader) => pageFor(reader, `/orders/${order?.id ?? 0}`)),
    );

    expect(toAdmin).toContain('asked by bob Example');
    expect(toAda).toContain(`asked by user ${bob.id}`);
  });
});
