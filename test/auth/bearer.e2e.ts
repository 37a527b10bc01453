import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const CHALLENGE = 'Bearer realm="kontor"';
const INVALID = `${CHALLENGE}, error="invalid_token"`;

describe('a bearer token', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const getMe = (headers: Record<string, string>, url = '/users/me') => testApp.request('GET', url, { headers });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('is accepted as %s', async (scheme) => {
    const response = await getMe({ authorization: `${scheme} ${ada.token}` });

    expect([response.statusCode, response.json().id]).toEqual([200, ada.id]);
    expect(response.headers['cache-control']).toMatch(/private|no-store/);
  });

  const createAlteredToken = async (sql: string) => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    await testApp.orm.em.execute(
      sql.replace('$mine', `(select digest from access_tokens order by created_at desc, digest limit 1)`),
    );
    return token;
  };
  const changeCharacter = (token: string) => token.slice(0, -5) + (token.at(-5) === 'A' ? 'B' : 'A') + token.slice(-4);
  const rejectedHeaders: [
    id: string,
    what: string,
    authorization: () => Promise<string | undefined>,
    challenge: string,
  ][] = [
    ['B03', 'nothing', () => Promise.resolve(undefined), CHALLENGE],
    ['B04', 'a token that was never issued', () => Promise.resolve(`Bearer kat_${'A'.repeat(43)}`), INVALID],
    [
      'B04',
      'a token with one character changed',
      () => Promise.resolve(`Bearer ${changeCharacter(ada.token)}`),
      INVALID,
    ],
    ['B04', 'garbage', () => Promise.resolve('Bearer ☠'.replace('☠', '\u00ff')), INVALID],
    ['B04', '10 kB of garbage', () => Promise.resolve(`Bearer ${'x'.repeat(10_000)}`), INVALID],
    ['B04', 'an empty token', () => Promise.resolve('Bearer '), INVALID],
    ['B04', 'two tokens in one header', () => Promise.resolve(`Bearer ${ada.token} ${ada.token}`), INVALID],
    [
      'B04',
      'an expired token',
      async () =>
        `Bearer ${await createAlteredToken(`update access_tokens set expires_at = now() where digest = $mine`)}`,
      INVALID,
    ],
    [
      'B04',
      'a revoked token',
      async () =>
        `Bearer ${await createAlteredToken(`update access_tokens set revoked_at = now() where digest = $mine`)}`,
      INVALID,
    ],
    [
      'B04',
      'a token from the future',
      async () =>
        `Bearer ${await createAlteredToken(`update access_tokens set created_at = now() + interval '1 minute' where digest = $mine`)}`,
      INVALID,
    ],
    ['B05', 'Basic', () => Promise.resolve(basic(ada.key)), CHALLENGE],
    ['B05', 'a scheme that is not known', () => Promise.resolve(`Digest ${ada.token}`), CHALLENGE],
    [
      'B12',
      'a refresh token',
      async () =>
        `Bearer ${(await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) })).json().refresh_token}`,
      INVALID,
    ],
  ];

  it.each(rejectedHeaders)('%s: %s leads to the home page', async (...[, , authorization, challenge]) => {
    const value = await authorization();
    const response = await getMe(value === undefined ? {} : { authorization: value });

    expect(response.statusCode).toBe(303);
    expect(response.headers).toMatchObject({ location: '/', 'www-authenticate': challenge });
    expect([response.headers['set-cookie']].flat().join()).toMatch(/session=;.*Max-Age=0.*flash=/s);
  });

  it('in the query is ignored', async () => {
    const response = await testApp.request('GET', `/users/me?access_token=${ada.token}`);

    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([303, CHALLENGE]);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded'])('in a body of %s is ignored', async (type) => {
    const response = await testApp.request('POST', '/users', {
      headers: { 'content-type': type },
      body: { access_token: ada.token },
    });

    expect(response.statusCode).toBe(303);
  });

  it('beside a valid header, one in the query is ignored', async () => {
    const response = await getMe({ authorization: `Bearer ${ada.token}` }, '/users/me?access_token=other');

    expect(response.statusCode).not.toBe(303);
  });

  it('in two headers is refused as ambiguous', async () => {
    const { hostname, port } = new URL(await testApp.url());
    const socket = connect(Number(port), hostname);
    const header = `Authorization: Bearer ${ada.token}\r\n`;
    socket.end(
      `GET /users/me HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nConnection: close\r\n${header}${header}\r\n`,
    );
    let response = '';
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
    await once(socket, 'close');

    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('"invalid_request"');
    expect(response).toContain('www-authenticate: Bearer realm="kontor", error="invalid_request"');
  });

  it('of an administrator on behalf of a customer ends with the administrator’s role', async () => {
    const admin = await people.admin(testApp);
    const as = await issueToken(testApp, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId });
    expect((await testApp.request('GET', '/users/me', { as })).json().id).toBe(ada.id);

    await testApp.orm.em.execute(`update users set role = 'Customer' where id = ?`, [admin.id]);
    await expect(measureAcceptedMs(testApp, as)).resolves.toBeLessThan(1000);
  });
});

/** How many milliseconds a token is still accepted. */
async function measureAcceptedMs(testApp: TestApp, as: string): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < 10_000) {
    if ((await testApp.request('GET', '/users/me', { as })).statusCode === 303) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Infinity;
}
