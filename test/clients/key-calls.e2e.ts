import { randomBytes } from 'node:crypto';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { readCallAddresses, writeKeyCalls } from '../support/key-calls.js';
import { keyPages } from '../support/key-pages.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

type Call = Readonly<{
  at: string;
  method: string;
  route: string | null;
  path: string;
  status: number;
  milliseconds: number;
  code: string | null;
  request_id: string;
  is_proven: boolean;
}>;

describe('the last requests of a key', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let token: string;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { OAUTH_SHOW_SECRETS: 'always', OAUTH_KEYS_PER_USER: '100' } });
    ada = await people.ada(testApp);
  });
  beforeEach(async () => {
    key = await createKey(testApp, ada.id, { redirectUris: ['https://app.example/cb'] });
    token = await issueToken(testApp, { userId: ada.id, clientId: key.clientId });
  });
  afterAll(() => testApp.close());

  const listed = async ({ clientId }: Key, query = ''): Promise<Call[]> =>
    (await testApp.request('GET', `/oauth/client/${clientId}/requests${query}`, { as: ada.token })).json();
  const brief = (calls: readonly Call[]) => calls.map(({ method, path, status, code }) => [method, path, status, code]);

  it('lists the key’s requests with their status, newest first', async () => {
    const ok = await testApp.request('GET', '/users/me', { as: token });
    const missing = await testApp.request('GET', '/orders/812?include_closed=true', { as: token });
    const calls = await listed(key);

    expect(brief(calls)).toEqual([
      ['GET', '/orders/812?…', missing.statusCode, missing.json().code],
      ['GET', '/users/me', 200, null],
    ]);
    expect(calls.map((call) => call.request_id)).toEqual([missing.headers['x-request-id'], ok.headers['x-request-id']]);
    expect(calls.map(({ route, is_proven: isProven }) => [route, isProven])).toEqual([
      ['/orders/:id', true],
      ['/users/me', true],
    ]);
    expect(
      calls.every(({ at, milliseconds }) => Math.abs(Date.parse(at) - Date.now()) < 10_000 && milliseconds > 0),
    ).toBe(true);
  });

  it('lists rejected, malformed, forbidden, rate-limited and unknown requests', async () => {
    await testApp.request('GET', '/users', { as: token });
    await testApp.request('POST', '/orderactions', {
      as: token,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    await testApp.request('GET', '/nowhere', { as: token });
    const late = await issueToken(testApp, { userId: ada.id, clientId: key.clientId });
    await testApp.orm.em
      .fork()
      .execute(
        `update access_tokens set expires_at = now() - interval '1 minute' where family_id in (select id from token_families where client_id = ?)`,
        [key.clientId],
      );
    await testApp.request('GET', '/accounts', { as: late, headers: { prefer: 'status=401' } });
    await testApp.request('GET', '/accounts', { as: late });

    expect(brief(await listed(key))).toEqual([
      ['GET', '/accounts', 303, 'login_required'],
      ['GET', '/accounts', 401, 'login_required'],
      ['GET', '/…', 404, 'unknown_route'],
      ['POST', '/orderactions', 400, 'malformed_json'],
      ['GET', '/users', 403, 'administrators_only'],
    ]);
    expect((await listed(key, '?outcome=answered')).length).toBe(0);
    expect((await listed(key, '?outcome=failed')).length).toBe(5);
  });

  it('distinguishes requests with the secret from requests with only the client id at the token endpoint', async () => {
    await postToken(testApp, { form: passwordForm(ada), authorization: basic(key) });
    await postToken(testApp, { form: { ...passwordForm(ada), password: 'wrong' }, authorization: basic(key) });
    await postToken(testApp, { form: passwordForm(ada), authorization: basic({ ...key, clientSecret: 'wrong' }) });
    await postToken(testApp, { form: passwordForm(ada, { client_id: key.clientId, client_secret: key.clientSecret }) });
    const open = await createKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none' });
    await postToken(testApp, { form: { grant_type: 'authorization_code', code: 'x', client_id: open.clientId } });
    await testApp.request('POST', '/oauth/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { token: 'x', client_id: open.clientId },
    });

    expect((await listed(key)).map(({ status, code, is_proven: isProven }) => [status, code, isProven])).toEqual([
      [200, null, true],
      [401, 'invalid_client', false],
      [400, 'invalid_grant', true],
      [200, null, true],
    ]);
    expect((await listed(open)).map(({ is_proven: isProven }) => isProven)).toEqual([false, false]);
  });

  it('keeps the last two hundred requests; requests with only the client id displace none of them', async () => {
    for (let at = 0; at < 230; at++) {
      await testApp.request('GET', `/marketdata?instrument_ids=${at + 1}`, { as: token });
      if (at % 100 === 99) await writeKeyCalls(testApp);
    }
    for (let at = 0; at < 70; at++)
      await testApp.request('POST', '/users', {
        headers: { authorization: basic({ ...key, clientSecret: `wrong ${at}` }) },
        body: {},
      });
    await writeKeyCalls(testApp);
    await testApp.request('GET', '/users/me', { as: token });
    await writeKeyCalls(testApp);
    const calls = await listed(key, '?per_page=1000');

    expect(calls.filter((call) => call.is_proven).length).toBe(200);
    expect(calls.filter((call) => !call.is_proven).length).toBe(50);
    expect(calls.filter((call) => call.is_proven).at(-1)?.path).toBe('/marketdata?instrument_ids=32');
  });

  it('pages through the requests without gaps or duplicates', async () => {
    for (let at = 0; at < 7; at++) await testApp.request('GET', `/orders/${at + 1}`, { as: token });
    const found: string[] = [];
    for (let url: string | null = `/oauth/client/${key.clientId}/requests?per_page=3`; url !== null;) {
      const page = await testApp.request('GET', url, { as: ada.token });
      found.push(...page.json<Call[]>().map(({ path }) => path));
      url = /<([^>]*)>/.exec(String(page.headers.link ?? ''))?.[1] ?? null;
    }

    expect(found).toEqual([7, 6, 5, 4, 3, 2, 1].map((at) => `/orders/${at}`));
  });

  it('survives a restart and is deleted with the key', async () => {
    const short = await openTestApp({ beside: testApp, env: { SECRET_KEY: testApp.config.secretKey } });
    await short.request('GET', '/users/me', { as: token });
    await short.close();

    expect(brief(await listed(key))).toEqual([['GET', '/users/me', 200, null]]);
    await testApp.request('DELETE', `/oauth/client/${key.clientId}`, { as: ada.token });
    expect(await testApp.orm.em.fork().execute('select 1 from key_calls where client_id = ?', [key.clientId])).toEqual(
      [],
    );
  });

  it('answers alike for another user’s key and a missing key', async () => {
    const bob = await people.bob(testApp);
    const admin = await people.admin(testApp);
    const answers = await Promise.all(
      [bob, admin].flatMap(({ token: as }) =>
        [key.clientId, 'none', '%00'].map((id) => testApp.request('GET', `/oauth/client/${id}/requests`, { as })),
      ),
    );

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404));
    expect(new Set(answers.map((answer) => answer.json<{ detail: string }>().detail)).size).toBe(1);
  });

  it('contains no secret from any part of a request', async () => {
    const secrets = [token, key.clientSecret, 'hunter2', ada.password];
    await testApp.request('GET', `/users/me?access_token=${token}`, { as: token });
    await testApp.request('GET', `/oauth/client/${key.clientSecret}/requests`, { as: token });
    await testApp.request('GET', `/orders?status=${token}&password=hunter2&acct_id=${key.clientSecret}`, { as: token });
    await testApp.request('GET', `/marketdata/stream?ticket=ktt_${'x'.repeat(43)}&hunter2`, { as: token });
    await testApp.request('GET', `/${encodeURIComponent(`password=${ada.password}`)}`, { as: token });
    const calls = await listed(key);
    const rows = JSON.stringify(await testApp.orm.em.fork().execute('select * from key_calls'));

    expect(calls).toHaveLength(5);
    expect(secrets.filter((secret) => rows.includes(secret) || rows.includes(encodeURIComponent(secret)))).toEqual([]);
    expect(calls.map(({ path }) => path)).toContain('/orders?status=…&password=…&acct_id=…');
  });

  it('removes secrets from every part of the URL of every endpoint', async () => {
    const { paths, kept: shown } = await readCallAddresses(testApp, key.clientId);
    const secret = (): string => `s${randomBytes(9).toString('base64url')}Q9`;
    const kept: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      const names = Object.values(operations).flatMap(({ parameters = [] }) =>
        parameters.map((one) => ('name' in one ? one.name : 'x')),
      );
      for (const method of Object.keys(operations)) {
        const [inPath, inName, inValue, behind] = [secret(), secret(), secret(), secret()];
        const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
        const query = [...names, 'password', inName].map((name) => `${name}=${inValue}`).join('&');
        const asked = path.replaceAll(/\{\w+\}/g, inPath);
        const addresses = [
          shown({ method: method.toUpperCase(), route, url: `${asked}?${query}` }),
          shown({ method: method.toUpperCase(), route: null, url: `${asked}/${behind}?${query}` }),
          shown({ method: method.toUpperCase(), route: null, url: `/${behind}${asked}` }),
        ];
        kept.push(
          ...addresses.filter((address) => [inPath, inName, inValue, behind].some((each) => address.includes(each))),
        );
      }
    }

    expect(kept).toEqual([]);
    expect(shown({ method: 'GET', route: '/orders', url: '/orders?acct_id=7&status=Open' })).toBe(
      '/orders?acct_id=7&status=Open',
    );
    await testApp.request('GET', '/orders?acct_id=hunter6', { as: token });
    await testApp.request('GET', '/login/hunter6', { as: token });
    expect((await listed(key)).map(({ path }) => path)).toEqual(['/login/…', '/orders?acct_id=…']);
  });

  it('shows the requests on a page, with a link to each error code', async () => {
    const { browser } = await keyPages(testApp).enter('ada');
    const url = `/profile/keys/${key.clientId}/requests`;
    expect((await browser.get('/profile')).body).toContain(`href="${url}"`);
    const empty = await browser.get(url);
    expect(empty.body).toContain('No requests from this key yet.');
    expect(empty.body).toContain(`curl -u &quot;${key.clientId}:$CLIENT_SECRET&quot;`);
    expect(empty.body).not.toContain(key.clientSecret);

    const refused = await testApp.request('GET', '/users', { as: token });
    const page = await browser.get(url);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('<a href="/docs/errors/administrators_only">administrators_only</a>');
    expect(page.body).toContain(String(refused.headers['x-request-id']));
    expect((await browser.get(`${url}?outcome=answered`)).body).toContain('No requests match.');
    expect((await browser.get('/profile/keys/none/requests')).statusCode).toBe(404);
  });
});
