import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { waitUntil } from '../support/within.js';
import { openOrderStream } from './order-stream-client.js';

type OrderRow = Readonly<{ id: number; client_order_id: string | null }>;

describe('resume of an order stream', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let acct: number;
  let url: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    [fixture, url] = [await tradingFloor(testApp), await testApp.url()];
  });
  beforeEach(async () => {
    ada = await people.newUser(testApp);
    acct = await fixture.account(ada);
  });
  afterAll(() => testApp.close());

  const open = (as = ada.token) => openOrderStream(url, { as });
  const limit = (clientOrderId: string | null, more: object = {}) =>
    fixture.limit(acct, {
      limit_price: 100,
      ...(clientOrderId !== null && { client_order_id: clientOrderId }),
      ...more,
    });
  const name = (id: string, clientOrderId: string) => ({ id, acct_id: acct, client_order_id: clientOrderId });

  it('waits until a client has taken what it asked for before', async () => {
    const connections: Socket[] = [];
    testApp.app.getHttpServer().on('connection', (socket: Socket) => connections.push(socket));
    const client = await open();
    await client.ask('list', { actions: Array.from({ length: 50 }, (_, n) => limit(`listed ${n}`)) });
    const requests = Array.from({ length: 200 }, () => ({ id: 'list' }));
    const bytes = 200 * (client.texts.at(-1)?.length ?? 0);
    client.socket.pause();
    for (let n = 0; n < 20; n++) client.say({ type: 'resume', session: client.session.session, requests });
    await pause(2_000);
    const pending = Math.max(...connections.map(({ writableLength }) => writableLength));
    client.socket.resume();
    await waitUntil(() => client.messages.filter(({ type }) => type === 'resumed').length === 20);
    await client.close();

    expect(pending).toBeGreaterThan(0);
    expect(pending / bytes).toBeLessThan(3);
  });

  it('counts among the messages that may be unanswered', async () => {
    const client = await open();
    const lock = new pg.Client(testApp.database.url);
    await lock.connect();
    await lock.query('begin; lock table orders in access exclusive mode');
    const requests = [name('1', 'never sent')];
    for (let n = 0; n < 120; n++) client.say({ type: 'resume', session: client.session.session, requests });
    await client.arrived();
    await lock.query('rollback');
    await lock.end();
    await waitUntil(() => client.messages.length === 121);
    await client.close();

    expect(client.messages.filter(({ type }) => type === 'resumed')).toHaveLength(100);
    expect(client.answers().map(({ status, body: { code } }) => `${status} ${code}`)).toEqual(
      Array.from({ length: 20 }, () => '429 too_many_in_flight'),
    );
  });

  it('repeats the answers of the earlier connection, and names what was not executed', async () => {
    const first = await open();
    const answers = [
      await first.ask('order', limit(null)),
      await first.ask('refused', limit(null, { limit_price: 0.1 })),
      await first.ask('malformed', { action_type: 'Guess' }),
      await first.ask('list', { actions: [limit('listed'), limit('listed')] }),
    ];
    await first.close();
    const second = await open();
    const ids = ['order', 'refused', 'malformed', 'list', 'never sent'.replace(' ', '-')];
    const resumed = await second.resume(
      first.session.session,
      ids.map((id) => ({ id })),
    );

    expect(resumed).toEqual({
      type: 'resumed',
      session: first.session.session,
      known: true,
      results: [
        ...answers.map((answer) => ({ outcome: 'answered', ...answer })),
        { outcome: 'not_executed', id: 'never-sent' },
      ],
    });
    await second.close();
  });

  it('agrees with the orders, whatever was on its way when the connection broke', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await open();
      for (let n = 0; n < 60; n++) first.say({ id: String(n), action: limit(`${round}-${n}`) });
      await pause(round * 2);
      first.socket.terminate();
      const second = await open();
      const { known, results } = await second.resume(
        first.session.session,
        Array.from({ length: 60 }, (_, n) => ({ id: String(n) })),
      );
      const orders = await fixture.read<OrderRow[]>(ada.token, `/orders?acct_id=${acct}&per_page=1000`);
      const placed = orders.flatMap(({ client_order_id: id }) => (id?.startsWith(`${round}-`) === true ? [id] : []));

      expect(known).toBe(true);
      expect(results.filter(({ outcome }) => outcome === 'answered').map(({ id }) => `${round}-${id}`)).toEqual(
        placed.sort((one, other) => Number(one.slice(2)) - Number(other.slice(2))),
      );
      expect(results.every(({ outcome }) => outcome === 'answered' || outcome === 'not_executed')).toBe(true);
      await second.close();
    }
  });

  it('closes the earlier connection with 4409, and then nothing further of it is executed', async () => {
    const [first, second] = [await open(), await open()];
    await first.ask('1', limit('one'));
    const resumed = second.resume(first.session.session, [{ id: '1' }, { id: '2' }]);

    expect(await first.closed).toEqual({ code: 4409, reason: 'the session was resumed on another connection' });
    expect((await resumed).results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      '1 answered',
      '2 not_executed',
    ]);
    await second.close();
  });

  it('of the own session tells without closing it', async () => {
    const client = await open();
    await client.ask('1', limit('one'));

    expect(await client.resume(client.session.session, [{ id: '1' }])).toMatchObject({
      known: true,
      results: [{ outcome: 'answered', status: 201 }],
    });
    expect(await client.ask('2', limit('two'))).toMatchObject({ status: 201 });
    await client.close();
  });

  it('does not know the session of another user, and names no order of that user', async () => {
    const bob = await people.bob(testApp);
    const first = await open();
    await first.ask('1', limit('hers'));
    const second = await open(bob.token);
    const resumed = await second.resume(first.session.session, [{ id: '1' }, name('1', 'hers')], { after: 17 });

    expect(resumed).toMatchObject({
      known: false,
      actions_url: '/orderactions?since_id=17',
      results: [
        { outcome: 'unknown', id: '1' },
        { outcome: 'not_executed', id: '1' },
      ],
    });
    expect(first.socket.readyState).toBe(first.socket.OPEN);
    await Promise.all([first.close(), second.close()]);
  });

  // Last, because the other tests need the service.
  it('finds named orders after a restart, with the answer that a copy would get', async () => {
    const first = await open();
    const order = limit('named');
    const accepted = await first.ask('1', order);
    await first.ask('2', limit('refused', { limit_price: 0.1 }));
    const session = first.session.session;
    await testApp.stop();
    const restarted = await openTestApp({ beside: testApp });
    const second = await openOrderStream(await restarted.url(), { as: ada.token });
    const requests = [name('1', 'named'), name('2', 'refused'), name('3', 'never sent'), { id: '4' }];
    const {
      known,
      actions_url: listUrl,
      results,
    } = await second.resume(session, requests, { after: accepted.body.id });
    const copy = await second.ask('copy', order);

    expect([known, listUrl]).toEqual([false, `/orderactions?since_id=${accepted.body.id}`]);
    expect(results).toMatchObject([
      { ...copy, id: '1', outcome: 'answered', status: 200, replayed: true, body: accepted.body },
      { outcome: 'answered', id: '2', status: 422, replayed: true, body: { code: 'price_off_tick' } },
      { outcome: 'not_executed', id: '3' },
      { outcome: 'unknown', id: '4' },
    ]);
    const later = (await restarted.request('GET', String(listUrl), { as: ada.token })).json<{ code: string }[]>();
    expect(later.map(({ code }) => code)).toEqual(['price_off_tick']);
    await second.close();
    await restarted.close();
  });
});
