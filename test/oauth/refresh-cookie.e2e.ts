import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const ORIGIN = 'https://app.example';
/** In place of an origin: as no browser posts. */
const ABSENT = '';

describe('POST /oauth/token with the refresh cookie of an implicit client', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let confidentialClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    key = await createKey(testApp, ada.id, { redirectUris: [`${ORIGIN}/cb`], tokenEndpointAuthMethod: 'none' });
    confidentialClient = await createKey(testApp, ada.id, { redirectUris: [`${ORIGIN}/cb`] });
  });
  afterAll(() => testApp.close());

  const openSession = async (client = key, targetApp = testApp): Promise<BrowserClient> => {
    const browser = openBrowserClient(targetApp);
    const response = await browser.authorize(
      authorizeUrl({
        client_id: client.clientId,
        response_type: 'token',
        redirect_uri: `${ORIGIN}/cb`,
        scope: 'openid',
      }),
      ada,
    );
    expect(readAuthorizationResponse(response).fragment).toHaveProperty('access_token');
    return browser;
  };
  const refresh = (browser: BrowserClient, form: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const sent = Object.entries({ origin: testApp.config.baseUrl, ...headers }).filter(([, value]) => value !== ABSENT);
    return browser.post(
      '/oauth/token',
      { grant_type: 'refresh_token', client_id: key.clientId, ...form },
      Object.fromEntries(sent),
    );
  };
  const readCookie = (browser: BrowserClient): string | undefined =>
    [...browser.cookies].find(([name]) => name.includes('refresh-'))?.[1].value;

  it('returns a new token and cookie, without a refresh token in the body', async () => {
    const browser = await openSession();
    const previousCookie = readCookie(browser);
    const response = await refresh(browser);

    expect([response.statusCode, response.json()]).toEqual([
      200,
      { access_token: expect.stringMatching(/^kat_/), token_type: 'bearer', expires_in: 3600, scope: 'openid' },
    ]);
    expect((await testApp.request('GET', '/users/me', { as: response.json().access_token })).json()).toMatchObject({
      id: ada.id,
    });
    expect(response.headers['set-cookie']).toMatch(
      /^refresh-[\w-]+=krt_[\w-]{43}; Max-Age=1209600; Path=\/oauth\/token; HttpOnly; SameSite=Lax$/,
    );
    expect(readCookie(browser)).not.toBe(previousCookie);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('sends the cookie to pages of other sites only with a registered HTTPS origin', async () => {
    const secureApp = await openTestApp({
      beside: testApp,
      env: { BASE_URL: 'https://kontor.example', TRUST_PROXY: '1', SECRET_KEY: testApp.config.secretKey },
    });
    const browser = await openSession(key, secureApp);
    const response = await refresh(browser, {}, { origin: ORIGIN, 'sec-fetch-site': 'cross-site' });

    expect([...browser.cookies.keys()]).toContainEqual(expect.stringMatching(/^__Secure-refresh-/));
    expect(response.headers['set-cookie']).toMatch(/; Path=\/oauth\/token; HttpOnly; SameSite=None; Secure$/);
    await secureApp.close();
  });

  it('lets only registered origins read the response', async () => {
    const browser = await openSession();
    const response = await refresh(browser, {}, { origin: ORIGIN, 'sec-fetch-site': 'cross-site' });
    const anonymous = await refresh(browser, {}, { origin: 'https://evil.example' });

    expect(response.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    });
    const browserWithFakeCookies = openBrowserClient(testApp);
    for (const [name, { path }] of browser.cookies)
      browserWithFakeCookies.cookies.set(name, { value: `krt_${'a'.repeat(43)}`, path });
    const rejected = await refresh(browserWithFakeCookies, {}, { origin: ORIGIN });
    expect([rejected.statusCode, rejected.headers['access-control-allow-credentials']]).toEqual([400, 'true']);
    expect(anonymous.headers).not.toHaveProperty('access-control-allow-origin');
    expect(anonymous.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each<[Record<string, string>]>([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://app.example.evil.example' }],
    [{ origin: 'http://app.example' }],
    [{ origin: 'null' }],
    [{ origin: ABSENT }],
    [{ origin: ABSENT, 'sec-fetch-site': 'same-origin' }],
    [{ origin: ABSENT, 'sec-fetch-site': 'cross-site' }],
  ])('refuses a page from elsewhere, and leaves the token alone: %j', async (headers) => {
    const browser = await openSession();
    const response = await refresh(browser, {}, headers);

    expect([response.statusCode, response.json().error, response.headers['set-cookie']]).toEqual([
      400,
      'invalid_request',
      undefined,
    ]);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('rejects the cookie of another client', async () => {
    const otherClient = await createKey(testApp, ada.id, {
      redirectUris: [`${ORIGIN}/cb`],
      tokenEndpointAuthMethod: 'none',
    });
    const browser = await openSession();
    const response = await refresh(browser, { client_id: otherClient.clientId });
    const [[name, cookie]] = [...browser.cookies].filter(([cookieName]) => cookieName.includes('refresh-')) as [
      [string, { value: string; path: string }],
    ];
    browser.cookies.set(
      name.replace(/refresh-.*/, `refresh-${Buffer.from(otherClient.clientId).toString('base64url')}`),
      cookie,
    );
    const renamed = await refresh(browser, { client_id: otherClient.clientId });

    for (const { statusCode, body } of [response, renamed])
      expect([statusCode, JSON.parse(body).error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('reports a missing token without body token and cookie', async () => {
    const response = await refresh(openBrowserClient(testApp));

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
  });

  it('prefers the token in the body', async () => {
    const browser = await openSession();
    const response = await refresh(browser, { refresh_token: `krt_${'a'.repeat(43)}` });

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('requires the secret of a confidential key', async () => {
    const browser = await openSession(confidentialClient);
    const withoutSecret = await refresh(browser, { client_id: confidentialClient.clientId });
    const withSecret = await browser.post(
      '/oauth/token',
      { grant_type: 'refresh_token' },
      { authorization: basic(confidentialClient) },
    );

    expect([withoutSecret.statusCode, withoutSecret.json().error]).toEqual([401, 'invalid_client']);
    expect([withSecret.statusCode, withSecret.json()]).toEqual([
      200,
      expect.not.objectContaining({ refresh_token: expect.anything() }),
    ]);
  });

  it('ends with the session', async () => {
    const browser = await openSession();
    const stolenCookies = new Map(browser.cookies);
    await browser.get(`/oauth/logout?client_id=${key.clientId}`);
    expect(readCookie(browser)).toBeUndefined();
    for (const [name, cookie] of stolenCookies) browser.cookies.set(name, cookie);

    expect((await refresh(browser)).json()).toMatchObject({ error: 'invalid_grant' });
  });
});
