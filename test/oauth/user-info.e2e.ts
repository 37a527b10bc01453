import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';

describe('/oauth/userinfo', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const createToken = (scope: string, overrides: object = {}) =>
    issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId, scope, ...overrides });
  const getUserInfo = (as?: string, method: 'GET' | 'POST' = 'GET') =>
    testApp.request(method, '/oauth/userinfo', { ...(as !== undefined && { as }) });

  it.each([
    ['openid', []],
    ['openid email', ['email', 'email_verified']],
    ['openid profile', ['family_name', 'given_name', 'name', 'updated_at']],
  ])('tells for the scope %s what it allows', async (scope, claims) => {
    for (const method of ['GET', 'POST'] as const) {
      const response = await getUserInfo(await createToken(scope), method);

      expect([response.statusCode, Object.keys(response.json()).sort()]).toEqual([200, [...claims, 'sub'].sort()]);
      expect(response.json().sub).toBe(String(ada.id));
      expect(response.headers['cache-control']).toContain('no-store');
    }
  });

  it('returns the customer’s claims and names the acting administrator', async () => {
    const admin = await people.admin(testApp);
    const response = await getUserInfo(await createToken('openid email', { actingUserId: admin.id }));

    expect(response.json()).toEqual({
      sub: String(ada.id),
      email: ada.email,
      email_verified: false,
      act: { sub: String(admin.id) },
    });
  });

  it('returns 401 with a challenge without a token', async () => {
    const response = await getUserInfo();

    expect([response.statusCode, response.headers['www-authenticate'], response.headers.location]).toEqual([
      401,
      'Bearer realm="kontor"',
      undefined,
    ]);
  });

  it.each(['garbage', `kat_${'a'.repeat(43)}`])('returns 401 invalid_token: %s', async (token) => {
    const response = await getUserInfo(token);

    expect([response.statusCode, response.json().error]).toEqual([401, 'invalid_token']);
    expect(response.headers['www-authenticate']).toBe('Bearer realm="kontor", error="invalid_token"');
  });

  it('returns 403 insufficient_scope without openid', async () => {
    const response = await getUserInfo(await createToken('email'));

    expect([response.statusCode, response.json().error]).toEqual([403, 'insufficient_scope']);
    expect(response.headers['www-authenticate']).toBe(
      'Bearer realm="kontor", error="insufficient_scope", scope="openid"',
    );
  });

  it('accepts no token from the query or body', async () => {
    const token = await createToken('openid');
    const body = await testApp.request('POST', '/oauth/userinfo', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `access_token=${token}`,
    });

    expect([
      (await testApp.request('GET', `/oauth/userinfo?access_token=${token}`)).statusCode,
      body.statusCode,
    ]).toEqual([401, 401]);
  });

  it('can be requested from every origin with a token', async () => {
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const preflight = await testApp.request('OPTIONS', '/oauth/userinfo', { headers });

    expect([
      preflight.statusCode,
      preflight.headers['access-control-allow-origin'],
      preflight.headers['access-control-allow-headers'],
      preflight.headers['allow'],
    ]).toEqual([204, '*', 'Authorization', 'GET, HEAD, OPTIONS, POST']);
    expect((await getUserInfo(await createToken('openid'))).headers).toMatchObject({
      'access-control-allow-origin': '*',
    });
    expect((await getUserInfo()).headers).toMatchObject({ 'access-control-allow-origin': '*' });
  });
});
