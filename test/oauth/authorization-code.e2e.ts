import { createHash, createHmac } from 'node:crypto';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { answerIn, authorizeUrl, proofKey, type Visitor, visitor } from '../support/visitor.js';
import { withinASecond } from '../support/within.js';

const CALLBACK = 'https://app.example/cb';

describe('the authorization code grant', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let key: Key;
  let open: Key;
  let browser: Visitor;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    key = await giveKey(testApp, bob.id, { redirectUris: [CALLBACK, `${CALLBACK}?a=1`] });
    open = await giveKey(testApp, bob.id, { redirectUris: [CALLBACK], tokenEndpointAuthMethod: 'none' });
    browser = visitor(testApp);
    await browser.signIn(ada);
    // Errors go back only to applications that the user has agreed to.
    for (const { clientId } of [key, open])
      await browser.authorize(
        authorizeUrl(
          request({ client_id: clientId, code_challenge: proofKey().challenge, code_challenge_method: 'S256' }),
        ),
        ada,
      );
  });
  afterAll(() => testApp.close());

  const request = (more: Record<string, string | undefined> = {}) => ({
    client_id: key.clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    ...more,
  });
  const codeFor = async (
    more: Record<string, string | undefined> = {},
    by = browser,
    person = ada,
  ): Promise<string> => {
    const { query } = answerIn(await by.authorize(authorizeUrl(request(more)), person));
    expect(query).toEqual({
      code: expect.stringMatching(/^kac_[\w-]{43}$/),
      iss: testApp.config.baseUrl,
      ...(more.state !== undefined && { state: more.state }),
    });
    return query.code ?? '';
  };
  const exchange = (form: Record<string, string>, authorization: string | null = basic(key)) =>
    postToken(testApp, { form: { grant_type: 'authorization_code', ...form }, authorization });
  const me = (token: string) => testApp.request('GET', '/users/me', { as: token, headers: { prefer: 'status=401' } });

  it('gives the tokens and an id token for a code that came in the query', async () => {
    const before = Math.floor(Date.now() / 1000);
    const nonce = 'n-%+ü"\\';
    const response = await exchange({ code: await codeFor({ nonce, state: 's' }), redirect_uri: CALLBACK });

    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(body).toEqual({
      access_token: expect.stringMatching(/^kat_/),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^krt_/),
      id_token: expect.any(String),
      scope: 'openid read',
    });
    expect((await me(body.access_token)).json()).toMatchObject({ id: ada.id });

    const jwks = createRemoteJWKSet(new URL(`${testApp.config.baseUrl}/oauth/jwks`), {
      [customFetch]: async () => new Response((await testApp.request('GET', '/oauth/jwks')).body),
    });
    const { payload, protectedHeader } = await jwtVerify(body.id_token, jwks, {
      issuer: testApp.config.baseUrl,
      audience: key.clientId,
    });
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' });
    expect(payload).toEqual({
      iss: testApp.config.baseUrl,
      sub: String(ada.id),
      aud: key.clientId,
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 3600,
      auth_time: expect.any(Number),
      nonce,
      at_hash: createHash('sha256')
        .update(body.access_token as string)
        .digest()
        .subarray(0, 16)
        .toString('base64url'),
    });
    expect(payload.iat).toBeGreaterThanOrEqual(before);
    expect(payload.auth_time).toBeLessThanOrEqual(payload.iat ?? 0);
  });

  it('echoes no nonce when none was sent', async () => {
    const { id_token: idToken } = (await exchange({ code: await codeFor() })).json();
    const [, payload = ''] = (idToken as string).split('.');

    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).not.toHaveProperty('nonce');
  });

  it('claims no way of signing in that nobody knows of, and gives an id token for a sign-in alone', async () => {
    const { id_token: idToken, refresh_token: refreshToken } = (
      await exchange({ code: await codeFor({ acr_values: 'urn:mace:incommon:iap:silver' }) })
    ).json();
    const refreshed = await postToken(testApp, {
      form: { grant_type: 'refresh_token', refresh_token: refreshToken },
      authorization: basic(key),
    });

    expect(Object.keys(decodeJwt(idToken))).toEqual(expect.not.arrayContaining(['acr', 'amr']));
    expect([refreshed.statusCode, 'id_token' in refreshed.json()]).toEqual([200, false]);
  });

  it.each(['none', 'HS256'])('signs nothing with %s, and believes nothing that is', async (alg) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [{ kid }] = (await testApp.request('GET', '/oauth/jwks')).json().keys as [{ kid: string }];
    const signed = `${part({ alg, kid })}.${part({ iss: testApp.config.baseUrl, sub: String(ada.id), aud: key.clientId })}`;
    const signature = alg === 'none' ? '' : createHmac('sha256', key.clientSecret).update(signed).digest('base64url');
    const { query } = answerIn(
      await browser.get(authorizeUrl(request({ id_token_hint: `${signed}.${signature}`, prompt: 'none' }))),
    );

    expect(query.error).toBe('invalid_request');
  });

  it('takes a code for a minute', async () => {
    const [young, old] = [await codeFor(), await codeFor()];
    const age = (code: string, seconds: number) =>
      testApp.orm.em.execute(
        `update authorization_codes set expires_at = expires_at - make_interval(secs => ?) where digest = ?`,
        [seconds, createHash('sha256').update(code).digest('base64url')],
      );
    await age(young, 55);
    await age(old, 60);

    expect((await exchange({ code: young })).statusCode).toBe(200);
    expect((await exchange({ code: old })).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('refuses a code that was used, and takes back what it was used for', async () => {
    const code = await codeFor();
    const { access_token: token } = (await exchange({ code })).json();
    expect((await me(token)).statusCode).toBe(200);

    const again = await exchange({ code });
    expect([again.statusCode, again.json().error]).toEqual([400, 'invalid_grant']);
    expect(await withinASecond(401, async () => (await me(token)).statusCode)).toBe(401);
  });

  it('has one winner of twenty who bring a code at once, to two processes', async () => {
    const houses = [testApp, await openTestApp({ beside: testApp, env: { SECRET_KEY: testApp.config.secretKey } })];
    const bring = (code: string) =>
      houses.flatMap((each) =>
        Array.from({ length: 10 }, () =>
          postToken(each, { form: { grant_type: 'authorization_code', code }, authorization: basic(key) }),
        ),
      );
    for (let round = 0; round < 10; round++) {
      const code = await codeFor();
      const statuses = (await Promise.all(bring(code))).map(({ statusCode }) => statusCode);

      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 400)).toHaveLength(19);
    }
    await houses[1]?.close();
  });

  it('leaves a code alone that another key brings', async () => {
    const code = await codeFor();
    const anonymous = await exchange({ code }, basic(bob.key));

    expect([anonymous.statusCode, anonymous.json().error]).toEqual([400, 'invalid_grant']);
    expect((await exchange({ code })).statusCode).toBe(200);
  });

  it.each(['https://app.example/CB', `${CALLBACK}/`, `${CALLBACK}?a=1`, `${CALLBACK}?`, 'https://APP.example/cb', 'x'])(
    'refuses another redirect_uri than the one before: %s',
    async (uri) => {
      expect((await exchange({ code: await codeFor(), redirect_uri: uri })).json()).toMatchObject({
        error: 'invalid_grant',
      });
    },
  );

  it('needs no redirect_uri from a key with a secret, and none from a key without that proves the challenge', async () => {
    const { verifier, challenge } = proofKey();
    const code = await codeFor({ client_id: open.clientId, code_challenge: challenge, code_challenge_method: 'S256' });

    expect((await exchange({ code: await codeFor() })).statusCode).toBe(200);
    expect((await exchange({ code, client_id: open.clientId, code_verifier: verifier }, null)).statusCode).toBe(200);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ code: '' }, 'invalid_request'],
    [{ code: 'x' }, 'invalid_grant'],
    [{ code: `kat_${'a'.repeat(43)}` }, 'invalid_grant'],
    [{ code: `kac_${'a'.repeat(43)}` }, 'invalid_grant'],
  ])('refuses %j as %s', async (form: Record<string, string>, error) => {
    const response = await exchange(form);

    expect([response.statusCode, response.json().error]).toEqual([400, error]);
  });

  it('refuses a code whose user has signed out since', async () => {
    const other = visitor(testApp);
    await other.signIn(ada);
    const code = await codeFor({}, other);
    await other.get(`/oauth/logout?client_id=${key.clientId}`);

    expect((await exchange({ code })).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('keeps nothing of a code by which it could be used', async () => {
    const code = await codeFor();
    const rows = await testApp.orm.em.execute('select to_jsonb(c)::text "row" from authorization_codes c');

    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).toContain(createHash('sha256').update(code).digest('base64url'));
  });

  it('leaves a code alone that comes with a wrong secret', async () => {
    const code = await codeFor();

    expect((await exchange({ code }, basic({ ...key, clientSecret: 'wrong' }))).statusCode).toBe(401);
    expect((await exchange({ code })).statusCode).toBe(200);
  });

  it('gives nothing to a user who was disabled since', async () => {
    const eve = await people.eve(testApp);
    const code = await codeFor({}, visitor(testApp), eve);
    await testApp.orm.em.execute('update users set enabled = false where id = ?', [eve.id]);

    expect((await exchange({ code })).json()).toMatchObject({ error: 'invalid_grant' });
  });

  describe('with a proof key', () => {
    const challenged = async () => {
      const { verifier, challenge } = proofKey();
      return { verifier, code: await codeFor({ code_challenge: challenge, code_challenge_method: 'S256' }) };
    };

    it('gives tokens for the verifier', async () => {
      const { code, verifier } = await challenged();

      expect((await exchange({ code, code_verifier: verifier })).statusCode).toBe(200);
    });

    it.each([
      ['K02', 'no verifier', () => undefined],
      ['K03', 'a wrong verifier', () => proofKey().verifier],
      ['K07', 'a short verifier', (verifier: string) => verifier.slice(1)],
      ['K07', 'a long verifier', () => 'a'.repeat(129)],
      ['K07', 'a verifier with a character that none has', (verifier: string) => `${verifier.slice(1)}+`],
    ])(
      '%s: refuses %s, and the code is burnt',
      async (_id, _what, change: (verifier: string) => string | undefined) => {
        const { code, verifier } = await challenged();
        const offered = change(verifier);
        const refused = await exchange({ code, ...(offered !== undefined && { code_verifier: offered }) });

        expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_grant']);
        expect((await exchange({ code, code_verifier: verifier })).json()).toMatchObject({ error: 'invalid_grant' });
      },
    );

    it('refuses a verifier for a code that was asked for without a challenge', async () => {
      expect((await exchange({ code: await codeFor(), code_verifier: proofKey().verifier })).json()).toMatchObject({
        error: 'invalid_grant',
      });
    });

    it.each([
      ['K05', 'plain', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }],
      ['K05', 'a challenge without a method', { code_challenge: 'a'.repeat(43) }],
      ['K07', 'a short challenge', { code_challenge: 'a'.repeat(42), code_challenge_method: 'S256' }],
      ['K07', 'a challenge with padding', { code_challenge: `${'a'.repeat(43)}=`, code_challenge_method: 'S256' }],
      ['K08', 'an unknown method', { code_challenge: 'a'.repeat(43), code_challenge_method: 'S512' }],
      ['K06', 'a key without a secret that sends none', { client_id: 'open' }],
    ])('%s: sends %s back as invalid_request', async (_id, _what, more: Record<string, string>) => {
      const sent = more.client_id === 'open' ? { ...more, client_id: open.clientId } : more;
      const { base, query } = answerIn(await browser.get(authorizeUrl(request(sent))));

      expect([base, query.error]).toEqual([CALLBACK, 'invalid_request']);
    });

    it('says in the words of the standard what is wrong with an unknown method', async () => {
      const { query } = answerIn(
        await browser.get(authorizeUrl(request({ code_challenge: 'a'.repeat(43), code_challenge_method: 'S512' }))),
      );

      expect(query.error_description).toContain('transform algorithm not supported');
    });
  });
});
