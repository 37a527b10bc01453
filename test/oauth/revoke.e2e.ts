import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('/oauth/revoke', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
  });
  afterAll(() => testApp.close());

  const revoke = (body: Record<string, string>, key: Key | null = ada.key) =>
    testApp.request('POST', '/oauth/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(key && { authorization: basic(key) }) },
      body,
    });
  const requestTokens = async (person: Person) =>
    (await postToken(testApp, { form: passwordForm(person), authorization: basic(person.key) })).json<
      Record<'access_token' | 'refresh_token', string>
    >();
  const refresh = (token: string, key = ada.key) =>
    postToken(testApp, { form: { grant_type: 'refresh_token', refresh_token: token }, authorization: basic(key) });
  const isTokenAccepted = async (as: string) => (await testApp.request('GET', '/users/me', { as })).statusCode === 200;

  it('ends an own token at once and returns an empty object', async () => {
    const { access_token: token } = await requestTokens(ada);
    expect(await isTokenAccepted(token)).toBe(true);
    const response = await revoke({ token });

    expect([response.statusCode, response.body]).toEqual([200, '{}']);
    expect(response.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'no-store',
    });
    expect(await isTokenAccepted(token)).toBe(false);
    expect((await revoke({ token })).body).toBe('{}');
  });

  it('returns the same for unknown tokens and tokens of others, and ends nothing', async () => {
    const { access_token: access, refresh_token: refreshToken } = await requestTokens(bob);
    for (const token of [
      'x',
      `kat_${'x'.repeat(43)}`,
      `krt_${'x'.repeat(43)}`,
      'x'.repeat(10_000),
      access,
      refreshToken,
    ]) {
      const response = await revoke({ token });
      expect([response.statusCode, response.body]).toEqual([200, '{}']);
    }

    expect(await isTokenAccepted(access)).toBe(true);
    expect((await refresh(refreshToken, bob.key)).statusCode).toBe(200);
  });

  it('ends all tokens of the grant with a refresh token', async () => {
    const first = await requestTokens(ada);
    const second = (await refresh(first.refresh_token)).json<typeof first>();
    expect([await isTokenAccepted(first.access_token), await isTokenAccepted(second.access_token)]).toEqual([
      true,
      true,
    ]);

    await revoke({ token: second.refresh_token });

    expect([await isTokenAccepted(first.access_token), await isTokenAccepted(second.access_token)]).toEqual([
      false,
      false,
    ]);
    expect((await refresh(second.refresh_token)).json().error).toBe('invalid_grant');
  });

  it('ends them with a used refresh token, too', async () => {
    const first = await requestTokens(ada);
    const second = (await refresh(first.refresh_token)).json<typeof first>();
    await revoke({ token: first.refresh_token });

    expect(await isTokenAccepted(second.access_token)).toBe(false);
  });

  it('ends an access token alone', async () => {
    const { access_token: access, refresh_token: refreshToken } = await requestTokens(ada);
    await revoke({ token: access });

    expect(await isTokenAccepted(access)).toBe(false);
    expect((await refresh(refreshToken)).statusCode).toBe(200);
  });

  it.each(['refresh_token', 'access_token', 'saml', ''])(
    'needs no token_type_hint and ignores it: %j',
    async (hint) => {
      const { access_token: access, refresh_token: refreshToken } = await requestTokens(ada);
      await revoke({ token: access, token_type_hint: hint });
      expect(await isTokenAccepted(access)).toBe(false);

      await revoke({ token: refreshToken, token_type_hint: hint });
      expect((await refresh(refreshToken)).json().error).toBe('invalid_grant');
    },
  );

  it('needs the right client credentials', async () => {
    for (const [body, key] of [
      [{}, null],
      [{}, { ...ada.key, clientSecret: 'wrong' }],
      [{ client_id: ada.key.clientId }, null],
    ] as const) {
      const response = await revoke({ token: ada.token, ...body }, key);
      expect([response.statusCode, response.json().error]).toEqual([401, 'invalid_client']);
    }
    expect(await isTokenAccepted(ada.token)).toBe(true);
  });

  it.each([{}, { token: '' }])('needs a token, not %j', async (body) => {
    const response = await revoke(body);

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
  });

  it('lets a public key end its own tokens only', async () => {
    const key = await createKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none', grantTypes: ['implicit'] });
    const token = await issueToken(testApp, { userId: ada.id, clientId: key.clientId });
    expect([await isTokenAccepted(token), await isTokenAccepted(ada.token)]).toEqual([true, true]);
    await revoke({ token, client_id: key.clientId }, null);
    await revoke({ token: ada.token, client_id: key.clientId }, null);

    expect([await isTokenAccepted(token), await isTokenAccepted(ada.token)]).toEqual([false, true]);
  });

  it('rejects GET, with and without a callback', async () => {
    const { statusCode, headers } = await testApp.request('GET', `/oauth/revoke?token=${ada.token}&callback=x`);

    expect([statusCode, headers['allow']]).toEqual([405, 'POST']);
    expect(await isTokenAccepted(ada.token)).toBe(true);
  });

  it('is audited without the token', async () => {
    const { refresh_token: token } = await requestTokens(bob);
    await revoke({ token }, bob.key);
    const [entry] = (await testApp.request('GET', '/audit?action=token.revoked', { as: bob.token })).json();

    expect(entry).toMatchObject({
      outcome: 'granted',
      user_id: bob.id,
      acting_user_id: bob.id,
      client_id: bob.key.clientId,
      detail: 'refresh token and its family',
    });
  });
});
