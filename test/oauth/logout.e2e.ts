import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { expiredIdToken } from '../support/signing-keys.js';
import { basic, postToken } from '../support/token-endpoint.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';
import { withinOneSecond } from '../support/within.js';

const CALLBACK = 'https://app.example/cb';
const POST_LOGOUT_URI = 'https://app.example/bye?x=1';

describe('GET /oauth/logout', () => {
  let testApp: TestApp;
  let ada: Person;
  let client: Key;
  let otherClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    client = await createKey(testApp, ada.id, { redirectUris: [CALLBACK], postLogoutRedirectUris: [POST_LOGOUT_URI] });
    otherClient = await createKey(testApp, ada.id, { redirectUris: ['https://other.example/cb'] });
  });
  afterAll(() => testApp.close());

  const openSession = async (person = ada): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const toLogoutUrl = (parameters: Record<string, string> = {}, targetClient = client) =>
    `/oauth/logout?${new URLSearchParams({ client_id: targetClient.clientId, ...parameters }).toString().replaceAll('+', '%20')}`;
  const authorize = (type: string, targetClient = client) =>
    authorizeUrl({
      client_id: targetClient.clientId,
      response_type: type,
      redirect_uri: targetClient === otherClient ? 'https://other.example/cb' : CALLBACK,
      scope: 'openid',
    });
  const isSignedIn = async (browser: BrowserClient): Promise<boolean> =>
    'code' in readAuthorizationResponse(await browser.get(`${authorize('code')}&prompt=none`)).query;
  const requestIdTokenHint = async (browser: BrowserClient, targetClient = client): Promise<string> =>
    readAuthorizationResponse(await browser.get(authorize('id_token', targetClient))).fragment.id_token ?? '';

  it.each([CALLBACK, POST_LOGOUT_URI])('signs out and redirects to a registered URI: %s', async (uri) => {
    const browser = await openSession();
    const response = await browser.get(toLogoutUrl({ redirect_uri: uri }));

    expect([response.statusCode, response.headers.location]).toEqual([302, uri]);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    'https://evil.example/',
    'https://app.example/other',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    '/\r\nset-cookie: x=y',
    `${CALLBACK}#x`,
    'http://localhost:3000/',
    '\thttps://evil.example',
  ])('signs out and stays here instead of going to %j', async (uri) => {
    const browser = await openSession();
    const response = await browser.get(toLogoutUrl({ redirect_uri: uri }));

    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    ['a page of the application', 'https://app.example/some/page?q=1', 'https://app.example/some/page?q=1'],
    ['a foreign page', 'https://evil.example/', '/'],
    ['a page that looks alike', 'https://app.example.evil.example/', '/'],
    ['nonsense', 'app.example', '/'],
  ])('goes back to where the browser came from, if it is %s', async (_what, referer, location) => {
    const response = await (await openSession()).get(toLogoutUrl(), { referer });

    expect([response.statusCode, response.headers.location]).toEqual([302, location]);
  });

  it('stays on its page when the origin of the request is unknown', async () => {
    const browser = await openSession();
    const response = await browser.get(toLogoutUrl());

    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
    expect((await browser.get('/')).body).toContain('You are signed out.');
  });

  it.each([
    '/oauth/logout',
    '/oauth/logout?client_id=',
    '/oauth/logout?client_id=nobody',
    '/oauth/logout?client_id=a&client_id=b',
  ])('refuses %s', async (address) => {
    const browser = await openSession();
    const response = await browser.get(address, { accept: 'application/json' });

    expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
    expect(response.json()).toMatchObject({ error: expect.any(String) });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('ends the session, its cookies and its tokens', async () => {
    const browser = await openSession();
    const { fragment } = readAuthorizationResponse(await browser.get(authorize('token')));
    const code = readAuthorizationResponse(await browser.get(authorize('code'))).query.code ?? '';
    const tokens = (
      await postToken(testApp, { form: { grant_type: 'authorization_code', code }, authorization: basic(client) })
    ).json();
    const stolenCookies = new Map(browser.cookies);
    const isTokenAccepted = async (as: string) =>
      (await testApp.request('GET', '/users/me', { as, headers: { prefer: 'status=401' } })).statusCode;
    expect([await isTokenAccepted(fragment.access_token ?? ''), await isTokenAccepted(tokens.access_token)]).toEqual([
      200, 200,
    ]);

    const response = await browser.get(toLogoutUrl());
    expect(response.headers['set-cookie']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^session=; Max-Age=0; Path=\/;/),
        expect.stringMatching(/^refresh-[\w-]+=; Max-Age=0; Path=\/oauth\/token;/),
      ]),
    );
    expect(await withinOneSecond(401, () => isTokenAccepted(fragment.access_token ?? ''))).toBe(401);
    expect(await withinOneSecond(401, () => isTokenAccepted(tokens.access_token))).toBe(401);
    expect(await isTokenAccepted(ada.token)).toBe(200);
    for (const [name, cookie] of stolenCookies) browser.cookies.set(name, cookie);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('sends Clear-Site-Data for stored pages', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const pages = await Promise.all(
      ['/', '/users/me', '/oauth/client', '/login', '/nowhere'].map((toLogoutUrl) => browser.get(toLogoutUrl)),
    );
    const logoutResponse = await browser.get(`/oauth/logout?client_id=${client.clientId}`);

    expect(
      pages
        .map(({ headers }) => String(headers['cache-control']))
        .filter((cacheControl) => !cacheControl.includes('no-store')),
    ).toEqual([]);
    expect([logoutResponse.statusCode, logoutResponse.headers['clear-site-data']]).toEqual([302, '"cache"']);
  });

  it('succeeds for a signed-out user and shows the target instead of redirecting', async () => {
    const browser = await openSession();
    const [first, second] = [
      await browser.get(toLogoutUrl({ redirect_uri: CALLBACK })),
      await browser.get(toLogoutUrl({ redirect_uri: CALLBACK })),
    ];

    expect([first.statusCode, first.headers.location]).toEqual([302, CALLBACK]);
    expect([second.statusCode, second.headers.location]).toEqual([200, undefined]);
    expect(second.body).toContain(`href="${CALLBACK}"`);
    expect((await browser.get(toLogoutUrl())).headers.location).toBe('/');
  });

  it.each(['post_logout_redirect_uri', 'redirect_uri'])(
    'accepts %s with the state, and the key from the id token',
    async (name) => {
      const browser = await openSession();
      const hint = await requestIdTokenHint(browser);
      const response = await browser.get(
        `/oauth/logout?${new URLSearchParams({ [name]: POST_LOGOUT_URI, state: 'a b&c', id_token_hint: hint }).toString()}`,
        { 'sec-fetch-site': 'cross-site' },
      );

      expect([response.statusCode, response.headers.location]).toEqual([302, `${POST_LOGOUT_URI}&state=a%20b%26c`]);
      expect(await isSignedIn(browser)).toBe(false);
    },
  );

  describe('asks for confirmation', () => {
    const wrong: readonly [
      string,
      string,
      (browser: BrowserClient) => Promise<[Record<string, string>, Record<string, string>]>,
    ][] = [
      [
        'L08',
        'the id token is another user’s',
        async () => [{ id_token_hint: await requestIdTokenHint(await openSessionAs('bob')) }, {}],
      ],
      [
        'L08',
        'the id token is another application’s',
        async (browser) => [{ id_token_hint: await requestIdTokenHint(browser, otherClient) }, {}],
      ],
      ['L08', 'the id token is none', () => Promise.resolve([{ id_token_hint: 'x.y.z' }, {}])],
      ['L09', 'another site sent the browser', () => Promise.resolve([{}, { 'sec-fetch-site': 'cross-site' }])],
      [
        'L09',
        'another site, which says who it is',
        () => Promise.resolve([{}, { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }]),
      ],
    ];
    const openSessionAs = async (name: string): Promise<BrowserClient> => {
      const person = await people.named(testApp, name);
      const browser = await openSession(person);
      await browser.authorize(authorize('id_token'), person);
      return browser;
    };

    it.each(wrong)('%s: when %s, before anything ends', async (_id, _what, sent) => {
      const browser = await openSession();
      const [query, headers] = await sent(browser);
      const page = await browser.get(toLogoutUrl({ redirect_uri: CALLBACK, state: 's', ...query }), headers);

      expect([page.statusCode, formsOf(page.body)[0]?.action]).toEqual([200, '/logout']);
      expect(page.headers['content-security-policy']).toContain("form-action 'self' https://app.example;");
      expect(await isSignedIn(browser)).toBe(true);
    });

    it('and signs out when confirmed, with the redirect', async () => {
      const browser = await openSession();
      const page = await browser.get(toLogoutUrl({ redirect_uri: CALLBACK, state: 's' }), {
        'sec-fetch-site': 'cross-site',
      });
      const response = await browser.submit(page);

      expect([response.statusCode, response.headers.location]).toEqual([303, `${CALLBACK}?state=s`]);
      expect(await isSignedIn(browser)).toBe(false);
    });

    it('but not for the application’s own site', async () => {
      for (const headers of [{ referer: 'https://app.example/x' }, { origin: 'https://app.example' }]) {
        const response = await (await openSession()).get(toLogoutUrl(), { 'sec-fetch-site': 'cross-site', ...headers });
        expect(response.statusCode).toBe(302);
      }
    });

    it('and rejects a confirmation from another site', async () => {
      const browser = await openSession();

      expect((await browser.post('/logout', { client_id: client.clientId })).statusCode).toBe(403);
      expect(await isSignedIn(browser)).toBe(true);
    });
  });

  it('accepts an expired id token as a hint', async () => {
    const browser = await openSession();
    const hint = await expiredIdToken(testApp, { sub: String(ada.id), aud: client.clientId });
    const response = await browser.get(toLogoutUrl({ id_token_hint: hint, redirect_uri: CALLBACK }), {
      'sec-fetch-site': 'cross-site',
    });

    expect(response.statusCode).toBe(302);
  });

  it('accepts a form as a navigation with cookies', async () => {
    const browser = await openSession();
    const response = await browser.follow(
      await browser.post('/oauth/logout', { client_id: client.clientId, post_logout_redirect_uri: POST_LOGOUT_URI }),
    );

    expect([response.statusCode, response.headers.location]).toEqual([302, POST_LOGOUT_URI]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('redirects the owner of a key without redirect URIs to a loopback address', async () => {
    const clientWithoutUris = await createKey(testApp, ada.id);
    const bob = await people.bob(testApp);

    expect(
      (await (await openSession()).get(toLogoutUrl({ redirect_uri: 'http://localhost:3000/' }, clientWithoutUris)))
        .headers.location,
    ).toBe('http://localhost:3000/');
    expect(
      (await (await openSession(bob)).get(toLogoutUrl({ redirect_uri: 'http://localhost:3000/' }, clientWithoutUris)))
        .headers.location,
    ).toBe('/');
  });
});
