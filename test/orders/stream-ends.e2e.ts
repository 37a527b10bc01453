import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { earlierOrders } from '../support/earlier-orders.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { openOrderStream, type OrderStreamClient } from './order-stream-client.js';

type OrderRow = Readonly<{ id: number; client_order_id: string | null; status: string; cancel_reason: string | null }>;

const WAIT_MS = 30_000;

/** Repeats a look until it is as expected; the last value otherwise. */
async function eventually<Value>(look: () => Promise<Value>, isReady: (value: Value) => boolean): Promise<Value> {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const value = await look();
    if (isReady(value) || performance.now() > end) return value;
    await pause(20);
  }
}

describe('the end of an order stream', () => {
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

  const limit = (clientOrderId: string, more: object = {}) =>
    fixture.limit(acct, { limit_price: 100, client_order_id: clientOrderId, ...more });
  const listOrders = (): Promise<OrderRow[]> => fixture.read(fixture.admin.token, `/orders?acct_id=${acct}`);
  const listStatuses = async (): Promise<string[]> =>
    (await listOrders()).map(({ client_order_id: id, status }) => `${id} ${status}`).sort();
  /** Why orders of the connection were canceled. */
  const listReasons = async () =>
    Object.fromEntries(
      (await listOrders()).flatMap(({ client_order_id: id, cancel_reason: reason }) =>
        id === null || reason === null ? [] : [[id, reason]],
      ),
    );
  const sql = (statement: string, values: unknown[] = []) => testApp.orm.em.fork().execute(statement, values);
  const openCancelling = (as = ada.token) => openOrderStream(url, { as, cancelOnDisconnect: true });
  const holdCommits = async (): Promise<() => Promise<void>> => {
    const lock = new pg.Client(testApp.database.url);
    await lock.connect();
    await lock.query('begin; lock table journal_batches in access exclusive mode');
    return async () => {
      await lock.query('rollback');
      await lock.end();
    };
  };

  describe('when the credentials end', () => {
    it('accepts nothing after the answer to POST /oauth/revoke, and closes with 4403', async () => {
      const client = await openOrderStream(url, { as: ada.token });
      await client.ask('1', limit('before'));
      const { clientId, clientSecret } = ada.key;
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      const revoked = await testApp.request('POST', '/oauth/revoke', {
        headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
        body: { token: ada.token },
      });
      for (let n = 0; n < 20; n++) client.say({ id: `after-${n}`, action: limit(`after-${n}`) });

      expect([revoked.statusCode, await client.closed]).toEqual([200, { code: 4403, reason: 'the token was revoked' }]);
      expect(await listStatuses()).toEqual(['before Open']);
      expect(client.answers()).toHaveLength(1);
    });

    const ends: [what: string, end: () => Promise<unknown>][] = [
      ['the user is disabled', () => sql('update users set enabled = false where id = ?', [ada.id])],
      ['the key is disabled', () => sql('update clients set enabled = false where client_id = ?', [ada.key.clientId])],
      ['the key is deleted', () => sql('delete from clients where client_id = ?', [ada.key.clientId])],
    ];
    it.each(ends)('closes with 4403 when %s', async (_what, end) => {
      const client = await openOrderStream(url, { as: ada.token });
      await end();

      expect((await client.closed).code).toBe(4403);
    });

    it('closes with 4403 when the key is no longer first-party, so that the token lacks the scope trade', async () => {
      const bob = await people.bob(testApp);
      const { clientId } = await createKey(testApp, bob.id);
      const mark = (isFirstParty: boolean) =>
        testApp.request('PUT', `/oauth/client/${clientId}/first-party`, {
          as: fixture.admin.token,
          body: { first_party: isFirstParty },
        });
      await mark(true);
      const client = await openOrderStream(url, { as: await issueToken(testApp, { userId: ada.id, clientId }) });
      expect(await client.ask('1', limit('first party'))).toMatchObject({ status: 201 });
      await mark(false);

      expect((await client.closed).code).toBe(4403);
    });

    it('closes with 4401 when the token expires, and cancels by choice', async () => {
      const as = await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId, seconds: 1 });
      const client = await openCancelling(as);
      await client.ask('1', limit('placed'));

      expect(await client.closed).toEqual({ code: 4401, reason: 'the token has expired' });
      expect(await eventually(listStatuses, ([first]) => first !== 'placed Open')).toEqual(['placed Cancelled']);
    });
  });

  describe('with cancel_on_disconnect', () => {
    const ends: [what: string, end: (client: OrderStreamClient) => unknown][] = [
      ['the connection breaks', (client) => client.socket.terminate()],
      ['the client closes it', (client) => client.socket.close()],
      ['the client violates the protocol', (client) => client.say(`"${'x'.repeat(70_000)}"`)],
      ['the token is revoked', () => sql('update token_families set revoked_at = now() where user_id = ?', [ada.id])],
    ];
    it.each(ends)('cancels the working orders of the connection when %s, and no others', async (_what, end) => {
      await fixture.order(ada.token, limit('over http'));
      const [client, other] = [await openCancelling(), await openOrderStream(url, { as: ada.token })];
      await other.ask('1', limit('other connection'));
      await client.ask('1', limit('resting'));
      await client.ask('2', limit('modified'));
      await client.ask('3', limit('canceled before'));
      await client.ask('4', { action_type: 'OrderCancellation', acct_id: acct, client_order_id: 'canceled before' });
      await client.ask('5', {
        action_type: 'OrderModification',
        acct_id: acct,
        client_order_id: 'modified',
        quantity: 9,
      });
      await client.ask('6', {
        action_type: 'OrderModification',
        acct_id: acct,
        client_order_id: 'over http',
        quantity: 9,
      });
      await client.ask('7', { actions: [limit('listed'), limit('refused', { limit_price: 0.1 })] });
      await client.ask('8', limit('other connection'));
      await end(client);

      const expected = [
        'canceled before Cancelled',
        'listed Cancelled',
        'modified Cancelled',
        'other connection Open',
        'over http Open',
        'refused Rejected',
        'resting Cancelled',
      ];
      const isDone = (statuses: readonly string[]) => statuses.filter((text) => text.endsWith(' Open')).length === 2;
      expect(await eventually(listStatuses, isDone)).toEqual(expected);
      expect(await listReasons()).toEqual({
        'canceled before': 'requested',
        listed: 'disconnected',
        modified: 'disconnected',
        resting: 'disconnected',
      });
      await other.close();
    });

    it('cancels what was being committed when the connection broke', async () => {
      const client = await openCancelling();
      const release = await holdCommits();
      for (let n = 0; n < 10; n++) client.say({ id: String(n), action: limit(`order ${n}`) });
      await client.arrived();
      await client.close();
      await release();

      const isDone = (statuses: readonly string[]) =>
        statuses.length === 10 && statuses.every((text) => text.endsWith('Cancelled'));
      expect(await eventually(listStatuses, isDone)).toEqual(
        Array.from({ length: 10 }, (_, n) => `order ${n} Cancelled`),
      );
    });

    it('cancels what was committed after its answer said that the outcome is unknown', async () => {
      const client = await openCancelling();
      const release = await holdCommits();
      const answer = await client.ask('1', limit('unknown'));
      await release();
      await eventually(listStatuses, (statuses) => statuses.length > 0);
      await client.close();

      expect(answer).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
      expect(await eventually(listStatuses, ([first]) => first !== 'unknown Open')).toEqual(['unknown Cancelled']);
    });

    it('cancels it also when the exchange has forgotten its client order id, and no order that it repeated', async () => {
      const earlier = earlierOrders(testApp);
      await fixture.order(ada.token, limit('repeated'));
      const client = await openCancelling();
      const release = await holdCommits();
      await Promise.all([client.ask('1', limit('unknown')), client.ask('2', limit('repeated'))]);
      await release();
      await eventually(listStatuses, (statuses) => statuses.length > 1);
      earlier.forgetAfter(2);
      const other = await openOrderStream(url, { as: ada.token });
      const isForgotten = async () => !(await earlier.listRemembered(acct)).includes('unknown');
      for (let n = 0; !(await isForgotten()); n++)
        await other.ask(`${n}`, limit(`later ${n}`, { time_in_force: 'IOC' }));
      await Promise.all([client.close(), other.close()]);

      const statuses = await eventually(listStatuses, (texts) => texts.includes('unknown Cancelled'));
      expect(statuses.filter((text) => !text.startsWith('later'))).toEqual(['repeated Open', 'unknown Cancelled']);
    });

    it('attributes the cancellations to the user and the key', async () => {
      const client = await openCancelling();
      await client.ask('1', limit('placed'));
      await client.close();
      await eventually(listStatuses, ([first]) => first !== 'placed Open');

      expect((await fixture.read<object[]>(ada.token, '/orderactions')).at(-1)).toMatchObject({
        action_type: 'OrderCancellation',
        status: 'Accepted',
        user_id: ada.id,
        acting_user_id: ada.id,
        client_id: ada.key.clientId,
      });
    });

    it('leaves the orders of a connection that did not choose it', async () => {
      const client = await openOrderStream(url, { as: ada.token, cancelOnDisconnect: false });
      await client.ask('1', limit('placed'));
      await client.close();
      await pause(200);

      expect(await listStatuses()).toEqual(['placed Open']);
    });
  });

  // Last, because the other tests need the service.
  describe('when the service stops', () => {
    /** Every caller learns of the stop, whatever is still in flight. */
    const hasBegun = (): Promise<boolean> =>
      fetch(`${url}/health/live`).then(
        ({ headers }) => headers.get('connection') === 'close',
        () => true,
      );

    it('answers everything in flight, closes with 1001 and cancels by choice', async () => {
      const [client, cancelling] = [await openOrderStream(url, { as: ada.token }), await openCancelling()];
      const release = await holdCommits();
      for (let n = 0; n < 10; n++) client.say({ id: String(n), action: limit(`kept ${n}`) });
      for (let n = 0; n < 10; n++) cancelling.say({ id: String(n), action: limit(`canceled ${n}`) });
      await Promise.all([client.arrived(), cancelling.arrived()]);
      const stopped = testApp.stop();
      await eventually(hasBegun, (begun) => begun);
      client.say({ id: 'late', action: limit('late') });
      await client.arrived();
      await release();

      expect(await client.closed).toEqual({ code: 1001, reason: 'the service stops' });
      await Promise.all([stopped, cancelling.closed]);
      expect(client.answers().filter(({ status }) => status === 201)).toHaveLength(10);
      expect(await client.answerTo('late')).toMatchObject({ status: 503, retry_after: 2, body: { code: 'not_ready' } });
      expect(cancelling.answers().filter(({ status }) => status === 201)).toHaveLength(10);
      const orders = new pg.Client(testApp.database.url);
      await orders.connect();
      const { rows } = await orders.query<{ state: string; count: number }>(
        'select state, count(*)::int from orders where acct_id = $1 group by state order by state',
        [acct],
      );
      await orders.end();
      expect(rows).toEqual([
        { state: 'Cancelled', count: 10 },
        { state: 'New', count: 10 },
      ]);
    });
  });
});
