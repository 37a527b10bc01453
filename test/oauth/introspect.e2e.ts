import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('/oauth/introspect', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
  });
  afterAll(() => testApp.close());

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const introspect = (body: Record<string, string>, key: Key | null = ada.key, targetApp = testApp) =>
    targetApp.request('POST', '/oauth/introspect', {
      headers: { ...form, ...(key && { authorization: basic(key) }) },
      body,
    });
  const requestTokens = async (person: Person, key = person.key, parameters = {}) =>
    (await postToken(testApp, { form: passwordForm(person, parameters), authorization: basic(key) })).json<
      Record<'access_token' | 'refresh_token', string>
    >();
  const inactive = async (token: string, key = ada.key) => {
    const response = await introspect({ token }, key);
    expect([response.statusCode, response.body]).toEqual([200, '{"active":false}']);
  };

  it.each([
    ['none', null, {}],
    ['a wrong secret', 'wrong', {}],
    ['only the name of a confidential key', null, { client_id: 'ada' }],
  ])('needs a key that proves itself, not %s', async (_what, secret, body) => {
    const key = secret === null ? null : { ...ada.key, clientSecret: secret };
    const response = await introspect(
      { token: ada.token, ...body, ...('client_id' in body && { client_id: ada.key.clientId }) },
      key,
    );

    expect([response.statusCode, response.json().error]).toEqual([401, 'invalid_client']);
    expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
  });

  it('accepts client credentials in the body', async () => {
    const response = await introspect(
      { token: ada.token, client_id: ada.key.clientId, client_secret: ada.key.clientSecret },
      null,
    );

    expect(response.json().active).toBe(true);
  });

  it.each([
    'x',
    'kat_',
    `kat_${'x'.repeat(43)}`,
    `krt_${'x'.repeat(43)}`,
    `kat_${'x'.repeat(10_000)}`,
    'eyJhbGciOiJub25lIn0.e30.',
    'ä',
    ' ',
  ])('says of %j only that it is not active', async (token) => {
    expect((await introspect({ token })).body).toBe('{"active":false}');
  });

  const revocations: [what: string, end: (key: Key, person: Person) => [string, unknown[]]][] = [
    [
      'expired',
      ({ clientId }) => [
        `update access_tokens t set expires_at = now() from token_families f where f.id = t.family_id and f.client_id = ?`,
        [clientId],
      ],
    ],
    [
      'revoked',
      ({ clientId }) => [
        'update access_tokens t set revoked_at = now() from token_families f where f.id = t.family_id and f.client_id = ?',
        [clientId],
      ],
    ],
    [
      'of an ended family',
      ({ clientId }) => ['update token_families set revoked_at = now() where client_id = ?', [clientId]],
    ],
    ['of a disabled user', (_key, { id }) => ['update users set enabled = false where id = ?', [id]]],
    ['of a deleted user', (_key, { id }) => ['delete from users where id = ?', [id]]],
  ];

  it.each(revocations)('returns only active: false for a token that is %s', async (what, toStatement) => {
    const person = await people.named(testApp, `of-${what.replaceAll(' ', '-')}`);
    const key = await createKey(testApp, ada.id);
    const { access_token: token } = await requestTokens(person, key);
    expect((await introspect({ token }, key)).json().active).toBe(true);

    await testApp.orm.em.execute(...toStatement(key, person));
    await inactive(token, key);
  });

  it('returns user, key, scope and expiry of an active token', async () => {
    const startSeconds = Math.floor(Date.now() / 1000);
    const { access_token: token } = await requestTokens(ada, ada.key, { scope: 'openid email' });
    const introspection = (await introspect({ token })).json<{ iat: number; exp: number }>();

    expect(introspection).toEqual({
      active: true,
      sub: String(ada.id),
      client_id: ada.key.clientId,
      scope: 'openid email',
      iat: expect.any(Number),
      exp: introspection.iat + 3600,
      iss: testApp.config.baseUrl,
      token_type: 'bearer',
    });
    expect(introspection.iat - startSeconds).toBeLessThanOrEqual(2);
    expect(introspection.iat - startSeconds).toBeGreaterThanOrEqual(-1);
  });

  it('names the administrator who acts for the customer', async () => {
    const admin = await people.admin(testApp);
    const { access_token: token } = await requestTokens(admin, admin.key, { customer_id: String(bob.id) });

    expect((await introspect({ token }, admin.key)).json()).toMatchObject({
      active: true,
      sub: String(bob.id),
      act: { sub: String(admin.id) },
    });
  });

  it('shows a key its own tokens, and all tokens to a key with the introspection right', async () => {
    const ownToken = await issueToken(testApp, { userId: bob.id, clientId: bob.key.clientId });
    const resourceServer = await createKey(testApp, ada.id, { mayIntrospect: true });

    await inactive(ownToken, ada.key);
    expect((await introspect({ token: ownToken }, resourceServer)).json()).toMatchObject({
      active: true,
      client_id: bob.key.clientId,
      sub: String(bob.id),
    });
  });

  it('is never cached', async () => {
    for (const response of [
      await introspect({ token: ada.token }),
      await introspect({ token: 'x' }),
      await introspect({}),
      await introspect({ token: 'x' }, null),
    ]) {
      expect(response.headers['cache-control']).toContain('no-store');
      expect(response.headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('reports a refresh token until it is used, without token_type', async () => {
    const { refresh_token: token } = await requestTokens(ada);
    const introspection = (await introspect({ token, token_type_hint: 'access_token' })).json();

    expect(introspection).toMatchObject({ active: true, sub: String(ada.id), client_id: ada.key.clientId });
    expect(introspection).not.toHaveProperty('token_type');
    expect(introspection.exp - introspection.iat).toBe(14 * 24 * 3600);
    await postToken(testApp, {
      form: { grant_type: 'refresh_token', refresh_token: token },
      authorization: basic(ada.key),
    });
    await inactive(token);
  });

  it.each([{}, { token: '' }, { token_type_hint: 'access_token' }])('needs a token, not %j', async (body) => {
    expect((await introspect(body as Record<string, string>)).json().error).toBe('invalid_request');
  });

  it('returns nothing to a public key, even for its own tokens', async () => {
    const key = await createKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none', grantTypes: ['implicit'] });
    const token = await issueToken(testApp, { userId: ada.id, clientId: key.clientId });
    const response = await introspect({ token, client_id: key.clientId }, null);

    expect([response.statusCode, response.json().error]).toEqual([401, 'invalid_client']);
  });

  it('limits a key that tries many tokens, and no other key', async () => {
    const limitedApp = await openTestApp({ env: { OAUTH_INTROSPECTIONS_PER_SECOND: '1' } });
    try {
      const [eve, dora] = [await people.named(limitedApp, 'eve'), await people.named(limitedApp, 'dora')];
      const responses = [];
      for (let index = 0; index < 14; index++)
        responses.push(await introspect({ token: `kat_${String(index).padStart(43, 'x')}` }, eve.key, limitedApp));
      const rejected = responses.find(({ statusCode }) => statusCode === 429);

      expect(responses.slice(0, 10).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
      expect(rejected?.json().error).toBe('slow_down');
      expect(Number(rejected?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect((await introspect({ token: dora.token }, dora.key, limitedApp)).json().active).toBe(true);
    } finally {
      await limitedApp.close();
    }
  });

  it('rejects GET with 405, JSON with 400, and ignores the query', async () => {
    expect((await testApp.request('GET', '/oauth/introspect')).headers['allow']).toBe('POST');
    expect(
      (
        await testApp.request('POST', '/oauth/introspect', {
          headers: { authorization: basic(ada.key) },
          body: { token: ada.token },
        })
      ).statusCode,
    ).toBe(400);
  });
});
