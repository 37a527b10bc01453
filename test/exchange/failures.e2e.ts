import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { loseFirstConfirmation } from '../support/lost-confirmation.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openVenue, venue } from '../support/venue.js';

/** The response to a caller, whether it went well or not. */
const toProblem = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );

describe('the exchange when the database fails', () => {
  let floor: Awaited<ReturnType<typeof openVenue>>;
  beforeEach(async () => (floor = await openVenue()));
  afterEach(() => floor.close());

  const orders = async (): Promise<number> =>
    Number((await floor.rows<{ count: string }>('select count(*) from orders'))[0]?.count);

  it('drops a refused batch from memory and accepts the next order', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    const hash = await floor.published.hash();
    await floor.rows(
      `create function refuse() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql; create trigger refuse before insert on journal_batches for each row execute function refuse()`,
    );
    expect(await toProblem(floor.published.execute(floor.limit(2, 'Sell', 6700)))).toBe('exchange_recovering');
    expect([await orders(), await floor.published.hash()]).toEqual([1, hash]);
    await floor.rows('drop trigger refuse on journal_batches');
    expect((await floor.published.execute(floor.limit(2, 'Sell', 6700))).events.map(({ type }) => type)).toContain(
      'Traded',
    );
  });

  it('places an order once when the writer’s connection breaks and the client repeats it', async () => {
    const insist = async (clientOrderId: string): Promise<void> => {
      while ((await toProblem(floor.published.execute(floor.limit(1, 'Buy', 6700, clientOrderId)))) !== 'done')
        await pause(20);
    };
    const insisting = Promise.all(Array.from({ length: 200 }, (_, n) => pause(n * 3).then(() => insist(`order ${n}`))));
    for (let cut = 0; cut < 4; cut++) {
      await pause(120);
      await floor.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor exchange' and datname = current_database()`,
      );
    }
    await insisting;
    expect([
      await orders(),
      (await floor.rows<{ n: string }>('select count(distinct client_order_id) as n from orders'))[0]?.n,
    ]).toEqual([200, '200']);
    expect(await floor.rows('select count(*) = max(seq) as gapless from journal')).toEqual([{ gapless: true }]);
  });

  it('answers within five seconds when the database hangs, shows nothing uncommitted, and recovers by itself', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    const lock = new pg.Client(floor.testApp.database.url);
    await lock.connect();
    await lock.query('begin; lock table journal_batches in access exclusive mode');
    const began = performance.now();
    const order = toProblem(floor.published.execute(floor.limit(2, 'Sell', 6700, 'hanging')));
    await pause(100);
    const position = toProblem(floor.published.exchange.look(({ accounts }) => accounts.get(1)?.holdings.size));
    const next = toProblem(floor.published.execute(floor.limit(2, 'Sell', 6700)));
    expect([await order, await position, await next]).toEqual([
      'outcome_unknown',
      'exchange_recovering',
      'exchange_busy',
    ]);
    expect(performance.now() - began).toBeLessThan(5_000);
    await lock.query('rollback');
    await lock.end();
    const again = await floor.published.execute(floor.limit(2, 'Sell', 6700, 'hanging'));
    expect([again.events[0]?.type, await orders()]).toEqual(['ActionReplayed', 2]);
  });
});

describe('an exchange that loses the confirmation of its first commit after a load', () => {
  let testApp: TestApp;
  beforeEach(async () => (testApp = await openTestApp()));
  afterEach(() => testApp.close());

  it('opens with what was committed, and takes commands', async () => {
    loseFirstConfirmation(testApp);
    const { exchange, execute } = venue(testApp);
    await exchange.open();
    const adopted = await exchange.look(({ counters }) => counters.command);
    const { seq } = await execute({ type: 'ContinueCommand', commandSeq: 0, portion: 1 });

    expect([adopted, seq]).toEqual([1, 2]);
  });
});
