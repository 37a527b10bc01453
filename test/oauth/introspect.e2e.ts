import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, giveToken, type Key, people, type Person } from '../support/people.js';
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
  const ask = (body: Record<string, string>, key: Key | null = ada.key, where = testApp) =>
    where.request('POST', '/oauth/introspect', {
      headers: { ...form, ...(key && { authorization: basic(key) }) },
      body,
    });
  const tokensOf = async (person: Person, key = person.key, more = {}) =>
    (await postToken(testApp, { form: passwordForm(person, more), authorization: basic(key) })).json<
      Record<'access_token' | 'refresh_token', string>
    >();
  const inactive = async (token: string, key = ada.key) => {
    const answer = await ask({ token }, key);
    expect([answer.statusCode, answer.body]).toEqual([200, '{"active":false}']);
  };

  it.each([
    ['none', null, {}],
    ['a wrong secret', 'wrong', {}],
    ['only the name of a confidential key', null, { client_id: 'ada' }],
  ])('needs a key that proves itself, not %s', async (_what, secret, body) => {
    const key = secret === null ? null : { ...ada.key, clientSecret: secret };
    const answer = await ask(
      { token: ada.token, ...body, ...('client_id' in body && { client_id: ada.key.clientId }) },
      key,
    );

    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
  });

  it('takes the key in the body as well', async () => {
    const answer = await ask(
      { token: ada.token, client_id: ada.key.clientId, client_secret: ada.key.clientSecret },
      null,
    );

    expect(answer.json().active).toBe(true);
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
    expect((await ask({ token })).body).toBe('{"active":false}');
  });

  const endings: [what: string, end: (key: Key, person: Person) => [string, unknown[]]][] = [
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

  it.each(endings)('says of a token that is %s only that it is not active', async (what, end) => {
    const person = await people.named(testApp, `of-${what.replaceAll(' ', '-')}`);
    const key = await giveKey(testApp, ada.id);
    const { access_token: token } = await tokensOf(person, key);
    expect((await ask({ token }, key)).json().active).toBe(true);

    await testApp.orm.em.execute(...end(key, person));
    await inactive(token, key);
  });

  it('tells of a token whose it is, for which key, how far and how long', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { access_token: token } = await tokensOf(ada, ada.key, { scope: 'openid email' });
    const introspection = (await ask({ token })).json<{ iat: number; exp: number }>();

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
    expect(introspection.iat - before).toBeLessThanOrEqual(2);
    expect(introspection.iat - before).toBeGreaterThanOrEqual(-1);
  });

  it('names the administrator who acts for the customer', async () => {
    const admin = await people.admin(testApp);
    const { access_token: token } = await tokensOf(admin, admin.key, { customer_id: String(bob.id) });

    expect((await ask({ token }, admin.key)).json()).toMatchObject({
      active: true,
      sub: String(bob.id),
      act: { sub: String(admin.id) },
    });
  });

  it('shows a key its own tokens alone, and all to a key that was given the right', async () => {
    const own = await giveToken(testApp, { userId: bob.id, clientId: bob.key.clientId });
    const resourceServer = await giveKey(testApp, ada.id, { mayIntrospect: true });

    await inactive(own, ada.key);
    expect((await ask({ token: own }, resourceServer)).json()).toMatchObject({
      active: true,
      client_id: bob.key.clientId,
      sub: String(bob.id),
    });
  });

  it('is stored nowhere on the way, whatever the answer', async () => {
    for (const answer of [
      await ask({ token: ada.token }),
      await ask({ token: 'x' }),
      await ask({}),
      await ask({ token: 'x' }, null),
    ]) {
      expect(answer.headers['cache-control']).toContain('no-store');
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('looks into a refresh token until it is used, and gives it no type', async () => {
    const { refresh_token: token } = await tokensOf(ada);
    const introspection = (await ask({ token, token_type_hint: 'access_token' })).json();

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
    expect((await ask(body as Record<string, string>)).json().error).toBe('invalid_request');
  });

  it('tells a public key nothing, even of its own tokens', async () => {
    const key = await giveKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none', grantTypes: ['implicit'] });
    const token = await giveToken(testApp, { userId: ada.id, clientId: key.clientId });
    const answer = await ask({ token, client_id: key.clientId }, null);

    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  });

  it('slows down a key that tries token after token, and no other', async () => {
    const strict = await openTestApp({ env: { OAUTH_INTROSPECTIONS_PER_SECOND: '1' } });
    try {
      const [eve, dora] = [await people.named(strict, 'eve'), await people.named(strict, 'dora')];
      const answers = [];
      for (let at = 0; at < 14; at++)
        answers.push(await ask({ token: `kat_${String(at).padStart(43, 'x')}` }, eve.key, strict));
      const refused = answers.find(({ statusCode }) => statusCode === 429);

      expect(answers.slice(0, 10).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
      expect(refused?.json().error).toBe('slow_down');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect((await ask({ token: dora.token }, dora.key, strict)).json().active).toBe(true);
    } finally {
      await strict.close();
    }
  });

  it('is no resource: GET is 405, JSON is 400, and the query is not read', async () => {
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
