import { createHash } from 'node:crypto';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const prefer401 = { prefer: 'status=401' };

describe('an access token', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const getMeStatus = async (token: string, targetApp = testApp) =>
    (await targetApp.request('GET', '/users/me', { as: token, headers: prefer401 })).statusCode;

  /** A token whose row says something else about its time. */
  const createShiftedToken = async (column: 'created_at' | 'expires_at', shift: string): Promise<string> => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    const digest = createHash('sha256').update(token).digest('base64url');
    await testApp.orm.em
      .fork()
      .execute(`update access_tokens set ${column} = now() + interval '${shift}' where digest = ?`, [digest]);
    return token;
  };

  it.each([
    ['created_at', '4 seconds', 200],
    ['created_at', '7 seconds', 401],
    ['expires_at', '5 seconds', 200],
    ['expires_at', '-1 millisecond', 401],
  ] as const)(
    'with %s at %s from now is %s: five seconds of clock difference are tolerated',
    async (column, shift, status) => {
      expect(await getMeStatus(await createShiftedToken(column, shift))).toBe(status);
    },
  );

  describe('is valid for this service only', () => {
    let otherApp: TestApp;
    beforeAll(async () => (otherApp = await openTestApp()));
    afterAll(() => otherApp.close());

    it('also when user and key have the same id', async () => {
      const otherAda = await people.ada(otherApp);
      const key = { clientId: 'the-same-key', clientSecret: 'the-same-secret-of-forty-three-characters-x' };
      await Promise.all([createKey(testApp, ada.id, key), createKey(otherApp, otherAda.id, key)]);
      const { access_token: access, refresh_token: refresh } = (
        await postToken(testApp, { form: passwordForm(ada), authorization: basic(key) })
      ).json<Record<string, string>>();
      const refreshed = await postToken(otherApp, {
        form: { grant_type: 'refresh_token', refresh_token: refresh ?? '' },
        authorization: basic(key),
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(key) };
      const introspection = await otherApp.request('POST', '/oauth/introspect', {
        headers,
        payload: `token=${access ?? ''}`,
      });

      expect([await getMeStatus(access ?? ''), await getMeStatus(access ?? '', otherApp)]).toEqual([200, 401]);
      expect([refreshed.statusCode, refreshed.json()['error'], introspection.json()]).toEqual([
        400,
        'invalid_grant',
        { active: false },
      ]);
    });

    it('identifies its user at userinfo', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(ada.key) };
      const introspection = await testApp.request('POST', '/oauth/introspect', {
        headers,
        payload: `token=${ada.token}`,
      });

      expect(introspection.json()).toMatchObject({
        active: true,
        iss: testApp.config.baseUrl,
        client_id: ada.key.clientId,
      });
    });
  });
});
