import { setTimeout as pause } from 'node:timers/promises';
import { eventLog } from '../support/event-log.js';
import { type Block, readEvents } from '../support/event-reader.js';
import { openTestApp } from '../support/test-app.js';
import { query, until } from '../support/postgres-service.js';
import { openVenue } from '../support/venue.js';
import { people } from '../support/people.js';
import { openLossyProxy } from '../support/database-proxies.js';
import { venue } from '../support/venue.js';

const toProblem = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );

describe('events when the exchange fails', () => {
  it('contain nothing of a refused batch and everything of the next', async () => {
    const floor = await openVenue();
    const { token } = await people.admin(floor.testApp);
    const reading = await readEvents(floor.testApp, { as: token });
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    await floor.rows(
      `create function refuse() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql; create trigger refuse before insert on journal_batches for each row execute function refuse()`,
    );
    expect(await toProblem(floor.published.execute(floor.limit(2, 'Sell', 6700)))).toBe('exchange_recovering');
    await floor.rows('drop trigger refuse on journal_batches');
    await floor.published.execute(floor.limit(2, 'Buy', 6699));
    await until(
      () => Promise.resolve(reading.news().length),
      (count) => count >= 2,
      30_000,
    );
    expect(reading.news().map(({ event }) => event)).toEqual(['order.accepted', 'order.accepted']);
    await pause(50);
    expect(reading.news()).toHaveLength(2);
    await reading.close();
    await floor.close();
  });

  it('contain a batch once that was committed without a confirmation', async () => {
    const floor = await openVenue();
    const { token } = await people.admin(floor.testApp);
    const before = String(await eventLog(floor.testApp).lastSeq());
    await floor.published.leave();
    const way = await openLossyProxy(floor.testApp.database.url, 'went');
    const testApp = await openTestApp({ beside: { database: { ...floor.testApp.database, url: way.url } } });
    const exchange = venue(testApp);
    const reading = await readEvents(testApp, { as: token, lastEventId: before });
    for (let round = 0; round < 5; round++) {
      await exchange.execute(floor.limit(1, 'Buy', 6700));
      way.loseNext();
      expect(await toProblem(exchange.execute(floor.limit(2, 'Sell', 6700)))).toBe('done');
      expect(way.hasLost()).toBe(true);
    }
    const expected: Block[] = (await eventLog(testApp).read({ after: before })).map(({ id, type, text }) => ({
      id,
      event: type,
      data: text,
    }));
    await until(
      () => Promise.resolve(reading.news().length),
      (count) => count >= expected.length,
      30_000,
    );
    expect(expected.filter(({ event }) => event === 'fill')).toHaveLength(10);
    expect(reading.news()).toEqual(expected);
    await reading.close();
    await testApp.close();
    await way.close();
    await floor.close();
  });

  it('contain everything once when the connection breaks repeatedly under load', async () => {
    const floor = await openVenue();
    const { token } = await people.admin(floor.testApp);
    const before = String(await eventLog(floor.testApp).lastSeq());
    const reading = await readEvents(floor.testApp, { as: token });
    const insist = async (n: number): Promise<void> => {
      const order = floor.limit(1 + (n % 2), n % 3 === 0 ? 'Sell' : 'Buy', 6700 + (n % 3), `order ${n}`);
      while ((await toProblem(floor.published.execute(order))) !== 'done') await pause(20);
    };
    const insisting = Promise.all(Array.from({ length: 200 }, (_, n) => pause(n * 3).then(() => insist(n))));
    for (let cut = 0; cut < 4; cut++) {
      await pause(120);
      await query(
        floor.testApp.database.url,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor exchange' and datname = current_database()`,
      );
    }
    await insisting;
    const expected: Block[] = (await eventLog(floor.testApp).read({ after: before })).map(({ id, type, text }) => ({
      id,
      event: type,
      data: text,
    }));
    await until(
      () => Promise.resolve(reading.news().length),
      (count) => count >= expected.length,
      30_000,
    );
    expect(expected.length).toBeGreaterThan(200);
    expect(reading.news()).toEqual(expected);
    await reading.close();
    await floor.close();
  });
});
