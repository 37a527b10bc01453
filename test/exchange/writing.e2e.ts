import { openTestApp } from '../support/test-app.js';
import { openVenue, venue } from '../support/venue.js';

/** What nobody would call an order, and everybody may. */
const awkward = ['x,"y\\{}', 'NULL', '{}', '', ' ', "'; drop table orders --", 'é\u{1F600}', 'a\nb\tc'];

describe('a command batch', () => {
  let floor: Awaited<ReturnType<typeof openVenue>>;
  beforeEach(async () => (floor = await openVenue()));
  afterEach(() => floor.close());

  it('is in all tables before the response, in one transaction', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    await floor.published.execute(floor.limit(2, 'Sell', 6700));
    expect(
      await floor.rows(
        'select id, status, filled_quantity, revision, version, rank_number::int as rank from orders order by id',
      ),
    ).toEqual([
      { id: '1', status: 'Filled', filled_quantity: 5, revision: 2, version: 1, rank: 1 },
      { id: '2', status: 'Filled', filled_quantity: 5, revision: 2, version: 1, rank: 2 },
    ]);
    expect(await floor.rows('select acct_id, quantity, cost from positions order by acct_id')).toEqual([
      { acct_id: '1', quantity: '5', cost: '3350000' },
      { acct_id: '2', quantity: '-5', cost: '-3350000' },
    ]);
    expect(await floor.rows('select type, revision from order_events order by order_id, revision')).toEqual([
      { type: 'OrderAccepted', revision: 1 },
      { type: 'OrderTraded', revision: 2 },
      { type: 'OrderAccepted', revision: 1 },
      { type: 'OrderTraded', revision: 2 },
    ]);
    expect(await floor.rows('select last_price, high, low, volume from instrument_states')).toEqual([
      { last_price: '670000', high: '670000', low: '670000', volume: '5' },
    ]);
    const [state] = await floor.rows<{ command: string; trade: string }>('select command, trade from exchange_state');
    expect([state, await floor.rows('select max(seq) as seq, count(*) as entries from journal')]).toEqual([
      { command: state?.command, trade: '1' },
      [{ seq: state?.command, entries: state?.command }],
    ]);
  });

  it('stores the caller’s text unchanged', async () => {
    for (const written of awkward) await floor.published.execute(floor.limit(1, 'Buy', 6700, written));
    expect(await floor.rows('select client_order_id, tag from orders order by id')).toEqual(
      awkward.map((written) => ({ client_order_id: written, tag: written })),
    );
    expect(
      await floor.rows(`select action_values::jsonb->>9 as id from journal where type = 'LimitOrderSub' order by seq`),
    ).toEqual(awkward.map((id) => ({ id })));
  });

  it('stores a refused order with its reason', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700.1));
    expect(await floor.rows('select status, reject_code, action_id::int as action from orders')).toEqual([
      { status: 'Rejected', reject_code: 'price_off_tick', action: 1 },
    ]);
    expect(await floor.rows(`select refusal_code, order_id::int as order from journal where action_id = 1`)).toEqual([
      { refusal_code: 'price_off_tick', order: 1 },
    ]);
  });

  it('is numbered without gaps under parallel load', async () => {
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        floor.published.execute(floor.limit(1 + (n % 2), n % 3 === 0 ? 'Sell' : 'Buy', 6700 + (n % 5))),
      ),
    );
    expect(
      await floor.rows(
        'select count(*) = max(seq) as gapless, count(*) filter (where action_id is not null)::int as actions from journal',
      ),
    ).toEqual([{ gapless: true, actions: 500 }]);
    expect(await floor.rows('select sum(quantity)::int as sum from positions')).toEqual([{ sum: 0 }]);
  });

  it('is restored completely by the next process', async () => {
    await floor.published.execute(floor.limit(2, 'Buy', 6690, 'the first'));
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        floor.published.execute(floor.limit(1 + (n % 2), n % 3 === 0 ? 'Sell' : 'Buy', 6700 + (n % 5), `order ${n}`)),
      ),
    );
    const hash = await floor.published.hash();
    await floor.published.leave();
    const other = await openTestApp({ beside: floor.testApp });
    expect(await venue(other).hash()).toBe(hash);
    const [again] = (await venue(other).execute(floor.limit(2, 'Buy', 6690, 'the first'))).events;
    expect(again).toMatchObject({ type: 'ActionReplayed', actionId: 1, orderId: 1 });
    await other.close();
  });

  it('is refused to a second writer', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    const other = await openTestApp({ beside: floor.testApp });
    await expect(venue(other).execute(floor.limit(1, 'Buy', 6700))).rejects.toMatchObject({
      code: 'exchange_elsewhere',
    });
    await other.close();
  });

  it('is not written after a new epoch has begun', async () => {
    await floor.rows('update exchange_writer set epoch = epoch + 1');
    await expect(floor.published.execute(floor.limit(1, 'Buy', 6700))).rejects.toMatchObject({ kind: 'busy' });
    expect(await floor.rows('select id from orders')).toEqual([]);
  });
});
