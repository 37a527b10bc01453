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
import { SessionTestController } from '../support/session-test.controller.js';

const CALLBACK = 'https://app.example/cb';

type RequestParameters = Record<string, string | undefined>;
type Response = Awaited<ReturnType<BrowserClient['get']>>;

describe('sessions', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let ownClient: Key;
  let foreignClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [SessionTestController] });
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
  const ageSession = (seconds: number) =>
    testApp.orm.em.execute('update sessions set auth_time = auth_time - make_interval(secs => ?)', [seconds]);
  const readIdToken = (response: Response): string => readAuthorizationResponse(response).fragment.id_token ?? '';

  describe('at the authorization endpoint', () => {
    it('asks for a sign-in once for prompt=login', async () => {
      const browser = await openSession();
      await ageSession(100);
      const page = await browser.get(toAuthorizeUrl({ prompt: 'login' }));
      expect(page.statusCode).toBe(200);

      const response = await browser.follow(
        await browser.submit(page, { username: ada.email, password: ada.password }),
      );
      expect(readAuthorizationResponse(response).base).toBe(CALLBACK);
      expect(Date.now() / 1000 - Number(decodeJwt(readIdToken(response)).auth_time)).toBeLessThan(30);
    });

    it('does not accept an earlier sign-in for another request', async () => {
      const browser = await openSession();
      const page = await browser.get(toAuthorizeUrl({ prompt: 'login' }));
      const submitted = await browser.submit(page, { username: ada.email, password: ada.password });
      const [, note = ''] = /kontor_resume=([^&]*)/.exec(String(submitted.headers.location)) ?? [];

      expect(
        (await browser.get(`${toAuthorizeUrl({ prompt: 'login', state: 'other' })}&kontor_resume=${note}`)).statusCode,
      ).toBe(200);
      expect(
        (await browser.get(`${toAuthorizeUrl({ prompt: 'login' })}&kontor_resume=1.${'A'.repeat(43)}`)).statusCode,
      ).toBe(200);
    });

    it('asks for a sign-in when the last one is older than max_age', async () => {
      const browser = await openSession();
      await ageSession(100);
      const recent = await browser.get(toAuthorizeUrl({ max_age: '200' }));
      expect(Date.now() / 1000 - Number(decodeJwt(readIdToken(recent)).auth_time)).toBeGreaterThan(99);

      for (const maxAge of ['50', '0']) {
        const page = await browser.get(toAuthorizeUrl({ max_age: maxAge }));
        expect(page.statusCode).toBe(200);
        expect(
          readAuthorizationResponse(await browser.get(toAuthorizeUrl({ max_age: maxAge, prompt: 'none' }))).fragment
            .error,
        ).toBe('login_required');
        const response = await browser.follow(
          await browser.submit(page, { username: ada.email, password: ada.password }),
        );
        expect(Date.now() / 1000 - Number(decodeJwt(readIdToken(response)).auth_time)).toBeLessThan(30);
        await ageSession(100);
      }
    });

    it('rejects another user than login_hint expects', async () => {
      const browser = await openSession();
      const ownHint = readIdToken(await browser.get(toAuthorizeUrl()));
      const foreignHint = readIdToken(await (await openSession(bob)).get(toAuthorizeUrl({}, foreignClient)));

      expect(
        readAuthorizationResponse(await browser.get(toAuthorizeUrl({ prompt: 'none', id_token_hint: ownHint })))
          .fragment,
      ).toHaveProperty('id_token');
      expect(
        readAuthorizationResponse(await browser.get(toAuthorizeUrl({ prompt: 'none', id_token_hint: foreignHint })))
          .fragment.error,
      ).toBe('login_required');

      const page = await browser.get(toAuthorizeUrl({ id_token_hint: foreignHint }));
      expect(page.statusCode).toBe(200);
      const response = await browser.follow(
        await browser.submit(page, { username: ada.email, password: ada.password }),
      );
      expect(readAuthorizationResponse(response).fragment.error).toBe('login_required');
    });

    it('ends after idle time, after a day, and when its user is disabled', async () => {
      for (const update of [`last_seen_at = now() - interval '5 hours'`, `expires_at = now()`, `ended_at = now()`]) {
        const browser = await openSession();
        expect(
          readAuthorizationResponse(await browser.get(toAuthorizeUrl({ prompt: 'none' }))).fragment,
        ).toHaveProperty('id_token');
        await testApp.orm.em.execute(`update sessions set ${update}`);
        expect((await browser.get(toAuthorizeUrl({ prompt: 'none' }))).body).toContain('<code>login_required</code>');
      }
      const carl = await people.named(testApp, 'carl');
      const browser = await openSession(carl);
      await testApp.orm.em.execute('update users set enabled = false where id = ?', [carl.id]);
      expect((await browser.get(toAuthorizeUrl({ prompt: 'none' }))).body).toContain('<code>login_required</code>');
    });

    it('stores only digests', async () => {
      const browser = await openSession();
      const rows = JSON.stringify(await testApp.orm.em.execute('select to_jsonb(s)::text "row" from sessions s'));

      expect(rows).toContain(String(ada.id));
      expect(rows).not.toContain(browser.cookies.get('session')?.value);
    });
  });

  describe('endpoints for sessions', () => {
    it('show the signed-in user', async () => {
      const page = await (await openSession()).get('/session-endpoints');

      expect(page.body).toContain(`<strong>${ada.email}</strong>`);
      expect(page.headers.vary).toBe('Accept, Cookie');
      expect(page.body).toContain(String(ada.id));
    });

    it('redirect anonymous callers to the home page and return no JSON for a cookie', async () => {
      const browser = await openSession();

      expect((await openBrowserClient(testApp).get('/session-endpoints')).statusCode).toBe(303);
      expect((await browser.get('/session-endpoints', { accept: 'application/json' })).statusCode).toBe(303);
      expect(
        (await testApp.request('GET', '/session-endpoints', { as: ada.token, accept: 'text/html' })).statusCode,
      ).toBe(303);
    });

    it('reject foreign forms', async () => {
      const browser = await openSession();
      const [form] = formsOf((await browser.get('/login')).body);

      expect((await browser.post('/session-endpoints', { word: 'x' })).statusCode).toBe(403);
      expect(
        (await browser.post('/session-endpoints', { word: 'x', form_token: form?.fields.form_token ?? '' })).statusCode,
      ).toBe(201);
    });
  });
});

describe('user disabled in the database', () => {
  it('is signed out of every browser and stays signed out when enabled', async () => {
    const testApp = await openTestApp();
    const [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    const [adasBrowser, bobsBrowser] = [openBrowserClient(testApp), openBrowserClient(testApp)];
    await adasBrowser.signIn(ada);
    await bobsBrowser.signIn(bob);
    const setEnabled = (enabled: boolean) =>
      testApp.orm.em.fork().execute('update users set enabled = ? where id = ?', [enabled, ada.id]);

    expect((await adasBrowser.get('/users/me')).statusCode).toBe(200);
    const cookies = new Map(adasBrowser.cookies);
    await setEnabled(false);
    await setEnabled(true);
    const responseAfter = await adasBrowser.get('/users/me');
    await testApp.close();

    expect(cookies.size).toBeGreaterThan(0);
    expect(responseAfter.statusCode).toBe(303);
  });
});
