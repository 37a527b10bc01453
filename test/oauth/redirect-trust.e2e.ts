import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://reports.example/cb';
const FIRST_PARTY_CLIENT = { clientId: 'marked-key', clientSecret: 'a-secret-of-the-marked-key' };

type Response = Awaited<ReturnType<BrowserClient['get']>>;

describe('redirect to a self-registered address', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let key: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    key = await createKey(testApp, bob.id, { name: 'Reports', redirectUris: [CALLBACK] });
    await createKey(testApp, bob.id, { ...FIRST_PARTY_CLIENT, firstParty: true, redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const { actingFor } = actInBrowser(() => testApp);
  const toAuthorizeUrl = (parameters: Record<string, string | undefined> = {}) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 'x y',
      ...parameters,
    });
  const toLogoutUrl = (parameters: Record<string, string> = {}) =>
    `/oauth/logout?${new URLSearchParams({ client_id: key.clientId, redirect_uri: CALLBACK, ...parameters }).toString()}`;
  const openSession = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const openConsentedSession = async (name: string): Promise<BrowserClient> => {
    const person = await people.named(testApp, name);
    const browser = await openSession(person);
    expect(readAuthorizationResponse(await browser.authorize(toAuthorizeUrl(), person)).query).toHaveProperty('code');
    return browser;
  };
  /** Where the one link of a page leads that goes to another host. */
  const findLink = ({ body }: Response) =>
    readAuthorizationResponse({
      statusCode: 200,
      body,
      headers: { location: (/<a class="button" href="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&') },
    });
  const isSignedIn = async (browser: BrowserClient): Promise<boolean> =>
    (await browser.get('/users/me')).statusCode === 200;

  const errors: readonly (readonly [string, Record<string, string | undefined>, string, number])[] = [
    ['no response_type', { response_type: undefined }, 'invalid_request', 400],
    ['an unknown response_type', { response_type: 'cod' }, 'unsupported_response_type', 400],
    ['a scope without openid', { scope: 'profile' }, 'invalid_scope', 400],
    ['prompt=none login', { prompt: 'none login' }, 'invalid_request', 400],
    ['an id_token_hint that is none', { id_token_hint: 'x.y.z' }, 'invalid_request', 400],
    ['prompt=none', { prompt: 'none' }, 'login_required', 401],
  ];

  describe('before the sign-in', () => {
    it.each(errors)('shows a page with the host and a link for %s', async (_what, parameters, error) => {
      const page = await openBrowserClient(testApp).get(toAuthorizeUrl(parameters));

      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
      expect(page.body).toContain('<strong>reports.example</strong>');
      expect(page.body).toContain('<strong><bdi>Reports</bdi></strong>');
      expect(page.body).toContain(
        'You are not signed in, so it is not known whether you have allowed <bdi>Reports</bdi> any access. Continue only if you recognize it.',
      );
      expect(findLink(page)).toMatchObject({
        base: CALLBACK,
        query: { error, state: 'x y', iss: testApp.config.baseUrl },
      });
    });

    it.each(errors)('returns the error to programs for %s', async (_what, parameters, error, status) => {
      const response = await testApp.request('GET', toAuthorizeUrl(parameters));

      expect([response.statusCode, response.headers.location]).toEqual([status, undefined]);
      expect(response.json()).toMatchObject({ error, error_description: expect.any(String), status });
    });

    it('shows a page with a button and no script for form_post', async () => {
      const page = await openBrowserClient(testApp).get(
        toAuthorizeUrl({ response_mode: 'form_post', scope: 'profile' }),
      );
      const [form] = formsOf(page.body);

      expect(page.statusCode).toBe(400);
      expect(form).toMatchObject({
        action: CALLBACK,
        method: 'post',
        fields: { error: 'invalid_scope', state: 'x y' },
      });
      expect(page.body).toContain('Continue to reports.example');
      expect(page.body).not.toContain('submit()');
      expect(page.headers['content-security-policy']).toContain("form-action 'self' https://reports.example;");
    });

    it('shows a page for a logout, and sends programs to /', async () => {
      const page = await openBrowserClient(testApp).get(toLogoutUrl({ state: 's' }));
      const response = await testApp.request('GET', toLogoutUrl());

      expect([page.statusCode, page.headers.location]).toEqual([200, undefined]);
      expect(page.body).toContain('<strong>reports.example</strong>');
      expect(findLink(page)).toMatchObject({ base: CALLBACK, query: { state: 's' } });
      expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
    });

    it('is done for a first-party key', async () => {
      const [rejected, logoutResponse] = [
        await openBrowserClient(testApp).get(
          toAuthorizeUrl({ client_id: FIRST_PARTY_CLIENT.clientId, prompt: 'none' }),
        ),
        await openBrowserClient(testApp).get(toLogoutUrl({ client_id: FIRST_PARTY_CLIENT.clientId })),
      ];

      expect([rejected.statusCode, readAuthorizationResponse(rejected)]).toMatchObject([
        302,
        { base: CALLBACK, query: { error: 'login_required' } },
      ]);
      expect([logoutResponse.statusCode, logoutResponse.headers.location]).toEqual([302, CALLBACK]);
    });
  });

  describe('for a user without consent', () => {
    it.each(errors.slice(0, 5))('shows a page for %s', async (_what, parameters, error) => {
      const page = await (await openSession(ada)).get(toAuthorizeUrl(parameters));

      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
      expect(page.body).toContain(
        'You have not allowed <bdi>Reports</bdi> any access. Continue only if you recognize it.',
      );
      expect(findLink(page).query).toMatchObject({ error });
    });

    it('shows a page for prompt=none', async () => {
      const browser = await openSession(ada);
      const [page, response] = [
        await browser.get(toAuthorizeUrl({ prompt: 'none' })),
        await browser.get(toAuthorizeUrl({ prompt: 'none' }), { accept: 'application/json' }),
      ];

      expect([page.statusCode, page.headers.location, findLink(page).query['error']]).toEqual([
        400,
        undefined,
        'consent_required',
      ]);
      expect([response.statusCode, response.headers.location, response.json().error]).toEqual([
        403,
        undefined,
        'consent_required',
      ]);
    });

    it('shows a page for a logout that ends the session', async () => {
      const browser = await openSession(ada);
      const page = await browser.get(toLogoutUrl());

      expect([page.statusCode, page.headers.location, findLink(page).base]).toEqual([200, undefined, CALLBACK]);
      expect(page.body).not.toContain(ada.email);
      expect(await isSignedIn(browser)).toBe(false);
    });

    it('shows a page when another user refuses', async () => {
      const refusingBrowser = await openSession(await people.named(testApp, 'frieda'));
      const rejected = await refusingBrowser.submit(await refusingBrowser.get(toAuthorizeUrl()), {
        decision: 'refuse',
      });
      const resume = String(rejected.headers.location);

      for (const browser of [openBrowserClient(testApp), await openSession(ada)]) {
        const page = await browser.get(resume);
        expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
      }
      expect(readAuthorizationResponse(await refusingBrowser.get(resume))).toMatchObject({
        base: CALLBACK,
        query: { error: 'access_denied' },
      });
    });

    it('shows a page to an administrator who acts for a customer with consent', async () => {
      const customer = await people.named(testApp, 'gerda');
      await openConsentedSession('gerda');
      const page = await (await actingFor(customer)).get(toAuthorizeUrl({ prompt: 'none' }));

      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
    });
  });

  describe('for a user with consent', () => {
    it.each(errors.slice(0, 5))('is done for %s', async (_what, parameters, error) => {
      const response = await (await openConsentedSession('hanna')).get(toAuthorizeUrl(parameters));

      expect([response.statusCode, readAuthorizationResponse(response)]).toMatchObject([
        302,
        { base: CALLBACK, query: { error, state: 'x y' } },
      ]);
    });

    it('is done for a silent renewal and a logout', async () => {
      const browser = await openConsentedSession('hanna');
      const renewed = await browser.get(toAuthorizeUrl({ prompt: 'none' }), {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'iframe',
      });

      expect([renewed.statusCode, readAuthorizationResponse(renewed)]).toMatchObject([
        302,
        { base: CALLBACK, query: { code: expect.any(String) } },
      ]);
      expect((await browser.get(toLogoutUrl())).headers.location).toBe(CALLBACK);
    });

    it('is not done after the consent is withdrawn', async () => {
      const browser = await openConsentedSession('ida');
      await browser.press(
        await browser.get('/profile/access'),
        `/profile/access/applications/${key.clientId}/withdraw`,
      );

      expect([
        (await browser.get(toAuthorizeUrl({ prompt: 'none' }))).headers.location,
        (await browser.get(toAuthorizeUrl({ scope: 'profile' }))).headers.location,
      ]).toEqual([undefined, undefined]);
    });
  });

  it('is done for the owner of the key', async () => {
    const browser = await openSession(bob);

    expect(readAuthorizationResponse(await browser.get(toAuthorizeUrl({ scope: 'profile' })))).toMatchObject({
      base: CALLBACK,
      query: { error: 'invalid_scope' },
    });
    expect((await browser.get(toLogoutUrl())).headers.location).toBe(CALLBACK);
  });
});
