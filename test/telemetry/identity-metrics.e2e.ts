import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

describe('metrics of sign-ins and tokens', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let before: Map<string, number>;
  beforeAll(async () => {
    testApp = await openTestApp({ hasCostlyPasswords: true });
    ada = await people.ada(testApp);
    key = await createKey(testApp, ada.id, {
      redirectUris: [CALLBACK],
      grantTypes: ['password', 'refresh_token', 'authorization_code', 'implicit', 'client_credentials'],
    });
  });
  beforeEach(async () => {
    before = await readMetrics();
  });
  afterAll(() => testApp.close());

  const readMetrics = async (): Promise<Map<string, number>> => {
    const { body } = await testApp.request('GET', '/metrics');
    return new Map(
      body
        .split('\n')
        .filter((line) => line.startsWith('kontor_'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  };
  /** By how much each figure has grown since the test began. */
  const measureGrowth = async (name: string): Promise<Record<string, number>> => {
    const now = [...(await readMetrics())].filter(([metric]) => metric.startsWith(name));
    return Object.fromEntries(
      now
        .map(([metric, value]): [string, number] => [metric.slice(name.length), value - (before.get(metric) ?? 0)])
        .filter(([, growth]) => growth !== 0),
    );
  };
  const requestToken = (form: Record<string, string>, of = key) =>
    postToken(testApp, { form, authorization: basic(of) });
  const createAuthorizeUrl = (type: string, more = {}) =>
    authorizeUrl({
      client_id: key.clientId,
      redirect_uri: CALLBACK,
      response_type: type,
      scope: 'openid',
      nonce: 'n',
      ...more,
    });

  it('count issued tokens by grant', async () => {
    const { refresh_token: refreshToken } = (await requestToken(passwordForm(ada))).json();
    await requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
    await requestToken({ grant_type: 'client_credentials' });
    const browser = openBrowserClient(testApp);
    await requestToken({
      grant_type: 'authorization_code',
      code: readAuthorizationResponse(await browser.authorize(createAuthorizeUrl('code'), ada)).query['code'] ?? '',
    });
    await browser.get(createAuthorizeUrl('id_token token'));

    expect(await measureGrowth('kontor_tokens_issued_total')).toEqual({
      ...{
        '{grant="password"}': 1,
        '{grant="refresh_token"}': 1,
        '{grant="client_credentials"}': 1,
        '{grant="authorization_code"}': 1,
        '{grant="implicit"}': 1,
      },
    });
    expect(await measureGrowth('kontor_authorizations_total')).toEqual({
      '{result="code"}': 1,
      '{result="id_token token"}': 1,
    });
  });

  it('count rejections by grant and error, with fixed labels', async () => {
    await requestToken(passwordForm({ ...ada, password: 'wrong' }));
    await requestToken({ grant_type: 'swordfish' });
    await requestToken({ grant_type: 'password' }, { ...key, clientSecret: 'swordfish' });
    await openBrowserClient(testApp).get(createAuthorizeUrl('code', { prompt: 'none' }));

    expect(await measureGrowth('kontor_token_refusals_total')).toEqual({
      '{grant="password",error="invalid_grant"}': 1,
      '{grant="none",error="unsupported_grant_type"}': 1,
      '{grant="password",error="invalid_client"}': 1,
    });
    expect(await measureGrowth('kontor_authorizations_total')).toEqual({ '{result="login_required"}': 1 });
    expect((await testApp.request('GET', '/metrics')).body).not.toMatch(/swordfish|ada@|127\.0\.0\.1/);
  });

  it('count what a lost database refuses by its code', async () => {
    const em = testApp.orm.em.fork();
    let answer: ReturnType<typeof requestToken> | undefined;
    await em.transactional(async (lock) => {
      await lock.execute('lock table token_families in access exclusive mode');
      answer = requestToken({ grant_type: 'client_credentials' });
      let ended: unknown[] = [];
      while (ended.length === 0)
        ended = await lock.execute(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
    });

    expect((await answer)?.statusCode).toBe(503);
    expect(await measureGrowth('kontor_token_refusals_total')).toEqual({
      '{grant="client_credentials",error="database_unavailable"}': 1,
    });
  });

  it('count reused refresh tokens and codes', async () => {
    const { refresh_token: refreshToken } = (await requestToken(passwordForm(ada))).json();
    await requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
    await testApp.orm.em.fork().execute(`update refresh_tokens set used_at = used_at - interval '1 minute'`);
    await requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const code =
      readAuthorizationResponse(await openBrowserClient(testApp).authorize(createAuthorizeUrl('code'), ada)).query[
        'code'
      ] ?? '';
    for (let times = 0; times < 3; times++) await requestToken({ grant_type: 'authorization_code', code });

    expect(await measureGrowth('kontor_reuse_detected_total')).toEqual({
      '{kind="refresh_token"}': 1,
      '{kind="authorization_code"}': 1,
    });
  });

  it('count sign-ins by outcome, and 429 at every endpoint', async () => {
    const eve = await people.eve(testApp);
    await openBrowserClient(testApp).signIn(eve);
    for (let times = 0; times < 11; times++) await requestToken(passwordForm({ ...eve, password: 'wrong' }));

    expect(await measureGrowth('kontor_sign_ins_total')).toEqual({
      '{outcome="granted"}': 1,
      '{outcome="denied"}': 10,
      '{outcome="slowed"}': 1,
    });
    expect(await measureGrowth('kontor_http_limited_total')).toEqual({ '{route="/oauth/token"}': 1 });
  });

  it('count hashed and waiting passwords, with durations', async () => {
    const volley = Promise.all(Array.from({ length: 8 }, () => requestToken(passwordForm(ada))));
    let waiting = 0;
    for (let looks = 0; looks < 200 && waiting === 0; looks++)
      waiting = (await readMetrics()).get('kontor_password_queue{state="waiting"}') ?? 0;
    await volley;
    const hashed = await measureGrowth('kontor_password_seconds_count');

    expect(waiting).toBeGreaterThan(0);
    expect(hashed).toEqual({ '{stage="waited"}': 8, '{stage="hashed"}': 8 });
    expect((await measureGrowth('kontor_password_seconds_sum'))['{stage="hashed"}']).toBeGreaterThan(0.1);
    expect((await readMetrics()).get('kontor_password_queue{state="running"}')).toBe(0);
  });
});
