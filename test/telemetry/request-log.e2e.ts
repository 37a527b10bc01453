import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('request log line', () => {
  const lines: string[] = [];
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ log: (line) => lines.push(line) })));
  afterAll(() => testApp.close());

  const findLine = (route: string): Record<string, unknown> =>
    JSON.parse(lines.findLast((line) => line.includes(`"route":"${route}"`)) ?? '{}') as Record<string, unknown>;

  it('has the client_id of a key without a user', async () => {
    const ada = await people.ada(testApp);
    await testApp.request('POST', '/users', { headers: { authorization: basic(ada.key) }, body: {} });

    expect(findLine('/users')).toMatchObject({ status: 400, client_id: ada.key.clientId });
    expect(findLine('/users')).not.toHaveProperty('user_id');
  });

  it('has the code of the problem of an error, and none otherwise', async () => {
    const { token } = await people.ada(testApp);
    await testApp.request('GET', '/administration', { as: token });
    await testApp.request('GET', '/orders?per_page=0', { as: token });
    await testApp.request('GET', '/accounts', { as: token });

    expect(findLine('/administration')).toMatchObject({ status: 403, problem: 'administrators_only' });
    expect(findLine('/orders')).toMatchObject({ status: 400, problem: 'invalid_request' });
    expect(findLine('/accounts')).not.toHaveProperty('problem');
  });

  it('has acting user, user and key; for a session the user; for anonymous callers none', async () => {
    const [ada, admin] = [await people.ada(testApp), await people.admin(testApp)];
    await testApp.request('GET', '/users/me', {
      as: await issueToken(testApp, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId }),
    });
    expect(findLine('/users/me')).toMatchObject({
      user_id: ada.id,
      acting_user_id: admin.id,
      client_id: admin.key.clientId,
    });

    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    await browser.get('/users/me');
    expect(findLine('/users/me')).toMatchObject({ user_id: ada.id, client_id: null });

    await testApp.request('POST', '/users', {
      headers: { authorization: basic({ ...ada.key, clientSecret: 'wrong' }) },
      body: {},
    });
    expect(findLine('/users')).not.toHaveProperty('client_id');
  });

  it('contains no secrets from any part of a request', async () => {
    const ada = await people.ada(testApp);
    const secret = 'hunter2-is-the-secret';
    const before = lines.length;
    for (const name of ['password', 'client_secret', 'access_token', 'code', 'ticket', 'cookie', secret])
      await testApp.request('GET', `/users/me?${name}=${secret}`, { as: ada.token });
    await testApp.request('GET', `/users/me?${secret}`, { as: ada.token });
    await testApp.request('GET', '/users/me', {
      headers: { authorization: `Bearer ${secret}`, cookie: `session=${secret}`, 'x-request-id': `${secret} {}` },
    });
    await testApp.request('POST', '/oauth/token', {
      headers: { authorization: basic({ clientId: ada.key.clientId, clientSecret: secret }) },
      body: { grant_type: 'password', password: secret },
    });

    const newLines = lines.slice(before);
    expect(newLines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(10);
    expect(
      newLines.filter((line) => line.includes(secret) || line.includes(btoa(secret)) || line.includes(ada.token)),
    ).toEqual([]);
  });
});
