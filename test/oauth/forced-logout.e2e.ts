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

const ORIGIN = 'https://evil.example';
const CALLBACK = `${ORIGIN}/cb`;

describe('logout requested by a foreign page', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let key: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    key = await createKey(testApp, bob.id, { redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const { actingFor } = actInBrowser(() => testApp);
  const authorize = () =>
    authorizeUrl({ client_id: key.clientId, response_type: 'token', redirect_uri: CALLBACK, scope: 'openid' });
  const logout = () => `/oauth/logout?client_id=${key.clientId}&redirect_uri=${encodeURIComponent(CALLBACK)}`;
  const openSession = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const isSignedIn = async (browser: BrowserClient): Promise<boolean> =>
    (await browser.get('/users/me')).statusCode === 200;
  const readSetCookie = ({ headers }: Pick<Awaited<ReturnType<BrowserClient['get']>>, 'headers'>): string =>
    [headers['set-cookie'] ?? []].flat().join('\n');

  const fetchHeaders: readonly (readonly [string, Record<string, string>])[] = [
    ['says nothing of itself', {}],
    ['names its origin, which is registered', { origin: ORIGIN }],
    ['names its address, whose origin is registered', { referer: `${ORIGIN}/page` }],
    ['hides where it is', { origin: 'null' }],
  ];

  describe.each(['cross-site', 'same-site'])('with a request that is %s', (fetchSite) => {
    it.each(fetchHeaders)('and %s asks the user and names the target', async (_what, headers) => {
      const browser = await openSession(ada);
      const page = await browser.get(logout(), { 'sec-fetch-site': fetchSite, ...headers });

      expect([page.statusCode, page.headers.location, formsOf(page.body)[0]?.action]).toEqual([
        200,
        undefined,
        '/logout',
      ]);
      expect(page.body).toContain('<strong>evil.example</strong>');
      expect(await isSignedIn(browser)).toBe(true);
    });

    it('is done for the registered origin of an application with consent', async () => {
      const carla = await people.named(testApp, 'carla');
      const browser = await openSession(carla);
      await browser.authorize(authorize(), carla);
      const logoutResponse = await browser.get(logout(), { 'sec-fetch-site': fetchSite, origin: ORIGIN });

      expect([logoutResponse.statusCode, logoutResponse.headers.location, await isSignedIn(browser)]).toEqual([
        302,
        CALLBACK,
        false,
      ]);
    });

    it('is done for the registered origin of an application with tokens in this session, not in another', async () => {
      const acting = await actingFor(ada);
      const page = await acting.get(authorize());
      expect(
        readAuthorizationResponse(await acting.follow(await acting.submit(page, { decision: 'agree' }))).fragment,
      ).toHaveProperty('access_token');
      const other = await actingFor(ada);

      expect((await other.get(logout(), { 'sec-fetch-site': fetchSite, origin: ORIGIN })).statusCode).toBe(200);
      expect((await acting.get(logout(), { 'sec-fetch-site': fetchSite, origin: ORIGIN })).statusCode).toBe(302);
      expect([await isSignedIn(other), await isSignedIn(acting)]).toEqual([true, false]);
    });

    it('asks for confirmation with an id token of a withdrawn application', async () => {
      const person = await people.named(testApp, `dora-${fetchSite}`);
      const browser = await openSession(person);
      const authorizeAddress = authorizeUrl({
        client_id: key.clientId,
        response_type: 'id_token',
        redirect_uri: CALLBACK,
        scope: 'openid',
      });
      const hint =
        readAuthorizationResponse(await browser.authorize(authorizeAddress, person)).fragment['id_token'] ?? '';
      await browser.press(
        await browser.get('/profile/access'),
        `/profile/access/applications/${key.clientId}/withdraw`,
      );

      expect(
        (await browser.get(`${logout()}&id_token_hint=${hint}`, { 'sec-fetch-site': fetchSite, origin: ORIGIN }))
          .statusCode,
      ).toBe(200);
      expect(await isSignedIn(browser)).toBe(true);
    });

    it.each(['/users/me', '/orders', '/oauth/client', '/desk'])(
      'clears no session cookie at %s, with or without the cookie',
      async (address) => {
        const browser = await openSession(ada);
        const headers = { 'sec-fetch-site': fetchSite, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
        const responses = [
          await testApp.request('GET', address, { accept: '*/*', headers }),
          await testApp.request('GET', address, { headers }),
          await browser.get(address, { ...headers, accept: 'application/json' }),
        ];

        expect(
          responses.map((response) => [
            response.statusCode,
            response.headers.location,
            readSetCookie(response).includes('session='),
          ]),
        ).toEqual(responses.map(() => [303, '/', false]));
        expect(await isSignedIn(browser)).toBe(true);
      },
    );

    it('clears no cookie when the browser withheld the cookie', async () => {
      const response = await testApp.request('GET', logout(), {
        accept: '*/*',
        headers: { 'sec-fetch-site': fetchSite, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      });

      expect(readSetCookie(response)).toBe('');
    });

    it('sets no new session cookie when the browser withheld it', async () => {
      for (const address of ['/login', authorize()]) {
        const imageResponse = await testApp.request('GET', address, {
          accept: '*/*',
          headers: { 'sec-fetch-site': fetchSite, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        });
        const frameResponse = await testApp.request('GET', address, {
          accept: 'text/html',
          headers: { 'sec-fetch-site': fetchSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
        });
        const windowResponse = await testApp.request('GET', address, {
          accept: 'text/html',
          headers: { 'sec-fetch-site': fetchSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        });

        expect(
          [imageResponse, frameResponse, windowResponse].map((response) =>
            readSetCookie(response).includes('session='),
          ),
        ).toEqual([false, false, true]);
      }
    });
  });

  it.each([{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }])(
    'differs from programs and own pages, which get the session cookie cleared: %j',
    async (headers) => {
      const response = await testApp.request('GET', '/users/me', { headers });
      const browser = await openSession(ada);
      const logoutResponse = await browser.get(logout(), headers);

      expect([response.statusCode, response.headers.location]).toEqual([303, '/']);
      expect(readSetCookie(response)).toMatch(/^session=; Max-Age=0/);
      expect(readSetCookie(logoutResponse)).toMatch(/^session=; Max-Age=0/);
      expect(await isSignedIn(browser)).toBe(false);
    },
  );
});
