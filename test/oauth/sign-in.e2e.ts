import { decodeJwt } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type RequestParameters = Record<string, string | undefined>;
type Response = Awaited<ReturnType<BrowserClient['get']>>;

describe('sign-in at the authorization endpoint', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let ownClient: Key;
  let foreignClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    ownClient = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
    foreignClient = await createKey(testApp, bob.id, { name: 'Bob’s <b>Reports</b>', redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const toAuthorizeUrl = (parameters: RequestParameters = {}, key = ownClient) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'id_token',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 'x y%+',
      nonce: 'n',
      ...parameters,
    });
  const openSession = async (person = ada): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const readIdToken = (response: Response): string => readAuthorizationResponse(response).fragment.id_token ?? '';

  describe('without a session', () => {
    it('shows the sign-in page and continues the same request afterwards', async () => {
      const browser = openBrowserClient(testApp);
      const page = await browser.get(toAuthorizeUrl());
      const [form] = formsOf(page.body);

      expect([page.statusCode, form?.action, form?.method]).toEqual([200, '/login', 'post']);
      const response = await browser.follow(
        await browser.submit(page, { username: ada.email, password: ada.password }),
      );
      expect([response.statusCode, readAuthorizationResponse(response).base]).toEqual([302, CALLBACK]);
      expect(readAuthorizationResponse(response).fragment).toEqual({
        id_token: expect.any(String),
        state: 'x y%+',
        iss: testApp.config.baseUrl,
      });
      expect(decodeJwt(readIdToken(response))).toMatchObject({ nonce: 'n', sub: String(ada.id) });
    });

    it('keeps a request of the maximum length', async () => {
      const state = 'ü%+'.repeat(800);
      const browser = openBrowserClient(testApp);
      const response = await browser.follow(
        await browser.submit(await browser.get(toAuthorizeUrl({ state })), {
          username: ada.email,
          password: ada.password,
        }),
      );

      expect(readAuthorizationResponse(response).fragment.state).toBe(state);
    });

    it('returns login_required as JSON to programs', async () => {
      const response = await testApp.request('GET', toAuthorizeUrl());

      expect([response.statusCode, response.headers.location]).toEqual([401, undefined]);
      expect(response.json()).toMatchObject({ error: 'login_required', status: 401 });
    });

    it('answers the posted sign-in with 303 to itself, then with 302 to the application', async () => {
      const browser = openBrowserClient(testApp);
      const submitted = await browser.submit(await browser.get(toAuthorizeUrl()), {
        username: ada.email,
        password: ada.password,
      });

      expect([submitted.statusCode, String(submitted.headers.location).startsWith('/oauth/authorize?')]).toEqual([
        303,
        true,
      ]);
      expect((await browser.get(String(submitted.headers.location))).statusCode).toBe(302);
    });

    it('shows a wrong password once and keeps the request', async () => {
      const browser = openBrowserClient(testApp);
      const page = await browser.follow(
        await browser.submit(await browser.get(toAuthorizeUrl()), { username: ada.email, password: 'wrong' }),
      );
      const unknown = await browser.follow(
        await browser.submit(page, { username: 'nobody@example.test', password: 'wrong' }),
      );

      for (const { body } of [page, unknown]) expect(body).toContain('The email or the password is wrong.');
      const response = await browser.follow(
        await browser.submit(unknown, { username: ada.email, password: ada.password }),
      );
      expect(readAuthorizationResponse(response)).toMatchObject({ base: CALLBACK, fragment: { state: 'x y%+' } });
    });

    it('limits guesses, and keeps the email for the form that the answer leads back to', async () => {
      const victim = await people.named(testApp, 'victim');
      const browser = openBrowserClient(testApp);
      const page = await browser.get(toAuthorizeUrl());
      const responses = [];
      for (let attempt = 0; attempt < 12; attempt++)
        responses.push(await browser.submit(page, { username: victim.email, password: 'guess' }));

      expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(303), 429, 429]);
      expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
      const [, link = ''] = /href="([^"]*)">Back to the form</.exec(responses.at(-1)?.body ?? '') ?? [];
      const form = await browser.get(link.replaceAll('&amp;', '&'));
      expect(form.body).toMatch(new RegExp(`id="username"[^>]*value="${victim.email}"`));
    });

    it('returns login_required for prompt=none only to trusted applications', async () => {
      const anonymous = await openBrowserClient(testApp).get(toAuthorizeUrl({ prompt: 'none' }));
      const browser = await openSession();
      await testApp.orm.em.execute(`update sessions set auth_time = auth_time - interval '1 minute'`);
      const { base, fragment } = readAuthorizationResponse(
        await browser.get(toAuthorizeUrl({ prompt: 'none', max_age: '1' })),
      );

      expect([
        anonymous.statusCode,
        anonymous.headers.location,
        anonymous.body.includes('<code>login_required</code>'),
      ]).toEqual([400, undefined, true]);
      expect([base, fragment.error, fragment.state]).toEqual([CALLBACK, 'login_required', 'x y%+']);
    });

    it('fills in and escapes login_hint', async () => {
      const page = await openBrowserClient(testApp).get(toAuthorizeUrl({ login_hint: '"><script>alert(1)</script>' }));

      expect(page.body).not.toContain('<script>alert');
      expect(formsOf(page.body)[0]?.fields.username).toBe('"><script>alert(1)</script>');
    });
  });

  it.each(['sign-in', 'consent'])('the %s page cannot be framed, cached or sent as a referrer', async (kind) => {
    const page =
      kind === 'sign-in'
        ? await openBrowserClient(testApp).get(toAuthorizeUrl())
        : await (await openSession()).get(toAuthorizeUrl({}, foreignClient));

    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://app.example;");
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  });

  describe('its form', () => {
    const comparableFields = (page: Response) => ({
      ...formsOf(page.body)[0]?.fields,
      username: ada.email,
      password: ada.password,
    });

    it.each([
      ['no token', () => ({ form_token: '' })],
      ['a wrong token', () => ({ form_token: 'A'.repeat(43) })],
      [
        'the token of another browser',
        async () => ({
          form_token: formsOf((await openBrowserClient(testApp).get('/login')).body)[0]?.fields.form_token ?? '',
        }),
      ],
    ])(
      'is rejected with %s',
      async (_what, toForgedUrl: () => Record<string, string> | Promise<Record<string, string>>) => {
        const browser = openBrowserClient(testApp);
        const page = await browser.get('/login');
        const response = await browser.post('/login', { ...comparableFields(page), ...(await toForgedUrl()) });

        expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined]);
      },
    );

    it('is rejected without the cookie and from another site', async () => {
      const browser = openBrowserClient(testApp);
      const page = await browser.get('/login');

      expect((await openBrowserClient(testApp).post('/login', comparableFields(page))).statusCode).toBe(403);
      expect(
        (await browser.post('/login', comparableFields(page), { 'sec-fetch-site': 'cross-site' })).statusCode,
      ).toBe(403);
      expect(
        (await browser.post('/login', comparableFields(page), { 'sec-fetch-site': 'same-origin' })).statusCode,
      ).toBe(303);
    });

    it('changes the session cookie, which defeats session fixation', async () => {
      const browser = openBrowserClient(testApp);
      const page = await browser.get('/login');
      const plantedCookies = new Map(browser.cookies);
      await browser.submit(page, { username: ada.email, password: ada.password });
      const victim = browser.cookies.get('session')?.value;
      expect(victim).not.toBe(plantedCookies.get('session')?.value);

      const attackerBrowser = openBrowserClient(testApp);
      for (const [name, cookie] of plantedCookies) attackerBrowser.cookies.set(name, cookie);
      expect((await attackerBrowser.get(toAuthorizeUrl({ prompt: 'none' }))).body).toContain('login_required');
      expect((await browser.get(toAuthorizeUrl({ prompt: 'none' }))).headers.location).toContain('id_token=');

      const renewedCookies = new Map(browser.cookies);
      await browser.signIn(ada);
      const stolenBrowser = openBrowserClient(testApp);
      for (const [name, cookie] of renewedCookies) stolenBrowser.cookies.set(name, cookie);
      expect((await stolenBrowser.get(toAuthorizeUrl({ prompt: 'none' }))).body).toContain('login_required');
    });

    it.each([
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      'javascript:alert(1)',
      '/%0d%0a\r\nx',
      '',
    ])('never leads anywhere else: %j', async (resume) => {
      const browser = openBrowserClient(testApp);
      const page = await browser.get('/login');
      const response = await browser.post('/login', { ...comparableFields(page), resume });

      expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
    });

    it('sets an HttpOnly cookie', async () => {
      const { headers } = await openBrowserClient(testApp).get('/login');
      const secureApp = await openTestApp({ env: { BASE_URL: 'https://kontor.example', TRUST_PROXY: '1' } });

      expect(headers['set-cookie']).toMatch(/^session=kst_[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
      expect((await openBrowserClient(secureApp).get('/login')).headers['set-cookie']).toMatch(
        /^__Host-session=.*; Secure$/,
      );
      await secureApp.close();
    });
  });
});
