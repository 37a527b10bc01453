import { type TestApp, openTestApp } from '../support/test-app.js';
import { authorizeUrl, openBrowserClient, readAuthorizationResponse } from '../support/browser-client.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { waitUntil } from '../support/within.js';

const LISTENING_CONNECTIONS = `application_name = 'kontor access changes' and datname = current_database()`;

/** Two houses on one database are two processes as far as the database can tell. */
describe('the cache of tokens', () => {
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

  const sql = (text: string, values: unknown[] = []) => testApp.orm.em.execute<Record<string, number>[]>(text, values);
  const isTokenAccepted = async (targetApp: TestApp, as: string) =>
    (await targetApp.request('GET', '/users/me', { as })).statusCode === 200;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  /** A token of a person and key of its own, remembered in both houses. */
  async function createCachedToken() {
    const bob = await people.named(testApp, `bob-${Math.random().toString(36).slice(2)}`);
    const key = await createKey(testApp, bob.id);
    const token = await issueToken(testApp, { userId: bob.id, clientId: key.clientId });
    expect([await isTokenAccepted(testApp, token), await isTokenAccepted(otherApp, token)]).toEqual([true, true]);
    return { bob, key, token };
  }

  async function measureAcceptedMs(targetApp: TestApp, token: string): Promise<number> {
    const start = performance.now();
    while (await isTokenAccepted(targetApp, token)) {
      if (performance.now() - start > 10_000) return Infinity;
      await pause(10);
    }
    return performance.now() - start;
  }

  const revocations: [
    what: string,
    end: (cached: Awaited<ReturnType<typeof createCachedToken>>) => Promise<unknown>,
  ][] = [
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

  it.each(revocations)('forgets a token in every process within a second when %s', async (_what, revoke) => {
    const token = await createCachedToken();
    await revoke(token);

    expect(await measureAcceptedMs(otherApp, token.token)).toBeLessThan(1000);
    expect(await measureAcceptedMs(testApp, token.token)).toBeLessThan(1000);
  });

  const toggles: [
    what: string,
    set: (cached: Awaited<ReturnType<typeof createCachedToken>>, enabled: boolean) => Promise<unknown>,
  ][] = [
    ['user', ({ bob }, enabled) => sql('update users set enabled = ? where id = ?', [enabled, bob.id])],
    ['key', ({ key }, enabled) => sql('update clients set enabled = ? where client_id = ?', [enabled, key.clientId])],
  ];

  it.each(toggles)('refuses a token after its %s was disabled and enabled again', async (_what, setEnabled) => {
    const token = await createCachedToken();
    const other = await createCachedToken();
    await setEnabled(token, false);
    await setEnabled(token, true);

    expect(await measureAcceptedMs(testApp, token.token)).toBeLessThan(1000);
    const families = `select count(*)::int as alive from token_families where revoked_at is null and client_id = ?`;
    expect([await sql(families, [token.key.clientId]), await sql(families, [other.key.clientId])]).toEqual([
      [{ alive: 0 }],
      [{ alive: 1 }],
    ]);
    expect(
      await isTokenAccepted(
        otherApp,
        await issueToken(testApp, { userId: token.bob.id, clientId: token.key.clientId }),
      ),
    ).toBe(true);
  });

  describe('of an API key whose owner is disabled', () => {
    const CALLBACK = 'https://app.example/cb';
    let owner: Person;
    let key: Key;
    let codes: string[];
    let tokens: Readonly<Record<'access_token' | 'refresh_token', string>>;
    beforeAll(async () => {
      owner = await people.named(testApp, 'owner-of-an-application');
      const grantTypes = ['password', 'refresh_token', 'authorization_code', 'client_credentials'] as const;
      key = await createKey(testApp, owner.id, {
        grantTypes: [...grantTypes],
        redirectUris: [CALLBACK],
        firstParty: true,
      });
      const browser = openBrowserClient(testApp);
      const authorize = async () =>
        readAuthorizationResponse(await browser.authorize(toAuthorizeUrl(), ada)).query['code'] ?? '';
      codes = [await authorize(), await authorize()];
      const exchanged = await askForToken(testApp, { grant_type: 'authorization_code', code: codes.pop() });
      expect(exchanged.json()).toMatchObject({ token_type: 'bearer' });
      tokens = (await askForToken(testApp, passwordForm(ada))).json();
      for (const app of [testApp, otherApp]) {
        expect((await askForToken(app, { grant_type: 'client_credentials' })).statusCode).toBe(200);
        expect(await isTokenAccepted(app, tokens.access_token)).toBe(true);
      }
      await setOwnerEnabled(false);
    });

    const toAuthorizeUrl = () =>
      authorizeUrl({ client_id: key.clientId, response_type: 'code', redirect_uri: CALLBACK, scope: 'openid' });
    const setOwnerEnabled = (isEnabled: boolean) =>
      sql('update users set enabled = ? where id = ?', [isEnabled, owner.id]);
    const askForToken = (app: TestApp, form: Readonly<Record<string, string | undefined>>) =>
      postToken(app, { form: form as Record<string, string>, authorization: basic(key) });
    const post = (app: TestApp, path: string, body: Readonly<Record<string, string>>) =>
      app.request('POST', path, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(key) },
        body,
      });

    it('refuses the tokens of every user at once, and in another process within a second', async () => {
      expect(await measureAcceptedMs(otherApp, tokens.access_token)).toBeLessThan(1000);
      expect(await measureAcceptedMs(testApp, tokens.access_token)).toBeLessThan(1000);
    });

    it.each<[title: string, send: (app: TestApp) => ReturnType<typeof post>]>([
      ['the grant password', (app) => askForToken(app, passwordForm(ada))],
      ['the grant authorization_code', (app) => askForToken(app, { grant_type: 'authorization_code', code: codes[0] })],
      [
        'the grant refresh_token',
        (app) => askForToken(app, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
      ],
      ['the grant client_credentials', (app) => askForToken(app, { grant_type: 'client_credentials' })],
      ['introspection', (app) => post(app, '/oauth/introspect', { token: tokens.access_token })],
      ['revocation', (app) => post(app, '/oauth/revoke', { token: tokens.access_token })],
    ])('answers %s with 401 invalid_client', async (_title, send) => {
      for (const app of [testApp, otherApp]) {
        const { statusCode, body } = await send(app);
        expect([statusCode, JSON.parse(body)]).toMatchObject([401, { error: 'invalid_client' }]);
      }
    });

    it('is unknown to the authorization endpoint, which asks others to sign in first', async () => {
      const browser = openBrowserClient(testApp);
      const anonymous = await testApp.request('GET', toAuthorizeUrl(), {});
      await browser.signIn(ada);
      const { statusCode, body } = await browser.get(toAuthorizeUrl());

      expect(anonymous.statusCode).toBe(401);
      expect([statusCode, body.includes('client_id')]).toEqual([400, true]);
    });

    it('lives again with its owner, and its tokens do not', async () => {
      await setOwnerEnabled(true);

      expect((await askForToken(otherApp, passwordForm(ada))).statusCode).toBe(200);
      expect(await isTokenAccepted(testApp, tokens.access_token)).toBe(false);
      const old = [
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
        { grant_type: 'authorization_code', code: codes[0] },
      ];
      for (const form of old)
        expect((await askForToken(testApp, form)).json()).toMatchObject({ error: 'invalid_grant' });
    });
  });

  it('keeps a token whose change was not announced (control)', async () => {
    const { key, token } = await createCachedToken();
    await testApp.orm.em.fork().transactional(async (em) => {
      await em.execute('set local session_replication_role = replica');
      await em.execute('update token_families set revoked_at = now() where client_id = ?', [key.clientId]);
    });

    await pause(300);
    expect(await isTokenAccepted(otherApp, token)).toBe(true);
    expect(await measureAcceptedMs(otherApp, token)).toBeLessThan(6000);
  });

  it('is not used while announcements are interrupted', async () => {
    const listPids = async () =>
      (await sql(`select pid from pg_stat_activity where ${LISTENING_CONNECTIONS}`)).map(({ pid }) => pid);
    const pidsBefore = await listPids();
    expect(pidsBefore).toHaveLength(2);
    const { key, token } = await createCachedToken();

    await sql(`select pg_terminate_backend(pid) from pg_stat_activity where ${LISTENING_CONNECTIONS}`);
    await sql('update token_families set revoked_at = now() where client_id = ?', [key.clientId]);
    expect(await measureAcceptedMs(otherApp, token)).toBeLessThan(1000);
    expect(await isTokenAccepted(otherApp, ada.token)).toBe(true);

    await waitUntil(async () => {
      const pids = await listPids();
      return pids.length === 2 && !pids.some((pid) => pidsBefore.includes(pid));
    });
    const nextToken = await createCachedToken();
    await sql('update token_families set revoked_at = now() where client_id = ?', [nextToken.key.clientId]);
    expect(await measureAcceptedMs(otherApp, nextToken.token)).toBeLessThan(1000);
  });
});
