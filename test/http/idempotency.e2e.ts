import { cleanUp } from '../support/clean-up.js';
import { CountingTestController } from '../support/counting-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';
import { within } from '../support/within.js';

type TestResponse = Awaited<ReturnType<TestApp['request']>>;

describe('a POST with an Idempotency-Key', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let tests = 0;
  beforeAll(async () => (testApp = await openTestApp({ controllers: [CountingTestController] })));
  // People who have sent nothing yet, and nothing is kept.
  beforeEach(async () => {
    tests += 1;
    [ada, bob] = [await people.named(testApp, `ada${tests}`), await people.named(testApp, `bob${tests}`)];
    await execute('delete from idempotent_answers');
  });
  afterAll(() => testApp.close());

  const post = (
    key: string,
    body: object = { name: 'Mine' },
    as = ada.token,
    path = '/oauth/client',
  ): Promise<TestResponse> => testApp.request('POST', path, { as, body, headers: { 'idempotency-key': key } });
  const listClientNames = async (as = ada.token): Promise<string[]> =>
    (await testApp.request('GET', '/oauth/client', { as })).json<{ name: string }[]>().map(({ name }) => name);
  const execute = (statement: string) => testApp.orm.em.fork().execute<Record<string, unknown>[]>(statement);

  /** Begins a request that cannot go on until the row of its user is free. */
  const blockRequest = async <Begun>(begin: () => Promise<Begun>) => {
    const holder = testApp.orm.em.fork();
    await holder.begin();
    await holder.execute('select from users where id = ? for update', [ada.id]);
    const answer = begin();
    const waiting = { pid: 0 };
    await within(30_000, async () => {
      const [row] = await execute(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (row === undefined) throw new Error('nothing waits for the row of the user');
      waiting.pid = Number(row['pid']);
    });
    return { answer, ...waiting, free: () => holder.rollback() };
  };

  it('executes once, and a copy gets the same response, with the secret', async () => {
    const [first, copy] = [await post('one'), await post('one')];

    expect([copy.statusCode, copy.body, copy.headers['content-type']]).toEqual([
      first.statusCode,
      first.body,
      first.headers['content-type'],
    ]);
    expect([first.headers['idempotent-replayed'], copy.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect((await listClientNames()).filter((name) => name === 'Mine')).toHaveLength(1);
  });

  it('executes once for fifty copies; the others wait or get the same response', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => post('at-once')));
    const done = responses.filter(({ statusCode }) => statusCode === 200);
    const conflicting = responses.filter(({ statusCode }) => statusCode === 409);

    expect((await listClientNames()).filter((name) => name === 'Mine')).toHaveLength(1);
    expect([done.length + conflicting.length, new Set(done.map(({ body }) => body)).size]).toEqual([50, 1]);
    for (const { headers, json } of conflicting)
      expect([json<{ code: string }>().code, headers['retry-after']]).toEqual(['request_under_way', '1']);
    expect((await post('at-once')).body).toBe(done[0]?.body);
  });

  it('refuses the key with another body or address', async () => {
    await post('one');

    const [body, address] = [
      await post('one', { name: 'Other' }),
      await post('one', { name: 'Mine' }, ada.token, '/oauth/client/none/secret'),
    ];
    expect([body, address].map(({ statusCode, json }) => [statusCode, json<{ code: string }>().code])).toEqual([
      [422, 'idempotency_key_reused'],
      [422, 'idempotency_key_reused'],
    ]);
    expect((await listClientNames()).filter((name) => name === 'Other')).toEqual([]);
  });

  it('separates keys by user and client', async () => {
    const elsewhere = await issueToken(testApp, {
      userId: ada.id,
      clientId: (await createKey(testApp, ada.id)).clientId,
    });
    const responses = [
      await post('one'),
      await post('one', { name: 'Mine' }, bob.token),
      await post('one', { name: 'Mine' }, elsewhere),
    ];

    expect(responses.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, undefined, undefined]);
    expect((await listClientNames()).filter((name) => name === 'Mine')).toHaveLength(2);
    expect((await listClientNames(bob.token)).filter((name) => name === 'Mine')).toHaveLength(1);
  });

  it('leaves the key free after a refusal', async () => {
    const rejected = await post('one', { name: '' });
    const corrected = await post('one');

    expect([rejected.statusCode, corrected.statusCode, corrected.headers['idempotent-replayed']]).toEqual([
      400,
      200,
      undefined,
    ]);
  });

  it('stores responses for a key alone as well', async () => {
    const sheep = { email: 'sheep@example.test', first_name: 'Sheep', last_name: 'Dolly', password: 'black and white' };
    const register = () =>
      testApp.request('POST', '/users', {
        body: sheep,
        headers: { authorization: basic(ada.key), 'idempotency-key': 'sheep' },
      });
    const [first, copy] = [await register(), await register()];

    expect([first.statusCode, copy.statusCode, copy.body]).toEqual([201, 201, first.body]);
  });

  it.each(['', 'two words', 'é', 'x'.repeat(256)])('refuses an invalid key: %j', async (key) => {
    const rejected = await post(key);

    expect([rejected.statusCode, rejected.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer]).toEqual([
      400,
      'Idempotency-Key',
    ]);
  });

  it('checks authentication first', async () => {
    await post('one');

    expect((await post('one', { name: 'Mine' }, 'kat_wrong')).statusCode).toBe(303);
    expect(
      (await testApp.request('GET', '/users/me', { as: ada.token, headers: { 'idempotency-key': '' } })).statusCode,
    ).toBe(200);
  });

  it('ignores the header where copies are recognized by their content', async () => {
    const responses = [
      await post('one', {}, ada.token, '/counting-endpoints'),
      await post('one', {}, ada.token, '/counting-endpoints'),
    ];

    expect(responses.map(({ json }) => json<{ count: number }>().count)).toEqual([1, 2]);
  });

  describe('in two processes on one database', () => {
    let second: TestApp;
    beforeAll(
      async () => (second = await openTestApp({ beside: testApp, env: { SECRET_KEY: testApp.config.secretKey } })),
    );
    afterAll(() => second.close());

    const postToSecond = (key: string): Promise<TestResponse> =>
      second.request('POST', '/oauth/client', {
        as: ada.token,
        body: { name: 'Mine' },
        headers: { 'idempotency-key': key },
      });
    it('returns 409 while the other process executes it, and its response afterwards', async () => {
      const { answer, free } = await blockRequest(() => post('one'));
      const conflicting = await postToSecond('one');
      await free();
      const [first, copy] = [await answer, await postToSecond('one')];

      expect([
        conflicting.statusCode,
        conflicting.json<{ code: string }>().code,
        conflicting.headers['retry-after'],
      ]).toEqual([409, 'request_under_way', '1']);
      expect([first.statusCode, copy.statusCode, copy.body, copy.headers['idempotent-replayed']]).toEqual([
        200,
        200,
        first.body,
        'true',
      ]);
      expect((await listClientNames()).filter((name) => name === 'Mine')).toHaveLength(1);
    });

    it('executes at once when the other process has lost its connection', async () => {
      const { answer, pid, free } = await blockRequest(() => post('one'));
      await execute(`select pg_terminate_backend(${pid})`);
      await free();
      const [lost, next] = [await answer, await postToSecond('one')];

      expect([lost.statusCode, next.statusCode, next.headers['idempotent-replayed']]).toEqual([503, 200, undefined]);
      expect((await listClientNames()).filter((name) => name === 'Mine')).toHaveLength(1);
    });
  });

  it('finishes when its caller hangs up, and answers the copy', async () => {
    const url = await testApp.url();
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${ada.token}`,
      'idempotency-key': 'hung-up',
    };
    const abort = new AbortController();
    const { answer, free } = await blockRequest(() =>
      fetch(`${url}/oauth/client`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: 'Mine' }),
        signal: abort.signal,
      }).catch(() => null),
    );
    abort.abort();
    await answer;
    await free();

    await within(30_000, async () => {
      const { statusCode, headers: replayHeaders } = await post('hung-up');
      expect([statusCode, replayHeaders['idempotent-replayed']]).toEqual([200, 'true']);
    });
    expect((await listClientNames()).filter((name) => name === 'Mine')).toHaveLength(1);
  });

  it('is stored sealed for 72 hours, then deleted', async () => {
    const { secret } = (await post('one')).json<{ secret: string }>();
    const [row] = await execute(
      `select *, round(extract(epoch from expires_at - now()) / 3600, 1) as hours from idempotent_answers`,
    );
    expect([Number(row?.['hours']), JSON.stringify(row).includes(secret)]).toEqual([72, false]);

    expect(await cleanUp(testApp, 10)).toBe(0);
    await execute(`update idempotent_answers set expires_at = now() - interval '1 second'`);
    expect((await post('one')).json<{ secret: string }>().secret).not.toBe(secret);
    await execute(`update idempotent_answers set expires_at = now() - interval '1 second'`);
    expect([await cleanUp(testApp, 10), await execute('select 1 from idempotent_answers')]).toEqual([1, []]);
  });

  it('fails and changes nothing when its response cannot be stored', async () => {
    await execute('create table counted (line integer)');
    const { statusCode } = await post('bytes', {}, ada.token, '/counting-endpoints/bytes');

    expect([statusCode, await execute('select line from counted')]).toEqual([500, []]);
  });
});
