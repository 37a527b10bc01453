import type { CommandBody } from '../../src/engine/command.js';
import { openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { openVenue, venue } from '../support/venue.js';
import { verifyJournal } from '../support/verification.js';
import { waitUntil } from '../support/within.js';

const ORDERS = 2_500;
const CANCEL_ALL: CommandBody = {
  type: 'MassCancellation',
  acctId: 1,
  instrumentId: null,
  productGroupId: null,
  side: null,
};

/** What `GET /orders?cancelled_by` lists, page after page. */
async function cancelledBy(
  testApp: Awaited<ReturnType<typeof openTestApp>>,
  as: string,
  actionId: number,
): Promise<{ id: number; cancel_reason: string }[]> {
  const found: { id: number; cancel_reason: string }[] = [];
  for (let path: string | undefined = `/orders?cancelled_by=${actionId}&per_page=1000`; path !== undefined;) {
    const answer = await testApp.request('GET', path, { as });
    found.push(...answer.json<typeof found>());
    const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
    path = next === undefined ? undefined : next.slice(next.indexOf('/orders'));
  }
  return found;
}

describe('commands that end more orders than a portion', () => {
  let floor: Awaited<ReturnType<typeof openVenue>>;
  let token: string;
  let ids: number[];

  const fill = async (acctId: number): Promise<void> => {
    for (let at = 0; at < ORDERS; at += 500)
      await floor.published.executeAll(
        Array.from({ length: 500 }, (_, n) => floor.limit(acctId, 'Buy', 6000 + ((at + n) % 100))),
      );
  };
  const open = (): Promise<number> => floor.published.exchange.look((state) => state.orders.size);
  const done = async (of = floor.published): Promise<void> => {
    await waitUntil(async () => (await of.exchange.look((state) => state.pending.size)) === 0);
  };

  beforeEach(async () => {
    floor = await openVenue();
    ({ token } = await people.admin(floor.testApp));
    await fill(1);
    ids = await floor.published.exchange.look((state) => [...state.orders.keys()].sort((a, b) => a - b));
  });
  afterEach(() => floor.close());

  it('answer after the first portion with orders_meant, the first 1,000 ids and orders_url', async () => {
    const answer = await floor.testApp.request('POST', '/orderactions', {
      as: token,
      body: { action_type: 'MassCancellation', acct_id: 1 },
    });
    expect(answer.statusCode).toBe(201);
    const action = answer.json<{ id: number; order_ids: number[]; orders_url: string }>();
    expect(action).toMatchObject({
      status: 'Accepted',
      orders_meant: ORDERS,
      orders_url: `/orders?cancelled_by=${action.id}`,
    });
    expect(action.order_ids).toEqual(ids.slice(0, 1_000));

    const later = await floor.published.execute(floor.limit(1, 'Buy', 6000));
    await done();
    expect((await cancelledBy(floor.testApp, token, action.id)).map(({ id }) => id)).toEqual(ids);
    const portions = await floor.rows<{ seq: string }>(
      `select seq from journal where type = 'ContinueCommand' order by seq`,
    );
    expect([portions.length, Number(portions.at(-1)?.seq) > later.seq]).toEqual([5, true]);
    expect(await open()).toBe(1);
    expect(await verifyJournal(floor.testApp.database.url)).toMatchObject({ isEqual: true, differences: [] });
  });

  it('report fills between the portions, and the canceling action on each order', async () => {
    const [{ seq }, sale] = await Promise.all([
      floor.published.execute(CANCEL_ALL),
      floor.published.execute(floor.limit(2, 'Sell', 6099)),
    ]);
    await done();
    const filled = sale.events.flatMap((event) => (event.type === 'Traded' ? [event.trade.buyOrderId] : []));
    const [action] = await floor.rows<{ action: number }>(
      `select action_id::int as action from journal where seq = ${seq}`,
    );
    const cancelled = await cancelledBy(floor.testApp, token, action?.action ?? 0);
    expect(cancelled.length + filled.length).toBe(ORDERS);
    const history = await floor.testApp.request('GET', `/orders/${ids.at(-1) ?? 0}/history`, { as: token });
    expect(history.json().at(-1)).toMatchObject({ type: 'OrderCancelled', action_id: action?.action });
    const actions = await floor.testApp.request('GET', `/orderactions?order_id=${ids.at(-1) ?? 0}`, { as: token });
    expect(actions.json()).toMatchObject([
      { action_type: 'LimitOrderSub' },
      { id: action?.action, action_type: 'MassCancellation', order_id: null },
    ]);
  });

  it('continue after a restart between two portions', async () => {
    const { events } = await floor.published.execute(CANCEL_ALL);
    expect(events[1]).toMatchObject({ type: 'CommandPending', pending: { orders: ORDERS } });
    await floor.published.leave();
    expect(
      await floor.rows(
        `select jsonb_array_length(pending) as pending, (select count(*)::int from orders where status = 'Open') as open from exchange_state`,
      ),
    ).toEqual([{ pending: 1, open: expect.any(Number) }]);
    const other = await openTestApp({ beside: floor.testApp });
    try {
      await venue(other).exchange.open();
      await done(venue(other));
      expect(
        await floor.rows(
          `select pending, (select count(*)::int from orders where status = 'Open') as open from exchange_state`,
        ),
      ).toEqual([{ pending: [], open: 0 }]);
      expect(await verifyJournal(floor.testApp.database.url)).toMatchObject({ isEqual: true, differences: [] });
    } finally {
      await other.app.close();
    }
  });

  it('take at most two portions of a batch', async () => {
    const carried = await floor.published.executeAll([
      { ...CANCEL_ALL, side: 'Buy' },
      CANCEL_ALL,
      { ...CANCEL_ALL, acctId: 2 },
    ]);
    const ended = carried.map(({ events }) => events.filter(({ type }) => type === 'OrderCancelled').length);
    expect(ended).toEqual([100, 100, 0]);
    await done();
    expect(await open()).toBe(0);
  });

  it('disable an account and expire an instrument side by side', async () => {
    await fill(2);
    await floor.published.execute({ type: 'DisableAccount', acctId: 1 });
    const refused = await floor.published.execute(floor.limit(1, 'Buy', 6000));
    expect(refused.events[0]).toMatchObject({ type: 'ActionRefused', refusal: { code: 'account_disabled' } });
    await floor.published.execute({ type: 'ExpireInstrument', instrumentId: floor.instrument });
    const expired = await floor.published.execute(floor.limit(2, 'Buy', 6000));
    expect(expired.events[0]).toMatchObject({ type: 'ActionRefused', refusal: { code: 'instrument_expired' } });
    await done();
    expect(await open()).toBe(0);
    expect(await floor.rows('select is_expired from instrument_states')).toEqual([{ is_expired: true }]);
    expect(await verifyJournal(floor.testApp.database.url)).toMatchObject({ isEqual: true, differences: [] });
  });
});
