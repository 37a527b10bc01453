import { createHash, createHmac } from 'node:crypto';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  proofKey,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';
import { withinOneSecond } from '../support/within.js';

const CALLBACK = 'https://app.example/cb';

describe('authorization_code grant', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let client: Key;
  let publicClient: Key;
  let browser: BrowserClient;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    client = await createKey(testApp, bob.id, { redirectUris: [CALLBACK, `${CALLBACK}?a=1`] });
    publicClient = await createKey(testApp, bob.id, { redirectUris: [CALLBACK], tokenEndpointAuthMethod: 'none' });
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    // Errors go back only to applications that the user has agreed to.
    for (const { clientId } of [client, publicClient])
      await browser.authorize(
        authorizeUrl(
          toRequest({ client_id: clientId, code_challenge: proofKey().challenge, code_challenge_method: 'S256' }),
        ),
        ada,
      );
  });
  afterAll(() => testApp.close());

  const toRequest = (parameters: Record<string, string | undefined> = {}) => ({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    ...parameters,
  });
  const requestCode = async (
    parameters: Record<string, string | undefined> = {},
    userBrowser = browser,
    person = ada,
  ): Promise<string> => {
    const { query } = readAuthorizationResponse(
      await userBrowser.authorize(authorizeUrl(toRequest(parameters)), person),
    );
    expect(query).toEqual({
      code: expect.stringMatching(/^kac_[\w-]{43}$/),
      iss: testApp.config.baseUrl,
      ...(parameters.state !== undefined && { state: parameters.state }),
    });
    return query.code ?? '';
  };
  const exchangeCode = (form: Record<string, string>, authorization: string | null = basic(client)) =>
    postToken(testApp, { form: { grant_type: 'authorization_code', ...form }, authorization });
  const getMe = (token: string) =>
    testApp.request('GET', '/users/me', { as: token, headers: { prefer: 'status=401' } });

  it('exchanges a code from the query for tokens and an id token', async () => {
    const startSeconds = Math.floor(Date.now() / 1000);
    const nonce = 'n-%+ü"\\';
    const response = await exchangeCode({ code: await requestCode({ nonce, state: 's' }), redirect_uri: CALLBACK });

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
    expect((await getMe(body.access_token)).json()).toMatchObject({ id: ada.id });

    const jwks = createRemoteJWKSet(new URL(`${testApp.config.baseUrl}/oauth/jwks`), {
      [customFetch]: async () => new Response((await testApp.request('GET', '/oauth/jwks')).body),
    });
    const { payload, protectedHeader } = await jwtVerify(body.id_token, jwks, {
      issuer: testApp.config.baseUrl,
      audience: client.clientId,
    });
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' });
    expect(payload).toEqual({
      iss: testApp.config.baseUrl,
      sub: String(ada.id),
      aud: client.clientId,
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
    expect(payload.iat).toBeGreaterThanOrEqual(startSeconds);
    expect(payload.auth_time).toBeLessThanOrEqual(payload.iat ?? 0);
  });

  it('omits the nonce when the request had none', async () => {
    const { id_token: idToken } = (await exchangeCode({ code: await requestCode() })).json();
    const [, payload = ''] = (idToken as string).split('.');

    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).not.toHaveProperty('nonce');
  });

  it('includes acr and amr only when known, and issues an id token for openid', async () => {
    const { id_token: idToken, refresh_token: refreshToken } = (
      await exchangeCode({ code: await requestCode({ acr_values: 'urn:mace:incommon:iap:silver' }) })
    ).json();
    const refreshed = await postToken(testApp, {
      form: { grant_type: 'refresh_token', refresh_token: refreshToken },
      authorization: basic(client),
    });

    expect(Object.keys(decodeJwt(idToken))).toEqual(expect.not.arrayContaining(['acr', 'amr']));
    expect([refreshed.statusCode, 'id_token' in refreshed.json()]).toEqual([200, false]);
  });

  it.each(['none', 'HS256'])('signs no id token with %s, and accepts none', async (alg) => {
    const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [{ kid }] = (await testApp.request('GET', '/oauth/jwks')).json().keys as [{ kid: string }];
    const signed = `${encodePart({ alg, kid })}.${encodePart({ iss: testApp.config.baseUrl, sub: String(ada.id), aud: client.clientId })}`;
    const signature =
      alg === 'none' ? '' : createHmac('sha256', client.clientSecret).update(signed).digest('base64url');
    const { query } = readAuthorizationResponse(
      await browser.get(authorizeUrl(toRequest({ id_token_hint: `${signed}.${signature}`, prompt: 'none' }))),
    );

    expect(query.error).toBe('invalid_request');
  });

  it('accepts a code for one minute', async () => {
    const [freshCode, oldCode] = [await requestCode(), await requestCode()];
    const ageCode = (code: string, seconds: number) =>
      testApp.orm.em.execute(
        `update authorization_codes set expires_at = expires_at - make_interval(secs => ?) where digest = ?`,
        [seconds, createHash('sha256').update(code).digest('base64url')],
      );
    await ageCode(freshCode, 55);
    await ageCode(oldCode, 60);

    expect((await exchangeCode({ code: freshCode })).statusCode).toBe(200);
    expect((await exchangeCode({ code: oldCode })).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('rejects a used code and revokes its tokens', async () => {
    const code = await requestCode();
    const { access_token: token } = (await exchangeCode({ code })).json();
    expect((await getMe(token)).statusCode).toBe(200);

    const repeated = await exchangeCode({ code });
    expect([repeated.statusCode, repeated.json().error]).toEqual([400, 'invalid_grant']);
    expect(await withinOneSecond(401, async () => (await getMe(token)).statusCode)).toBe(401);
  });

  it('lets one of twenty simultaneous requests in two processes succeed', async () => {
    const apps = [testApp, await openTestApp({ beside: testApp, env: { SECRET_KEY: testApp.config.secretKey } })];
    const redeemEverywhere = (code: string) =>
      apps.flatMap((targetApp) =>
        Array.from({ length: 10 }, () =>
          postToken(targetApp, { form: { grant_type: 'authorization_code', code }, authorization: basic(client) }),
        ),
      );
    for (let round = 0; round < 10; round++) {
      const code = await requestCode();
      const statuses = (await Promise.all(redeemEverywhere(code))).map(({ statusCode }) => statusCode);

      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 400)).toHaveLength(19);
    }
    await apps[1]?.close();
  });

  it('rejects another key and keeps the code valid', async () => {
    const code = await requestCode();
    const anonymous = await exchangeCode({ code }, basic(bob.key));

    expect([anonymous.statusCode, anonymous.json().error]).toEqual([400, 'invalid_grant']);
    expect((await exchangeCode({ code })).statusCode).toBe(200);
  });

  it.each(['https://app.example/CB', `${CALLBACK}/`, `${CALLBACK}?a=1`, `${CALLBACK}?`, 'https://APP.example/cb', 'x'])(
    'rejects another redirect_uri: %s',
    async (uri) => {
      expect((await exchangeCode({ code: await requestCode(), redirect_uri: uri })).json()).toMatchObject({
        error: 'invalid_grant',
      });
    },
  );

  it('needs no redirect_uri from a confidential key, nor from a public key with PKCE', async () => {
    const { verifier, challenge } = proofKey();
    const code = await requestCode({
      client_id: publicClient.clientId,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });

    expect((await exchangeCode({ code: await requestCode() })).statusCode).toBe(200);
    expect(
      (await exchangeCode({ code, client_id: publicClient.clientId, code_verifier: verifier }, null)).statusCode,
    ).toBe(200);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ code: '' }, 'invalid_request'],
    [{ code: 'x' }, 'invalid_grant'],
    [{ code: `kat_${'a'.repeat(43)}` }, 'invalid_grant'],
    [{ code: `kac_${'a'.repeat(43)}` }, 'invalid_grant'],
  ])('refuses %j as %s', async (form: Record<string, string>, error) => {
    const response = await exchangeCode(form);

    expect([response.statusCode, response.json().error]).toEqual([400, error]);
  });

  it('rejects a code after its user signed out', async () => {
    const otherBrowser = openBrowserClient(testApp);
    await otherBrowser.signIn(ada);
    const code = await requestCode({}, otherBrowser);
    await otherBrowser.get(`/oauth/logout?client_id=${client.clientId}`);

    expect((await exchangeCode({ code })).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('stores codes as digests', async () => {
    const code = await requestCode();
    const rows = await testApp.orm.em.execute('select to_jsonb(c)::text "row" from authorization_codes c');

    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).toContain(createHash('sha256').update(code).digest('base64url'));
  });

  it('rejects a wrong secret and keeps the code valid', async () => {
    const code = await requestCode();

    expect((await exchangeCode({ code }, basic({ ...client, clientSecret: 'wrong' }))).statusCode).toBe(401);
    expect((await exchangeCode({ code })).statusCode).toBe(200);
  });

  it('rejects a disabled user', async () => {
    const eve = await people.eve(testApp);
    const code = await requestCode({}, openBrowserClient(testApp), eve);
    await testApp.orm.em.execute('update users set enabled = false where id = ?', [eve.id]);

    expect((await exchangeCode({ code })).json()).toMatchObject({ error: 'invalid_grant' });
  });

  describe('with PKCE', () => {
    const requestCodeWithChallenge = async () => {
      const { verifier, challenge } = proofKey();
      return { verifier, code: await requestCode({ code_challenge: challenge, code_challenge_method: 'S256' }) };
    };

    it('issues tokens for the right verifier', async () => {
      const { code, verifier } = await requestCodeWithChallenge();

      expect((await exchangeCode({ code, code_verifier: verifier })).statusCode).toBe(200);
    });

    it.each([
      ['K02', 'no verifier', () => undefined],
      ['K03', 'a wrong verifier', () => proofKey().verifier],
      ['K07', 'a short verifier', (verifier: string) => verifier.slice(1)],
      ['K07', 'a long verifier', () => 'a'.repeat(129)],
      ['K07', 'a verifier with a character that none has', (verifier: string) => `${verifier.slice(1)}+`],
    ])(
      '%s: rejects %s, and the code is used up',
      async (_id, _what, alterVerifier: (verifier: string) => string | undefined) => {
        const { code, verifier } = await requestCodeWithChallenge();
        const alteredVerifier = alterVerifier(verifier);
        const rejected = await exchangeCode({
          code,
          ...(alteredVerifier !== undefined && { code_verifier: alteredVerifier }),
        });

        expect([rejected.statusCode, rejected.json().error]).toEqual([400, 'invalid_grant']);
        expect((await exchangeCode({ code, code_verifier: verifier })).json()).toMatchObject({
          error: 'invalid_grant',
        });
      },
    );

    it('rejects a verifier for a code without a challenge', async () => {
      expect(
        (await exchangeCode({ code: await requestCode(), code_verifier: proofKey().verifier })).json(),
      ).toMatchObject({ error: 'invalid_grant' });
    });

    it.each([
      ['K05', 'plain', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }],
      ['K05', 'a challenge without a method', { code_challenge: 'a'.repeat(43) }],
      ['K07', 'a short challenge', { code_challenge: 'a'.repeat(42), code_challenge_method: 'S256' }],
      ['K07', 'a challenge with padding', { code_challenge: `${'a'.repeat(43)}=`, code_challenge_method: 'S256' }],
      ['K08', 'an unknown method', { code_challenge: 'a'.repeat(43), code_challenge_method: 'S512' }],
      ['K06', 'a key without a secret that sends none', { client_id: 'open' }],
    ])('%s: sends %s back as invalid_request', async (_id, _what, parameters: Record<string, string>) => {
      const sent = parameters.client_id === 'open' ? { ...parameters, client_id: publicClient.clientId } : parameters;
      const { base, query } = readAuthorizationResponse(await browser.get(authorizeUrl(toRequest(sent))));

      expect([base, query.error]).toEqual([CALLBACK, 'invalid_request']);
    });

    it('rejects an unknown code_challenge_method with invalid_request', async () => {
      const { query } = readAuthorizationResponse(
        await browser.get(authorizeUrl(toRequest({ code_challenge: 'a'.repeat(43), code_challenge_method: 'S512' }))),
      );

      expect(query.error_description).toContain('transform algorithm not supported');
    });
  });
});
