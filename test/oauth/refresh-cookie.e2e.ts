import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';
import { answerIn, authorizeUrl, type Visitor, visitor } from '../support/visitor.js';

const ORIGIN = 'https://app.example';
/** In place of an origin: as no browser posts. */
const WITHOUT = '';

describe('POST /oauth/token with the cookie of an implicit client', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let secretive: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    key = await giveKey(testApp, ada.id, { redirectUris: [`${ORIGIN}/cb`], tokenEndpointAuthMethod: 'none' });
    secretive = await giveKey(testApp, ada.id, { redirectUris: [`${ORIGIN}/cb`] });
  });
  afterAll(() => testApp.close());

  const signedIn = async (of = key, at = testApp): Promise<Visitor> => {
    const browser = visitor(at);
    const answer = await browser.authorize(
      authorizeUrl({ client_id: of.clientId, response_type: 'token', redirect_uri: `${ORIGIN}/cb`, scope: 'openid' }),
      ada,
    );
    expect(answerIn(answer).fragment).toHaveProperty('access_token');
    return browser;
  };
  const refresh = (browser: Visitor, form: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const sent = Object.entries({ origin: testApp.config.baseUrl, ...headers }).filter(
      ([, value]) => value !== WITHOUT,
    );
    return browser.post(
      '/oauth/token',
      { grant_type: 'refresh_token', client_id: key.clientId, ...form },
      Object.fromEntries(sent),
    );
  };
  const cookieOf = (browser: Visitor): string | undefined =>
    [...browser.cookies].find(([name]) => name.includes('refresh-'))?.[1].value;

  it('gives a new token and a new cookie, and no refresh token in the answer', async () => {
    const browser = await signedIn();
    const before = cookieOf(browser);
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
    expect(cookieOf(browser)).not.toBe(before);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('keeps the cookie for pages of another site only where that is registered and safe', async () => {
    const secure = await openTestApp({
      beside: testApp,
      env: { BASE_URL: 'https://kontor.example', TRUST_PROXY: '1', SECRET_KEY: testApp.config.secretKey },
    });
    const browser = await signedIn(key, secure);
    const response = await refresh(browser, {}, { origin: ORIGIN, 'sec-fetch-site': 'cross-site' });

    expect([...browser.cookies.keys()]).toContainEqual(expect.stringMatching(/^__Secure-refresh-/));
    expect(response.headers['set-cookie']).toMatch(/; Path=\/oauth\/token; HttpOnly; SameSite=None; Secure$/);
    await secure.close();
  });

  it('lets a registered origin read the answer, and nobody else', async () => {
    const browser = await signedIn();
    const response = await refresh(browser, {}, { origin: ORIGIN, 'sec-fetch-site': 'cross-site' });
    const anonymous = await refresh(browser, {}, { origin: 'https://evil.example' });

    expect(response.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    });
    const used = visitor(testApp);
    for (const [name, { path }] of browser.cookies) used.cookies.set(name, { value: `krt_${'a'.repeat(43)}`, path });
    const refused = await refresh(used, {}, { origin: ORIGIN });
    expect([refused.statusCode, refused.headers['access-control-allow-credentials']]).toEqual([400, 'true']);
    expect(anonymous.headers).not.toHaveProperty('access-control-allow-origin');
    expect(anonymous.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each<[Record<string, string>]>([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://app.example.evil.example' }],
    [{ origin: 'http://app.example' }],
    [{ origin: 'null' }],
    [{ origin: WITHOUT }],
    [{ origin: WITHOUT, 'sec-fetch-site': 'same-origin' }],
    [{ origin: WITHOUT, 'sec-fetch-site': 'cross-site' }],
  ])('refuses a page from elsewhere, and leaves the token alone: %j', async (headers) => {
    const browser = await signedIn();
    const response = await refresh(browser, {}, headers);

    expect([response.statusCode, response.json().error, response.headers['set-cookie']]).toEqual([
      400,
      'invalid_request',
      undefined,
    ]);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('does not take the cookie of one client for another', async () => {
    const other = await giveKey(testApp, ada.id, { redirectUris: [`${ORIGIN}/cb`], tokenEndpointAuthMethod: 'none' });
    const browser = await signedIn();
    const response = await refresh(browser, { client_id: other.clientId });
    const [[name, cookie]] = [...browser.cookies].filter(([each]) => each.includes('refresh-')) as [
      [string, { value: string; path: string }],
    ];
    browser.cookies.set(
      name.replace(/refresh-.*/, `refresh-${Buffer.from(other.clientId).toString('base64url')}`),
      cookie,
    );
    const renamed = await refresh(browser, { client_id: other.clientId });

    for (const { statusCode, body } of [response, renamed])
      expect([statusCode, JSON.parse(body).error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('says that the token is missing when it is neither here nor there', async () => {
    const response = await refresh(visitor(testApp));

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
  });

  it('counts the token in the body first', async () => {
    const browser = await signedIn();
    const response = await refresh(browser, { refresh_token: `krt_${'a'.repeat(43)}` });

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(browser)).statusCode).toBe(200);
  });

  it('asks a key that has a secret for it', async () => {
    const browser = await signedIn(secretive);
    const without = await refresh(browser, { client_id: secretive.clientId });
    const proven = await browser.post(
      '/oauth/token',
      { grant_type: 'refresh_token' },
      { authorization: basic(secretive) },
    );

    expect([without.statusCode, without.json().error]).toEqual([401, 'invalid_client']);
    expect([proven.statusCode, proven.json()]).toEqual([
      200,
      expect.not.objectContaining({ refresh_token: expect.anything() }),
    ]);
  });

  it('ends with the session', async () => {
    const browser = await signedIn();
    const stolen = new Map(browser.cookies);
    await browser.get(`/oauth/logout?client_id=${key.clientId}`);
    expect(cookieOf(browser)).toBeUndefined();
    for (const [name, cookie] of stolen) browser.cookies.set(name, cookie);

    expect((await refresh(browser)).json()).toMatchObject({ error: 'invalid_grant' });
  });
});
