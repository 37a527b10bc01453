import { cleanUp } from '../support/clean-up.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { authorizeUrl, openBrowserClient } from '../support/browser-client.js';
import { waitUntil } from '../support/within.js';

const TABLES = ['access_tokens', 'refresh_tokens', 'token_families'] as const;

describe('clean-up of expired rows', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeEach(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterEach(() => testApp.close());

  const countRows = async () => {
    const rows = await Promise.all(
      TABLES.map((table) => testApp.orm.em.fork().execute<{ count: string }[]>(`select count(*) from ${table}`)),
    );
    return rows.map(([row]) => Number(row?.count));
  };
  const signIn = async () =>
    (await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) })).json<
      Record<string, string>
    >();
  const ageRows = (table: string, interval: string) =>
    testApp.orm.em.execute(`update ${table} set expires_at = expires_at - interval '${interval}'`);

  it('removes them in batches and keeps the others', async () => {
    for (let index = 0; index < 12; index++) await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    for (const table of TABLES) await ageRows(table, '40 days');
    const freshTokens = await signIn();
    expect(await countRows()).toEqual([14, 1, 14]);

    expect(await cleanUp(testApp, 5)).toBe(26);
    expect(await countRows()).toEqual([1, 1, 1]);
    expect(await cleanUp(testApp, 5)).toBe(0);
    expect((await testApp.request('GET', '/users/me', { as: freshTokens['access_token'] ?? '' })).statusCode).toBe(200);
  });

  it('keeps rows for a day after their end, and used refresh tokens while reuse can be detected', async () => {
    const { refresh_token: token = '' } = await signIn();
    const refresh = () =>
      postToken(testApp, {
        form: { grant_type: 'refresh_token', refresh_token: token },
        authorization: basic(ada.key),
      });
    await refresh();
    await testApp.orm.em.execute(
      `update refresh_tokens set used_at = used_at - interval '1 minute' where used_at is not null`,
    );
    await ageRows('access_tokens', '2 hours');
    expect(await cleanUp(testApp, 5)).toBe(0);

    await ageRows('access_tokens', '2 days');
    expect(await cleanUp(testApp, 5)).toBe(3);
    expect((await refresh()).json().error).toBe('invalid_grant');
    const revokedFamilies = await testApp.orm.em.execute<unknown[]>(
      'select 1 from token_families where revoked_at is not null',
    );
    expect(revokedFamilies).toHaveLength(1);
  });

  it('removes codes and sessions, and keeps tokens of a removed session', async () => {
    const key = await createKey(testApp, ada.id, { redirectUris: ['https://app.example/cb'] });
    const browser = openBrowserClient(testApp);
    await browser.authorize(
      authorizeUrl({
        client_id: key.clientId,
        response_type: 'code',
        redirect_uri: 'https://app.example/cb',
        scope: 'openid',
      }),
      ada,
    );
    const countRowsOf = async (table: string) =>
      (await testApp.orm.em.fork().execute<unknown[]>(`select 1 from ${table}`)).length;
    const families = await countRowsOf('token_families');
    expect([await countRowsOf('authorization_codes'), await countRowsOf('sessions')]).toEqual([1, 1]);
    for (const table of ['authorization_codes', 'sessions']) await ageRows(table, '20 hours');
    expect(await cleanUp(testApp, 5)).toBe(0);

    for (const table of ['authorization_codes', 'sessions']) await ageRows(table, '2 days');
    expect(await cleanUp(testApp, 5)).toBe(2);
    expect([
      await countRowsOf('authorization_codes'),
      await countRowsOf('sessions'),
      await countRowsOf('token_families'),
    ]).toEqual([0, 0, families]);
  });

  it('runs in one process at a time', async () => {
    for (let index = 0; index < 30; index++) await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    for (const table of TABLES) await ageRows(table, '40 days');
    const removed = await Promise.all([cleanUp(testApp, 4), cleanUp(testApp, 4), cleanUp(testApp, 4)]);

    await cleanUp(testApp, 4);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    expect(await countRows()).toEqual([0, 0, 0]);
  });

  it('runs by itself at the configured interval', async () => {
    const frequentApp = await openTestApp({ beside: testApp, env: { CLEAN_UP_SECONDS: '1' } });
    try {
      for (const table of TABLES) await ageRows(table, '40 days');
      await waitUntil(async () => (await countRows()).every((count) => count === 0));
      expect(await countRows()).toEqual([0, 0, 0]);
    } finally {
      await frequentApp.close();
    }
  });

  it('follows the configured lifetimes', async () => {
    const shortLivedApp = await openTestApp({
      env: {
        OAUTH_ACCESS_SECONDS: '1',
        OAUTH_REFRESH_SECONDS: '2',
        OAUTH_FAMILY_SECONDS: '100',
        OAUTH_ON_BEHALF_ACCESS_SECONDS: '7',
        OAUTH_ON_BEHALF_SECONDS: '9',
      },
    });
    try {
      const [bob, admin] = [await people.bob(shortLivedApp), await people.admin(shortLivedApp)];
      const ownTokens = (
        await postToken(shortLivedApp, { form: passwordForm(bob), authorization: basic(bob.key) })
      ).json();
      const onBehalf = (
        await postToken(shortLivedApp, {
          form: passwordForm(admin, { customer_id: String(bob.id) }),
          authorization: basic(admin.key),
        })
      ).json();
      expect([ownTokens.expires_in, onBehalf.expires_in]).toEqual([1, 7]);

      await new Promise((resolve) => setTimeout(resolve, 2100));
      expect((await shortLivedApp.request('GET', '/users/me', { as: ownTokens.access_token })).statusCode).toBe(303);
      expect(
        (
          await postToken(shortLivedApp, {
            form: { grant_type: 'refresh_token', refresh_token: ownTokens.refresh_token },
            authorization: basic(bob.key),
          })
        ).json().error,
      ).toBe('invalid_grant');
      expect((await shortLivedApp.request('GET', '/users/me', { as: onBehalf.access_token })).statusCode).toBe(200);
    } finally {
      await shortLivedApp.close();
    }
  });
});
