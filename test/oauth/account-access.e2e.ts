import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const HERE = '/profile/access';
const CALLBACK = 'https://app.example/cb';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('GET /profile/access', () => {
  let testApp: TestApp;
  let bob: Person;
  let userCount = 0;

  beforeAll(async () => {
    testApp = await openTestApp();
    bob = await people.bob(testApp);
  });
  afterAll(() => testApp.close());

  const createUser = () => people.named(testApp, `person${(userCount += 1)}`);
  const openSession = async (person: Person, headers: Record<string, string> = {}): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    const form = formsOf((await browser.get('/login')).body)[0];
    await browser.post('/login', { ...form?.fields, username: person.email, password: person.password }, headers);
    return browser;
  };
  const isSignedIn = async (browser: BrowserClient): Promise<boolean> =>
    (await browser.get('/users/me')).statusCode === 200;
  const findEndActions = (body: string): string[] =>
    formsOf(body)
      .map(({ action }) => action)
      .filter((action) => /\/sign-ins\/\d+\/end$/.test(action));
  const readAudit = async (person: Person, action: string): Promise<unknown[]> =>
    (
      await testApp.request('GET', `/audit?action=${action}`, {
        as: await issueToken(testApp, { userId: person.id, clientId: person.key.clientId }),
      })
    ).json();
  const isLive = async (token: string): Promise<boolean> =>
    (await testApp.request('GET', '/users/me', { as: token })).statusCode === 200;

  describe('sessions', () => {
    it('lists browser, address and times, and marks the current session', async () => {
      const ada = await createUser();
      await openSession(ada, { 'user-agent': FIREFOX });
      const browser = await openSession(ada, { 'user-agent': 'curl/8.1' });
      const { body, statusCode } = await browser.get(HERE);

      expect(statusCode).toBe(200);
      for (const text of ['Firefox on Linux', '127.0.0.1', `<time datetime="${new Date().toISOString().slice(0, 10)}`])
        expect(body).toContain(text);
      expect(/<th scope="row">curl<\/th>.*/.exec(body)?.[0]).toContain('this session');
      expect(findEndActions(body)).toHaveLength(1);
    });

    it('ends one session with its tokens, and audits it', async () => {
      const ada = await createUser();
      const key = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
      const lostBrowser = await openSession(ada, { 'user-agent': FIREFOX });
      const response = await lostBrowser.authorize(
        authorizeUrl({ client_id: key.clientId, response_type: 'token', redirect_uri: CALLBACK, scope: 'openid' }),
        ada,
      );
      const token = readAuthorizationResponse(response).fragment.access_token ?? '';
      expect(await isLive(token)).toBe(true);

      const browser = await openSession(ada);
      const page = await browser.get(HERE);
      const ended = await browser.press(page, findEndActions(page.body)[0] ?? '');

      expect([ended.statusCode, ended.headers.location]).toEqual([303, HERE]);
      expect((await browser.get(HERE)).body).toContain('The sign-in is ended.');
      expect([await isLive(token), await isSignedIn(lostBrowser), await isSignedIn(browser)]).toEqual([
        false,
        false,
        true,
      ]);
      expect(await readAudit(ada, 'session.ended')).toContainEqual(
        expect.objectContaining({
          user_id: ada.id,
          acting_user_id: ada.id,
          outcome: 'granted',
          detail: expect.stringMatching(/^session \d+$/),
        }),
      );
    });

    it('ends all other sessions', async () => {
      const ada = await createUser();
      const otherBrowsers = [await openSession(ada), await openSession(ada)];
      const anonymous = await openSession(bob);
      const browser = await openSession(ada);
      await browser.press(await browser.get(HERE), `${HERE}/sign-ins/end-others`);

      expect((await browser.get(HERE)).body).toContain('The 2 other sign-ins are ended.');
      expect(await Promise.all([...otherBrowsers, anonymous, browser].map(isSignedIn))).toEqual([
        false,
        false,
        true,
        true,
      ]);
      expect(formsOf((await browser.get(HERE)).body).map(({ action }) => action)).not.toContain(
        `${HERE}/sign-ins/end-others`,
      );
    });

    it('answers alike for sessions of others, unknown and ended ones', async () => {
      const ada = await createUser();
      const victim = await openSession(bob);
      const browser = await openSession(ada);
      const { body } = await browser.get(HERE);
      const token = formsOf(body)[0]?.fields.form_token ?? /name="form_token" value="([^"]+)"/.exec(body)?.[1] ?? '';
      const [{ id }] = await testApp.orm.em.execute<[{ id: string }]>(
        'select max(id) id from sessions where user_id = ?',
        [bob.id],
      );
      const responses = await Promise.all(
        [id, '999999999', '9007199254740991'].map((sessionId) =>
          browser.post(`${HERE}/sign-ins/${sessionId}/end`, { form_token: token }),
        ),
      );

      expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
      const comparableBodies = responses.map(({ body: text }) =>
        text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|sign-ins\/\d+/g, ''),
      );
      expect(new Set(comparableBodies).size).toBe(1);
      expect(await isSignedIn(victim)).toBe(true);
    });

    it('rejects foreign forms and programs', async () => {
      const ada = await createUser();
      const other = await openSession(ada);
      const browser = await openSession(ada);
      const [action = ''] = findEndActions((await browser.get(HERE)).body);
      const foreignFormToken =
        /name="form_token" value="([^"]+)"/.exec((await (await openSession(bob)).get('/')).body)?.[1] ?? '';
      const ownFormToken = /name="form_token" value="([^"]+)"/.exec((await browser.get('/')).body)?.[1] ?? '';

      for (const url of [action, `${HERE}/sign-ins/end-others`]) {
        for (const fields of [{}, { form_token: foreignFormToken }])
          expect((await browser.post(url, fields)).statusCode).toBe(403);
        expect(
          (await browser.post(url, { form_token: ownFormToken }, { 'sec-fetch-site': 'cross-site' })).statusCode,
        ).toBe(403);
        expect((await testApp.request('POST', url, { as: ada.token, accept: 'text/html' })).statusCode).toBe(303);
      }
      expect(await isSignedIn(other)).toBe(true);
      expect((await browser.get(HERE, { accept: 'application/json' })).statusCode).toBe(303);
      expect((await openBrowserClient(testApp).get(HERE)).headers.location).toBe('/');
    });
  });

  describe('applications', () => {
    const createReportsClient = () =>
      createKey(testApp, bob.id, { name: 'Bob’s <b>Reports</b>', redirectUris: [CALLBACK] });
    const url = (key: Key, parameters: Record<string, string> = {}) =>
      authorizeUrl({
        client_id: key.clientId,
        response_type: 'token',
        redirect_uri: CALLBACK,
        scope: 'openid email',
        ...parameters,
      });

    it('lists applications with their permissions in words', async () => {
      const ada = await createUser();
      const key = await createReportsClient();
      const browser = await openSession(ada);
      await browser.authorize(url(key, { response_type: 'id_token', nonce: 'n' }), ada);
      const readRow = async (): Promise<string> =>
        /<tr><th scope="row">Bob’s &lt;b&gt;Reports&lt;\/b&gt;.*/.exec((await browser.get(HERE)).body)?.[0] ?? '';
      expect(await readRow()).toContain(
        '<ul><li>Know which user you are here</li><li>See your email address</li></ul>',
      );

      await browser.authorize(url(key), ada);
      for (const text of [
        'See your email address',
        'See your profile, accounts, orders, positions and events, and market data',
        `<time datetime="${new Date().toISOString().slice(0, 10)}`,
      ])
        expect(await readRow()).toContain(text);
      expect(await readRow()).not.toContain('See your name');
    });

    it('ends an application’s tokens and consent when access is withdrawn, and audits it', async () => {
      const ada = await createUser();
      const key = await createReportsClient();
      const browser = await openSession(ada);
      const token = readAuthorizationResponse(await browser.authorize(url(key), ada)).fragment.access_token ?? '';
      const foreignToken = await issueToken(testApp, { userId: bob.id, clientId: key.clientId });
      expect(await isLive(token)).toBe(true);
      const withdrawn = await browser.press(await browser.get(HERE), `${HERE}/applications/${key.clientId}/withdraw`);

      expect([withdrawn.statusCode, withdrawn.headers.location]).toEqual([303, HERE]);
      expect([await isLive(token), await isLive(foreignToken)]).toEqual([false, true]);
      const { body } = await browser.get(HERE);
      expect(body).toContain('The application has no access any more.');
      expect(body).not.toContain('Reports');
      expect((await browser.get(url(key, { prompt: 'none' }))).body).toContain('<code>consent_required</code>');
      expect(await readAudit(ada, 'consent.withdrawn')).toEqual([
        expect.objectContaining({
          user_id: ada.id,
          acting_user_id: ada.id,
          client_id: key.clientId,
          detail: expect.stringContaining('openid'),
        }),
      ]);
    });

    it('lists applications with a password grant, and ends their tokens', async () => {
      const ada = await createUser();
      const key = await createReportsClient();
      const { access_token: token } = (
        await postToken(testApp, { form: passwordForm(ada), authorization: basic(key) })
      ).json<{ access_token: string }>();
      const browser = await openSession(ada);
      await browser.press(await browser.get(HERE), `${HERE}/applications/${key.clientId}/withdraw`);

      expect(await isLive(token)).toBe(false);
    });

    it('answers alike for applications without access and unknown ones', async () => {
      const ada = await createUser();
      const key = await createReportsClient();
      await (await openSession(bob)).authorize(url(key), bob);
      const browser = await openSession(ada);
      const token = /name="form_token" value="([^"]+)"/.exec((await browser.get('/')).body)?.[1] ?? '';

      for (const id of [key.clientId, 'nobody', '%00'])
        expect((await browser.post(`${HERE}/applications/${id}/withdraw`, { form_token: token })).statusCode).toBe(404);
    });

    it('keeps the administrator’s tokens when the customer withdraws access', async () => {
      const ada = await createUser();
      const admin = await people.admin(testApp);
      const key = await createReportsClient();
      const acting = await issueToken(testApp, { userId: ada.id, actingUserId: admin.id, clientId: key.clientId });
      const browser = await openSession(ada);
      await browser.authorize(url(key), ada);
      await browser.press(await browser.get(HERE), `${HERE}/applications/${key.clientId}/withdraw`);

      expect(await isLive(acting)).toBe(true);
    });
  });

  it('cannot be framed, cached or sent to another site as a referrer', async () => {
    const { headers } = await (await openSession(bob)).get(HERE);

    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-store',
      vary: 'Accept, Cookie',
    });
  });
});
