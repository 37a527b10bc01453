import { setTimeout as pause } from 'node:timers/promises';
import { openSilentProxy } from '../support/database-proxies.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const FORM = { grant_type: 'client_credentials' };

/** Two test apps on one database are two processes as far as the database can tell. */
describe('the cache of API keys', () => {
  let testApp: TestApp;
  let otherApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    otherApp = await openTestApp({ beside: testApp });
    ada = await people.ada(testApp);
  });
  afterAll(async () => {
    await otherApp.close();
    await testApp.close();
  });

  const sql = (text: string, values: unknown[] = []) => testApp.orm.em.fork().execute(text, values);
  const readStatus = async (app: TestApp, key: Key) =>
    (await postToken(app, { form: FORM, authorization: basic(key) })).statusCode;

  /** A key that both processes remember. */
  async function createCachedKey(): Promise<Key> {
    const key = await createKey(testApp, ada.id, { grantTypes: ['client_credentials'] });
    expect([await readStatus(testApp, key), await readStatus(otherApp, key)]).toEqual([200, 200]);
    return key;
  }

  const replaceSecret = ({ clientId }: Key) =>
    testApp.request('POST', `/oauth/client/${clientId}/secret`, { as: ada.token, body: { overlap_seconds: 0 } });

  /** The connections that hear of changes, and whether they wait for the next one. */
  const listListeners = (): Promise<{ pid: number; isWaiting: boolean }[]> =>
    testApp.orm.em.fork().execute(
      `select pid, state = 'idle' and wait_event = 'ClientRead' as "isWaiting" from pg_stat_activity
where application_name = 'kontor access changes' and datname = current_database()`,
    );

  /** Both processes trust what they remember, because the next heartbeat is not overdue yet. A connection that was stopped with a lock would stop all others. */
  async function stopAnnouncements(): Promise<() => void> {
    const pids = (await listListeners()).map(({ pid }) => pid);
    const signal = (name: NodeJS.Signals): void => pids.forEach((pid) => process.kill(pid, name));
    for (;;) {
      signal('SIGSTOP');
      if ((await listListeners()).every(({ isWaiting }) => isWaiting)) return () => signal('SIGCONT');
      signal('SIGCONT');
      await pause(20);
    }
  }

  async function measureAcceptedMs(app: TestApp, key: Key): Promise<number> {
    const start = performance.now();
    while ((await readStatus(app, key)) === 200 && performance.now() - start < 10_000) await pause(5);
    return performance.now() - start;
  }

  const changes: readonly [title: string, change: (key: Key) => Promise<unknown>, status: number][] = [
    ['its secret is replaced', (key) => replaceSecret(key), 401],
    [
      'its grants are changed',
      ({ clientId: client_id }) =>
        testApp.request('PUT', '/oauth/client', {
          as: ada.token,
          body: { client_id, name: 'Changed', grant_types: ['password'] },
        }),
      400,
    ],
    ['it is removed', ({ clientId }) => testApp.request('DELETE', `/oauth/client/${clientId}`, { as: ada.token }), 401],
  ];

  it.each(changes)(
    'forgets a key at once when %s, and in another process within a second',
    async (_title, change, status) => {
      const key = await createCachedKey();

      const changed = (await change(key)) as { statusCode: number };

      expect(changed.statusCode).toBeLessThan(300);
      expect(await readStatus(testApp, key)).toBe(status);
      expect(await measureAcceptedMs(otherApp, key)).toBeLessThan(1_000);
      expect(await readStatus(otherApp, key)).toBe(status);
    },
  );

  it('forgets a key before the change is answered, while announcements are late', async () => {
    const key = await createCachedKey();
    const goOn = await stopAnnouncements();
    try {
      await replaceSecret(key);

      expect(await readStatus(testApp, key)).toBe(401);
    } finally {
      goOn();
    }
  });

  it.each([
    ['disabled', 'update clients set enabled = false where client_id = ?'],
    ['deleted', 'delete from clients where client_id = ?'],
  ])('gives no token to a key that is %s beside the service, even before it hears of it', async (_title, statement) => {
    const key = await createCachedKey();
    const goOn = await stopAnnouncements();
    try {
      await sql(statement, [key.clientId]);

      expect([await readStatus(testApp, key), await readStatus(otherApp, key)]).toEqual([401, 401]);
    } finally {
      goOn();
    }
  });

  it('gives no token of another user to a key whose owner is disabled, even before it hears of it', async () => {
    const owner = await people.named(testApp, 'owner');
    const key = await createKey(testApp, owner.id);
    const signIn = (app: TestApp) => postToken(app, { form: passwordForm(ada), authorization: basic(key) });
    for (const app of [testApp, otherApp]) expect((await signIn(app)).statusCode).toBe(200);
    const goOn = await stopAnnouncements();
    try {
      await sql('update users set enabled = false where id = ?', [owner.id]);

      for (const app of [testApp, otherApp]) expect((await signIn(app)).json().error).toBe('invalid_client');
    } finally {
      goOn();
    }
  });

  describe('while the table of keys is locked', () => {
    const revoke = async ({ clientId, clientSecret }: Key) =>
      (
        await testApp.request('POST', '/oauth/revoke', {
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: basic({ clientId, clientSecret }),
          },
          payload: 'token=unknown',
        })
      ).statusCode;
    const revokeWhileLocked = (key: Key): Promise<number> =>
      testApp.orm.em.fork().transactional(async (em) => {
        await em.execute('lock table clients in access exclusive mode');
        return revoke(key);
      });

    it('answers the right secret', async () => {
      // On a busy machine a heartbeat of the announcements may be late, and then nothing is answered from memory.
      let status = 0;
      for (let attempt = 0; attempt < 5 && status !== 200; attempt++)
        status = await revokeWhileLocked(await createCachedKey());

      expect(status).toBe(200);
    });

    it('looks up a key with a wrong secret', async () => {
      const key = { ...(await createCachedKey()), clientSecret: 'wrong' };

      expect(await revokeWhileLocked(key)).toBe(503);
      expect(await revoke(key)).toBe(401);
    });
  });

  it('is not used by a process that cannot hear of changes', async () => {
    const databaseProxy = await openSilentProxy(testApp.database.url);
    const deafApp = await openTestApp({ beside: { database: databaseProxy } });
    try {
      const key = await createKey(testApp, ada.id, { grantTypes: ['client_credentials'] });
      expect(await readStatus(deafApp, key)).toBe(200);

      await replaceSecret(key);

      expect(await readStatus(deafApp, key)).toBe(401);
    } finally {
      await deafApp.close();
      await databaseProxy.close();
    }
  });
});
