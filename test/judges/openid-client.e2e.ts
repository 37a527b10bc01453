import * as client from 'openid-client';
import { CALLBACK, GOODBYE, type ProviderUnderTest, openProviderUnderTest } from '../support/provider-under-test.js';

/**
 * openid-client 6 on the service, over HTTP. It encodes Basic credentials byte by byte and checks `iss`, `nonce`, `at_hash`,
 * `c_hash`, signatures and content types by itself. What it cannot do: ask for `token` or `token id_token` (it has no flow that
 * gives an access token in the front channel); the password grant has no function of its own (the generic one sends it).
 */
describe('openid-client 6 (cannot: response_type token, token id_token)', () => {
  let provider: ProviderUnderTest;
  let config: client.Configuration;
  beforeAll(async () => {
    provider = await openProviderUnderTest();
    config = await discover(client.ClientSecretBasic(provider.key.clientSecret));
  });
  afterAll(() => provider.close());

  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that nobody uses it elsewhere; the test is its own network.
  const plainHttp = client.allowInsecureRequests;
  const discover = (auth: client.ClientAuth, clientId = provider.key.clientId, algorithm: 'oidc' | 'oauth2' = 'oidc') =>
    client.discovery(new URL(provider.url), clientId, undefined, auth, { algorithm, execute: [plainHttp] });
  const toPasswordParameters = (parameters: Record<string, string> = {}) => ({
    username: provider.ada.email,
    password: provider.ada.password,
    ...parameters,
  });

  /** Everything that an application keeps between sending the user away and seeing them again. */
  const createRequest = async (parameters: Record<string, string> = {}, configuration = config) => {
    const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
    const challenge = await client.calculatePKCECodeChallenge(verifier);
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...parameters,
    });
    return { url, checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce } };
  };
  const signIn = async (configuration = config) => {
    const { url, checks } = await createRequest({}, configuration);
    return client.authorizationCodeGrant(configuration, await provider.comeBack(url), checks);
  };

  it.each(['oidc', 'oauth2'] as const)('discovers by way of %s', async (algorithm) => {
    const server = (await discover(client.None(), provider.key.clientId, algorithm)).serverMetadata();

    expect([server.issuer, server.supportsPKCE()]).toEqual([provider.url, true]);
  });

  it.each([
    ['Basic', client.ClientSecretBasic],
    ['the body', client.ClientSecretPost],
  ])('is given tokens for a password, and by a key alone, with the secret in %s', async (_where, auth) => {
    const configuration = await discover(auth(provider.key.clientSecret));
    const tokens = await client.genericGrantRequest(configuration, 'password', toPasswordParameters());
    const clientToken = await client.clientCredentialsGrant(configuration, { scope: 'openid' });

    expect([tokens.token_type, tokens.expires_in, typeof tokens.refresh_token]).toEqual(['bearer', 3600, 'string']);
    expect([clientToken.token_type, clientToken.expires_in, clientToken.refresh_token]).toEqual([
      'bearer',
      3600,
      undefined,
    ]);
  });

  it('acts for a customer, named in the response', async () => {
    const { email, password } = provider.admin;
    const { access_token: token } = await client.genericGrantRequest(config, 'password', {
      username: email,
      password,
      customer_id: String(provider.ada.id),
    });

    expect(await client.tokenIntrospection(config, token)).toMatchObject({
      active: true,
      sub: String(provider.ada.id),
      act: { sub: String(provider.admin.id) },
    });
  });

  it('signs a user in by a code with PKCE, and asks who that is', async () => {
    const tokens = await signIn();

    expect(tokens.claims()).toMatchObject({
      iss: provider.url,
      sub: String(provider.ada.id),
      aud: provider.key.clientId,
    });
    expect(await client.fetchUserInfo(config, tokens.access_token, String(provider.ada.id))).toEqual({
      sub: String(provider.ada.id),
      email: provider.ada.email,
      email_verified: false,
    });
  });

  it('does so for a public key, which has nothing but PKCE', async () => {
    const configuration = await discover(client.None(), provider.publicKey.clientId);
    const tokens = await signIn(configuration);

    expect(tokens.claims()?.aud).toBe(provider.publicKey.clientId);
    expect((await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '')).access_token).not.toBe(
      tokens.access_token,
    );
  });

  it('takes max_age, and finds the time of the sign-in', async () => {
    const { url, checks } = await createRequest({ max_age: '600' });
    const tokens = await client.authorizationCodeGrant(config, await provider.comeBack(url), {
      ...checks,
      maxAge: 600,
    });

    expect(tokens.claims()?.auth_time).toBeGreaterThan(Date.now() / 1000 - 600);
  });

  it('takes a code from a form that posts itself', async () => {
    const { url, checks } = await createRequest({ response_mode: 'form_post' });
    const tokens = await client.authorizationCodeGrant(config, await provider.comeBackByPost(url), checks);

    expect(tokens.claims()?.sub).toBe(String(provider.ada.id));
  });

  it('signs a user in by the hybrid code id_token, and checks c_hash', async () => {
    const hybrid = await discover(client.ClientSecretBasic(provider.key.clientSecret));
    client.useCodeIdTokenResponseType(hybrid);
    const { url, checks } = await createRequest({}, hybrid);
    const tokens = await client.authorizationCodeGrant(hybrid, await provider.comeBack(url), checks);

    expect([url.searchParams.get('response_type'), tokens.claims()?.sub]).toEqual([
      'code id_token',
      String(provider.ada.id),
    ]);
  });

  it('takes the hybrid from a form that posts itself', async () => {
    const hybrid = await discover(client.ClientSecretBasic(provider.key.clientSecret));
    client.useCodeIdTokenResponseType(hybrid);
    const { url, checks } = await createRequest({ response_mode: 'form_post' }, hybrid);
    const tokens = await client.authorizationCodeGrant(hybrid, await provider.comeBackByPost(url), checks);

    expect(tokens.claims()?.sub).toBe(String(provider.ada.id));
  });

  it.each([undefined, 'form_post'])(
    'signs a user in by id_token alone, response_mode %s, and checks its nonce',
    async (mode) => {
      const implicit = await discover(client.None());
      client.useIdTokenResponseType(implicit);
      const [nonce, state] = [client.randomNonce(), client.randomState()];
      const url = client.buildAuthorizationUrl(implicit, {
        redirect_uri: CALLBACK,
        scope: 'openid email',
        nonce,
        state,
        ...(mode !== undefined && { response_mode: mode }),
      });
      const response = mode === undefined ? await provider.comeBack(url) : await provider.comeBackByPost(url);
      const responseCopy = response instanceof URL ? response : response.clone();

      expect(await client.implicitAuthentication(implicit, response, nonce, { expectedState: state })).toMatchObject({
        sub: String(provider.ada.id),
        email: provider.ada.email,
      });
      await expect(
        client.implicitAuthentication(implicit, responseCopy, client.randomNonce(), { expectedState: state }),
      ).rejects.toMatchObject({ cause: { cause: { claim: 'nonce', expected: expect.any(String) } } });
    },
  );

  it('rotates refresh tokens, and is refused with one that another key was given', async () => {
    const first = await signIn();
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    const third = await client.refreshTokenGrant(config, second.refresh_token ?? '', { scope: 'openid' });
    const anonymous = await discover(
      client.ClientSecretBasic(provider.ada.key.clientSecret),
      provider.ada.key.clientId,
    );

    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
    expect(await client.tokenIntrospection(config, third.access_token)).toMatchObject({
      active: true,
      scope: 'openid',
    });
    await expect(client.refreshTokenGrant(anonymous, third.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
  });

  it('looks into tokens, and ends them', async () => {
    const { access_token: access, refresh_token: refresh = '' } = await signIn();
    const isActive = async (token: string) => (await client.tokenIntrospection(config, token)).active;
    const activeBefore = [await isActive(access), await isActive(refresh)];
    await client.tokenRevocation(config, refresh, { token_type_hint: 'refresh_token' });

    expect([activeBefore, await isActive(access), await isActive(refresh)]).toEqual([[true, true], false, false]);
  });

  it('signs the user out, and gets its state back', async () => {
    const browser = provider.browser();
    const { url, checks } = await createRequest();
    const tokens = await client.authorizationCodeGrant(config, await provider.comeBack(url, browser), checks);
    const logoutUrl = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: GOODBYE,
      state: 'bye',
    });

    expect(await provider.leave(logoutUrl, browser)).toMatchObject({ base: GOODBYE, query: { state: 'bye' } });
    expect((await client.tokenIntrospection(config, tokens.access_token)).active).toBe(false);
  });

  it.each([
    [
      'another issuer',
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      'unexpected "iss" (issuer) response parameter value',
    ],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'response parameter "iss" (issuer) missing'],
  ])('does not take an answer with %s for ours', async (_what, alter, expectedError) => {
    const { url, checks } = await createRequest();
    const response = await provider.comeBack(url);
    alter(response);

    await expect(client.authorizationCodeGrant(config, response, checks)).rejects.toMatchObject({
      cause: { message: expectedError },
    });
  });

  describe('as a third-party application', () => {
    const authorize = async (scope: string, person = provider.bob) => {
      const { url, checks } = await createRequest({ scope });
      return client.authorizationCodeGrant(config, await provider.comeBack(url, provider.browser(), person), checks);
    };
    const request = (token: string, method: 'GET' | 'POST', path: string, body?: object) =>
      client.fetchProtectedResource(
        config,
        token,
        new URL(path, provider.url),
        method,
        body && JSON.stringify(body),
        new Headers({ accept: 'application/json', 'content-type': 'application/json' }),
      );
    const toInsufficientScope = (scope: string) => ({
      status: 403,
      cause: [{ scheme: 'bearer', parameters: { error: 'insufficient_scope', scope } }],
    });

    it.each([
      ['openid', 'openid read'],
      ['openid read trade keys', 'openid read trade keys'],
      ['openid offline_access trade', 'openid offline_access trade'],
      ['openid read admin', 'openid read'],
    ])('asks a customer for %s and receives %s', async (scope, granted) => {
      const { access_token: token, scope: received } = await authorize(scope);

      expect(received).toBe(granted);
      expect(await client.tokenIntrospection(config, token)).toMatchObject({ active: true, scope: granted });
    });

    it('reads accounts with read, and gets 403 insufficient_scope where trade and keys are needed', async () => {
      const { access_token: token } = await authorize('openid read');

      expect((await request(token, 'GET', '/accounts')).status).toBe(200);
      await expect(request(token, 'POST', '/orderactions', {})).rejects.toMatchObject(toInsufficientScope('trade'));
      await expect(request(token, 'POST', '/oauth/client', { name: 'x' })).rejects.toMatchObject(
        toInsufficientScope('keys'),
      );
    });

    it('receives admin from an administrator who agrees to it, and lists the users with it alone', async () => {
      const [reader, administrator] = [
        await authorize('openid read', provider.admin),
        await authorize('openid read admin', provider.admin),
      ];

      expect(administrator.scope).toBe('openid read admin');
      expect((await request(administrator.access_token, 'GET', '/users')).status).toBe(200);
      await expect(request(reader.access_token, 'GET', '/users')).rejects.toMatchObject(toInsufficientScope('admin'));
    });

    it('refreshes to a part of its scope, and to nothing more', async () => {
      const { refresh_token: refresh = '' } = await authorize('openid read trade');
      const narrowed = await client.refreshTokenGrant(config, refresh, { scope: 'openid read' });

      await expect(request(narrowed.access_token, 'POST', '/orderactions', {})).rejects.toMatchObject(
        toInsufficientScope('trade'),
      );
      await expect(
        client.refreshTokenGrant(config, narrowed.refresh_token ?? '', { scope: 'openid read keys' }),
      ).rejects.toMatchObject({ error: 'invalid_scope', status: 400 });
    });
  });

  describe('gets errors that it understands', () => {
    it('that the secret is wrong', async () => {
      const wrongClient = await discover(client.ClientSecretBasic('wrong'));

      await expect(client.genericGrantRequest(wrongClient, 'password', toPasswordParameters())).rejects.toMatchObject({
        status: 401,
        cause: [{ scheme: 'basic', parameters: { realm: 'kontor' } }],
      });
    });

    it('that the secret in the body is wrong', async () => {
      const wrongClient = await discover(client.ClientSecretPost('wrong'));

      await expect(client.clientCredentialsGrant(wrongClient)).rejects.toMatchObject({ status: 401 });
    });

    it('that the password is wrong', async () => {
      await expect(
        client.genericGrantRequest(config, 'password', toPasswordParameters({ password: 'wrong' })),
      ).rejects.toMatchObject({ error: 'invalid_grant', status: 400, error_description: expect.any(String) });
    });

    it('that the code has expired', async () => {
      const { url, checks } = await createRequest();
      const response = await provider.comeBack(url);
      await provider.expireCodes();

      await expect(client.authorizationCodeGrant(config, response, checks)).rejects.toMatchObject({
        error: 'invalid_grant',
        status: 400,
      });
    });

    it('that the user said no', async () => {
      const { url, checks } = await createRequest({ prompt: 'consent' });

      await expect(client.authorizationCodeGrant(config, await provider.refuse(url), checks)).rejects.toMatchObject({
        error: 'access_denied',
      });
    });

    it('that the token is no good for the user’s claims', async () => {
      await expect(client.fetchUserInfo(config, 'kat_nonsense', 'x')).rejects.toMatchObject({
        status: 401,
        cause: [{ scheme: 'bearer', parameters: { realm: 'kontor', error: 'invalid_token' } }],
      });
    });

    it('and at a resource, by the challenge beside the 303 of the interface', async () => {
      const { access_token: token } = await client.genericGrantRequest(config, 'password', toPasswordParameters());
      const getMe = (as: string) =>
        client.fetchProtectedResource(
          config,
          as,
          new URL('/users/me', provider.url),
          'GET',
          undefined,
          new Headers({ accept: 'application/json' }),
        );

      expect(await (await getMe(token)).json()).toMatchObject({ id: provider.ada.id });
      await expect(getMe('kat_nonsense')).rejects.toMatchObject({
        status: 303,
        cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
      });
    });
  });
});
