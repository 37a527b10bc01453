import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, giveToken, people, type Person } from '../support/people.js';

const HEARS = `application_name = 'kontor access changes' and datname = current_database()`;

/** Two houses on one database are two processes as far as the database can tell. */
describe('what is remembered of a token', () => {
  let here: TestApp;
  let there: TestApp;
  let ada: Person;
  beforeAll(async () => {
    here = await openTestApp();
    there = await openTestApp({ beside: here });
    ada = await people.ada(here);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const sql = (text: string, values: unknown[] = []) => here.orm.em.execute<Record<string, number>[]>(text, values);
  const isAccepted = async (testApp: TestApp, as: string) =>
    (await testApp.request('GET', '/users/me', { as })).statusCode === 200;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  /** A token of a person and key of its own, remembered in both houses. */
  async function remembered() {
    const bob = await people.named(here, `bob-${Math.random().toString(36).slice(2)}`);
    const key = await giveKey(here, bob.id);
    const token = await giveToken(here, { userId: bob.id, clientId: key.clientId });
    expect([await isAccepted(here, token), await isAccepted(there, token)]).toEqual([true, true]);
    return { bob, key, token };
  }

  async function untilForgotten(testApp: TestApp, token: string): Promise<number> {
    const start = performance.now();
    while (await isAccepted(testApp, token)) {
      if (performance.now() - start > 10_000) return Infinity;
      await pause(10);
    }
    return performance.now() - start;
  }

  const endings: [what: string, end: (of: Awaited<ReturnType<typeof remembered>>) => Promise<unknown>][] = [
    [
      'the token is revoked',
      ({ key }) =>
        sql(
          'update access_tokens t set revoked_at = now() from token_families f where f.id = t.family_id and f.client_id = ?',
          [key.clientId],
        ),
    ],
    [
      'its family is revoked',
      ({ key }) => sql('update token_families set revoked_at = now() where client_id = ?', [key.clientId]),
    ],
    ['its key is disabled', ({ key }) => sql('update clients set enabled = false where client_id = ?', [key.clientId])],
    ['its key is deleted', ({ key }) => sql('delete from clients where client_id = ?', [key.clientId])],
    ['its user is disabled', ({ bob }) => sql('update users set enabled = false where id = ?', [bob.id])],
    ['its user is deleted', ({ bob }) => sql('delete from users where id = ?', [bob.id])],
  ];

  it.each(endings)('is forgotten in every process within a second when %s', async (_what, end) => {
    const token = await remembered();
    await end(token);

    expect(await untilForgotten(there, token.token)).toBeLessThan(1000);
    expect(await untilForgotten(here, token.token)).toBeLessThan(1000);
  });

  const switches: [
    what: string,
    set: (of: Awaited<ReturnType<typeof remembered>>, enabled: boolean) => Promise<unknown>,
  ][] = [
    ['user', ({ bob }, enabled) => sql('update users set enabled = ? where id = ?', [enabled, bob.id])],
    ['key', ({ key }, enabled) => sql('update clients set enabled = ? where client_id = ?', [enabled, key.clientId])],
  ];

  it.each(switches)('stays dead when its %s is disabled and enabled again', async (_what, set) => {
    const token = await remembered();
    const other = await remembered();
    await set(token, false);
    await set(token, true);

    expect(await untilForgotten(here, token.token)).toBeLessThan(1000);
    const families = `select count(*)::int as alive from token_families where revoked_at is null and client_id = ?`;
    expect([await sql(families, [token.key.clientId]), await sql(families, [other.key.clientId])]).toEqual([
      [{ alive: 0 }],
      [{ alive: 1 }],
    ]);
    expect(await isAccepted(there, await giveToken(here, { userId: token.bob.id, clientId: token.key.clientId }))).toBe(
      true,
    );
  });

  it('is indeed remembered: a change that is announced to nobody is not noticed at once', async () => {
    const { key, token } = await remembered();
    await here.orm.em.fork().transactional(async (em) => {
      await em.execute('set local session_replication_role = replica');
      await em.execute('update token_families set revoked_at = now() where client_id = ?', [key.clientId]);
    });

    await pause(300);
    expect(await isAccepted(there, token)).toBe(true);
    expect(await untilForgotten(there, token)).toBeLessThan(6000);
  });

  it('is not relied upon while announcements cannot be heard, and is again when they can', async () => {
    const before = (await sql(`select pid from pg_stat_activity where ${HEARS}`)).map(({ pid }) => pid);
    expect(before).toHaveLength(2);
    const { key, token } = await remembered();

    await sql(`select pg_terminate_backend(pid) from pg_stat_activity where ${HEARS}`);
    await sql('update token_families set revoked_at = now() where client_id = ?', [key.clientId]);
    expect(await untilForgotten(there, token)).toBeLessThan(1000);
    expect(await isAccepted(there, ada.token)).toBe(true);

    await pause(1000);
    const after = (await sql(`select pid from pg_stat_activity where ${HEARS}`)).map(({ pid }) => pid);
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    const next = await remembered();
    await sql('update token_families set revoked_at = now() where client_id = ?', [next.key.clientId]);
    expect(await untilForgotten(there, next.token)).toBeLessThan(1000);
  });
});
