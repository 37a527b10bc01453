import { setTimeout as pause } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import type { CommandBody } from '../../src/engine/command.js';
import { beginTables, breakProjection, holdPlaces, holdProjection, leaveTables } from '../support/held-projection.js';
import { people } from '../support/people.js';
import { query, until } from '../support/postgres-service.js';
import { openTestApp } from '../support/test-app.js';
import { openVenue, venue } from '../support/venue.js';
import { verifyJournal } from '../support/verification.js';

type Venue = Awaited<ReturnType<typeof openVenue>>;
type OrderRow = Readonly<{ id: number; client_order_id: string | null; status: string }>;

/** PostgreSQL's `disk_full`. */
const DISK_FULL = '53100';
const PLACE = 'select command::int from exchange_state';
const ENDS = 'select s.command::int as tables, w.command::int as journal from exchange_state s, exchange_writer w';
/** The writer and the projection lose their connections. */
const endSessions = (url: string) =>
  query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'kontor exchange%' and datname = current_database()`,
  );
const NOTHING_DIFFERS = { isEqual: true, behind: 0, counts: {} };

describe('the tables behind the journal', () => {
  let floor: Venue;
  let token: string;
  let id: number;
  beforeEach(async () => {
    floor = await openVenue();
    ({ token, id } = await people.admin(floor.testApp));
  });
  afterEach(() => floor.close());

  const cancel = (acctId: number, clientOrderId: string): CommandBody => ({
    type: 'OrderCancellation',
    orderId: null,
    acctId,
    clientOrderId,
  });
  const get = (path: string) => floor.testApp.request('GET', path, { as: token });
  const listNames = async (): Promise<(string | null)[]> =>
    (await get('/orders?per_page=100')).json<OrderRow[]>().map(({ client_order_id: name }) => name);
  const verify = () => verifyJournal(floor.testApp.database.url);

  it('need not be written for an order to be acknowledged', async () => {
    const held = await holdProjection(floor.testApp.database.url);
    const [before] = await held.rows(PLACE);
    const { seq } = await floor.published.execute(floor.limit(1, 'Buy', 6700, 'acknowledged'));
    await pause(100);

    expect([await held.rows(PLACE), await held.rows('select id from orders')]).toEqual([[before], []]);
    await held.release();
    expect(await floor.rows(ENDS)).toEqual([{ tables: seq, journal: seq }]);
    expect(await listNames()).toEqual(['acknowledged']);
  });

  it('are written once after a crash, with the state that was acknowledged', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700, 'old'));
    await floor.published.execute(floor.limit(1, 'Buy', 6701, 'old and canceled later'));
    await floor.rows('select 1');
    const held = await holdProjection(floor.testApp.database.url);
    for (let n = 0; n < 150; n++)
      await floor.published.executeAll([
        floor.limit(1 + (n % 2), n % 3 === 0 ? 'Sell' : 'Buy', 6698 + (n % 5), `new ${n}`),
        cancel(1, `new ${n - 4}`),
      ]);
    const commands = [
      floor.limit(1, 'Buy', 6700, 'old'),
      floor.limit(1, 'Buy', 6690, 'old'),
      floor.limit(1, 'Buy', 6690.1, 'refused'),
      cancel(1, 'old and canceled later'),
      cancel(1, 'unknown'),
    ];
    for (const command of commands) await floor.published.execute(command);
    const hash = await floor.published.hash();
    await floor.published.leave();
    const [left] = await held.rows<{ tables: number; journal: number }>(ENDS);
    const other = await openTestApp({ beside: floor.testApp });
    const opened = venue(other).exchange.open();
    await held.release();
    await opened;

    expect((left?.journal ?? 0) - (left?.tables ?? 0)).toBeGreaterThan(300);
    expect(await venue(other).hash()).toBe(hash);
    const again = await venue(other).execute(floor.limit(2, 'Buy', 6700, 'new 7'));
    expect(again.events.map(({ type }) => type)).toEqual(['ActionReplayed']);
    expect(await floor.rows(ENDS)).toEqual([{ tables: again.seq, journal: again.seq }]);
    const verified = await verify();
    expect(verified).toMatchObject(NOTHING_DIFFERS);
    expect(verified.hashes?.journal).toBe(await venue(other).hash());
    await other.close();
  });

  it('show no earlier state when another process may be the writer, which has not written them yet', async () => {
    const { url } = floor.testApp.database;
    const held = await holdProjection(url);
    await floor.published.execute(floor.limit(1, 'Buy', 6700, 'acknowledged'));
    leaveTables(floor.testApp);
    const em = floor.testApp.app.get(EntityManager, { strict: false }).fork();

    await expect(em.execute('select id from orders')).rejects.toThrow('The tables do not have all committed commands');
    await endSessions(url);
    await held.release();
    await until(listNames, (names) => names.includes('acknowledged'), 30_000);
    expect(await listNames()).toEqual(['acknowledged']);
    expect(await verify()).toMatchObject(NOTHING_DIFFERS);
  });

  it('are read by a user whose question how far they are was under way when this process became the writer', async () => {
    const { seq } = await floor.published.execute(floor.limit(1, 'Buy', 6700, 'acknowledged'));
    expect(await listNames()).toEqual(['acknowledged']);
    leaveTables(floor.testApp);
    const held = await holdPlaces(floor.testApp.database.url);
    const answer = get('/orders');
    await until(held.isAsked, Boolean, 10_000);
    beginTables(floor.testApp, seq);
    await held.release();

    const { statusCode, body } = await answer;
    expect([statusCode, body]).toEqual([200, expect.stringContaining('acknowledged')]);
  });

  it('are waited for by readers of another process as well, which does not write them', async () => {
    const standby = await openTestApp({ beside: floor.testApp });
    leaveTables(standby);
    const listThere = async (): Promise<unknown> => {
      const answer = await standby.request('GET', '/orders?per_page=100', { as: token });
      return answer.statusCode === 200
        ? new Set(answer.json<OrderRow[]>().map(({ client_order_id: name }) => name))
        : answer.statusCode;
    };
    expect(await listThere()).toEqual(new Set());
    const names = new Set<string>();
    for (const name of ['first', 'second']) {
      const held = await holdProjection(floor.testApp.database.url);
      await floor.published.execute(floor.limit(1, 'Buy', 6700, name));
      names.add(name);
      const reading = listThere();
      await pause(200);
      await held.release();

      expect(await reading).toEqual(names);
    }
    await standby.close();
  });

  it('are reported as failing and catch up by themselves; commands go on, and no reader sees an earlier state', async () => {
    const repair = await breakProjection(floor.testApp.database.url);
    await floor.published.execute(floor.limit(1, 'Buy', 6700, 'first'));
    const ready = async () => (await get('/health/ready')).statusCode;
    expect(await until(ready, (status) => status === 503, 30_000)).toBe(503);
    const health = (await get('/health/ready')).json<Record<string, unknown>>();
    await floor.published.execute(floor.limit(1, 'Buy', 6701, 'second'));
    const refused = await get('/orders');
    await repair();

    expect(JSON.stringify(health)).toContain('The tables do not follow the journal: 1 committed commands');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'database_unavailable']);
    expect(await until(ready, (status) => status === 200, 30_000)).toBe(200);
    expect(await listNames()).toEqual(['first', 'second']);
    expect(await verify()).toMatchObject(NOTHING_DIFFERS);
  });

  it('fail rather than go on without an order that they have lost', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700, 'lost'));
    await floor.rows('create table kept as table orders; delete from orders');
    await floor.published.execute(cancel(1, 'lost'));
    const ready = async () => (await get('/health/ready')).statusCode;
    expect(await until(ready, (status) => status === 503, 30_000)).toBe(503);
    expect((await get('/orders')).statusCode).toBe(503);
    await query(floor.testApp.database.url, 'insert into orders table kept; drop table kept');

    expect(await until(ready, (status) => status === 200, 30_000)).toBe(200);
    expect((await get('/orders')).json<OrderRow[]>().map(({ status }) => status)).toEqual(['Cancelled']);
    expect(await verify()).toMatchObject(NOTHING_DIFFERS);
  });

  it('refuse further commands with storage_full while they cannot be extended, and lose none that was acknowledged', async () => {
    const repair = await breakProjection(floor.testApp.database.url, DISK_FULL);
    const submit = (name: string): Promise<string> =>
      floor.published.execute(floor.limit(1, 'Buy', 6700, name)).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
    const answers = [];
    for (let n = 0; n < 40; n++) {
      answers.push(await submit(`order ${n}`));
      await pause(20);
    }
    await repair();
    await until(
      () => submit('last'),
      (answer) => answer === 'done',
      30_000,
    );

    expect(new Set(answers)).toEqual(new Set(['done', 'storage_full']));
    const names = answers.flatMap((answer, n) => (answer === 'done' ? [`order ${n}`] : []));
    expect(await listNames()).toEqual([...names, 'last']);
    expect(await verify()).toMatchObject(NOTHING_DIFFERS);
  });

  it('have a command of the administration with its batch, behind everything before it', async () => {
    const held = await holdProjection(floor.testApp.database.url);
    const orders = Promise.all(
      Array.from({ length: 50 }, (_, n) => floor.published.execute(floor.limit(1, 'Buy', 6700, `order ${n}`))),
    );
    await orders;
    const granted = floor.published.execute({ type: 'GrantAccount', acctId: 1, userId: id, access: 'Read' });
    const isAnswered = await Promise.race([granted.then(() => true), pause(200).then(() => false)]);
    await held.release();
    const { seq } = await granted;
    const [ends] = await floor.rows<{ tables: number; journal: number }>(ENDS);

    expect(isAnswered).toBe(false);
    expect(ends?.tables).toBe(ends?.journal);
    expect(ends?.tables).toBeGreaterThanOrEqual(seq);
    expect(await floor.rows('select access, (select count(*)::int from orders) orders from account_grants')).toEqual([
      { access: 'Read', orders: 50 },
    ]);
    expect(await verify()).toMatchObject(NOTHING_DIFFERS);
  });

  it('are complete and without doubles when their connection breaks under load', async () => {
    const trading = Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        pause(n * 2).then(() =>
          floor.published.execute(floor.limit(1 + (n % 2), n % 3 === 0 ? 'Sell' : 'Buy', 6700 + (n % 5))),
        ),
      ),
    );
    for (let cut = 0; cut < 6; cut++) {
      await pause(100);
      await floor.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor exchange projection' and datname = current_database()`,
      );
    }
    await trading;

    expect(await verify()).toMatchObject(NOTHING_DIFFERS);
    expect(await floor.rows('select count(*) = max(seq) as gapless from journal')).toEqual([{ gapless: true }]);
  });

  it('show each client its own orders, fills and events at once, under load', async () => {
    // On a busy machine a reader is refused after two seconds of waiting for the tables; they are never shown an earlier state.
    const getReadable = (path: string) =>
      until(
        () => get(path),
        ({ statusCode }) => statusCode !== 503,
        30_000,
      );
    const isMissing = async (n: number): Promise<boolean> => {
      const name = `own ${n}`;
      const { seq } = await floor.published.execute(floor.limit(1 + (n % 2), n % 2 === 0 ? 'Sell' : 'Buy', 6700, name));
      const [orders, events] = await Promise.all([
        getReadable(`/orders?acct_id=${1 + (n % 2)}&client_order_id=own%20${n}`),
        getReadable(`/events?last_event_id=${seq - 1}&per_page=10`),
      ]);
      const found = orders.json<OrderRow[]>().map(({ client_order_id: one }) => one);
      return found[0] !== name || !events.body.includes(name);
    };
    const missing: number[] = [];
    const trade = async (client: number): Promise<void> => {
      for (let n = client; n < 200; n += 10) if (await isMissing(n)) missing.push(n);
    };
    await Promise.all(Array.from({ length: 10 }, (_, client) => trade(client)));

    expect(missing).toEqual([]);
  });
});
