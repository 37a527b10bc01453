import { eventLog } from '../support/event-log.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { query } from '../support/postgres-service.js';
import { people } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';

/** KONTOR_EVENTS=200000 npm test -- test/events/day-old is a day of a busy venue. */
const ROWS = Number(process.env['KONTOR_EVENTS'] ?? 20_000);

describe('a stream with an event id of yesterday', () => {
  let testApp: TestApp;
  let [from, acctId, token] = [0, 0, ''];

  beforeAll(async () => {
    testApp = await openTestApp();
    const floor = await tradingFloor(testApp);
    const [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [acctId, token] = [await floor.account(ada), ada.token];
    const others = await floor.account(bob);
    const { id } = await floor.order(token, floor.limit(acctId, { limit_price: 10 }));
    from = await eventLog(testApp).lastSeq();
    // Every hundredth is hers, as they would be after a day at a venue of many.
    await query(
      testApp.database.url,
      `create extension if not exists hstore;
       insert into orders select (o #= hstore(array['id', 'acct_id', 'client_order_id'], array[(o.id + n)::text, (case when n % 100 = 0 then ${acctId} else ${others} end)::text, null])).*
         from orders o, generate_series(1, ${ROWS}) n where o.id = ${id};
       insert into order_events select (e #= hstore(array['order_id', 'seq'], array[(e.order_id + n)::text, (e.seq + n)::text])).* from order_events e, generate_series(1, ${ROWS}) n where e.order_id = ${id};
       update exchange_state set command = command + ${ROWS};
       update exchange_writer set command = command + ${ROWS}`,
    );
  }, 60_000);
  afterAll(() => testApp.close());

  it(`resumes among ${ROWS} events in order, page by page`, async () => {
    const began = performance.now();
    const ids: string[] = [];
    for (let path: string | undefined = `/events?per_page=1000&last_event_id=${from}`; path !== undefined;) {
      const page = await testApp.request('GET', path, { as: token });
      ids.push(...page.json<{ id: string }[]>().map(({ id }) => id));
      path = /<([^>]*)>/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    const seqs = ids.map((id) => Number(id.split('.')[0]));
    expect(seqs).toEqual(Array.from({ length: ROWS / 100 }, (_, n) => from + (n + 1) * 100));
    // Seconds are enough for a machine that is busy with other tests; alone it is a fraction of one.
    expect(performance.now() - began).toBeLessThan(20_000);
    process.stdout.write(`${ROWS / 100} events among ${ROWS} in ${(performance.now() - began).toFixed(0)} ms\n`);
  }, 60_000);
});
