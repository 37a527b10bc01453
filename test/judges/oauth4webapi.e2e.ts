import * as oauth from 'oauth4webapi';
import { CALLBACK, GOODBYE, type ProviderUnderTest, openJudged } from '../support/judged.js';

/**
 * oauth4webapi 3 on the service, over HTTP: the library below openid-client, where every request and every answer is a step of
 * its own, so that each answer is judged by itself. What it cannot do: the implicit flow (no function takes an answer without a
 * code), the password grant except as a generic one, and RP-initiated logout (it only knows the address).
 */
describe('oauth4webapi 3 (cannot: the implicit flow)', () => {
  let judged: ProviderUnderTest;
  let server: oauth.AuthorizationServer;
  let key: oauth.Client;
  let secret: oauth.ClientAuth;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that nobody uses it elsewhere; the test is its own network.
  const plainHttp = { [oauth.allowInsecureRequests]: true };
  beforeAll(async () => {
    judged = await openJudged();
    key = { client_id: judged.key.clientId };
    secret = oauth.ClientSecretBasic(judged.key.clientSecret);
    server = await discovered('oidc');
  });
  afterAll(() => judged.close());

  const discovered = async (algorithm: 'oidc' | 'oauth2') => {
    const issuer = new URL(judged.url);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...plainHttp }));
  };

  const requestOf = async (more: Record<string, string> = {}) => {
    const verifier = oauth.generateRandomCodeVerifier();
    const checks = { verifier, state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce() };
    const url = new URL(server.authorization_endpoint ?? '');
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    url.search = new URLSearchParams({
      client_id: key.client_id,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid profile',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...more,
    }).toString();
    return { url, ...checks };
  };
  const exchange = async (
    answer: URLSearchParams,
    { verifier, nonce }: { verifier: string; nonce: string },
    auth = secret,
  ) => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      key,
      auth,
      answer,
      CALLBACK,
      verifier,
      plainHttp,
    );
    return oauth.processAuthorizationCodeResponse(server, key, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
  };
  const signIn = async () => {
    const request = await requestOf();
    return exchange(
      oauth.validateAuthResponse(server, key, await judged.comeBack(request.url), request.state),
      request,
    );
  };
  const look = async (token: string) =>
    oauth.processIntrospectionResponse(
      server,
      key,
      await oauth.introspectionRequest(server, key, secret, token, plainHttp),
    );
  const refresh = async (token: string, by = key, auth = secret) =>
    oauth.processRefreshTokenResponse(
      server,
      by,
      await oauth.refreshTokenGrantRequest(server, by, auth, token, plainHttp),
    );
  const byPassword = async (auth: oauth.ClientAuth, more: Record<string, string> = {}) => {
    const parameters = { username: judged.ada.email, password: judged.ada.password, ...more };
    return oauth.processGenericTokenEndpointResponse(
      server,
      key,
      await oauth.genericTokenEndpointRequest(server, key, auth, 'password', parameters, plainHttp),
    );
  };

  it.each(['oidc', 'oauth2'] as const)(
    'discovers by way of %s, and finds an address for everything it can do',
    async (algorithm) => {
      const found = await discovered(algorithm);

      expect([found.issuer, found.authorization_response_iss_parameter_supported]).toEqual([judged.url, true]);
      for (const name of ['token', 'userinfo', 'introspection', 'revocation', 'end_session'])
        expect(found[`${name}_endpoint`]).toContain(`${judged.url}/oauth/`);
    },
  );

  it.each([
    ['Basic', oauth.ClientSecretBasic],
    ['the body', oauth.ClientSecretPost],
  ])('is given tokens for a password, and by a key alone, with the secret in %s', async (_where, auth) => {
    const proof = auth(judged.key.clientSecret);
    const own = await oauth.processClientCredentialsResponse(
      server,
      key,
      await oauth.clientCredentialsGrantRequest(server, key, proof, {}, plainHttp),
    );

    expect(await byPassword(proof)).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) });
    expect([own.token_type, own.refresh_token]).toEqual(['bearer', undefined]);
  });

  it('acts for a customer, and is told so', async () => {
    const { email, password, id } = judged.admin;
    const { access_token: token } = await byPassword(secret, {
      username: email,
      password,
      customer_id: String(judged.ada.id),
    });

    expect(await look(token)).toMatchObject({ active: true, sub: String(judged.ada.id), act: { sub: String(id) } });
  });

  it('signs a user in by a code with PKCE, verifies the signature, and asks who that is', async () => {
    const request = await requestOf({ max_age: '600' });
    const answer = oauth.validateAuthResponse(server, key, await judged.comeBack(request.url), request.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      key,
      secret,
      answer,
      CALLBACK,
      request.verifier,
      plainHttp,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, key, response, {
      expectedNonce: request.nonce,
      maxAge: 600,
    });
    const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
    const claims = await oauth.processUserInfoResponse(
      server,
      key,
      subject,
      await oauth.userInfoRequest(server, key, tokens.access_token, plainHttp),
    );

    await oauth.validateApplicationLevelSignature(server, response, plainHttp);
    expect([subject, claims]).toEqual([
      String(judged.ada.id),
      expect.objectContaining({ sub: subject, given_name: 'ada' }),
    ]);
  });

  it('signs a user in by the hybrid code id_token, and checks c_hash and signature', async () => {
    const request = await requestOf({ response_type: 'code id_token' });
    const answer = await oauth.validateCodeIdTokenResponse(
      server,
      key,
      await judged.comeBack(request.url),
      request.nonce,
      request.state,
      oauth.skipAuthTimeCheck,
      plainHttp,
    );

    expect((await exchange(answer, request)).token_type).toBe('bearer');
  });

  it('takes the hybrid from a form that posts itself, and its id token for a detached signature', async () => {
    const { url, ...request } = await requestOf({ response_type: 'code id_token', response_mode: 'form_post' });
    url.searchParams.delete('state');
    const answer = await oauth.validateDetachedSignatureResponse(
      server,
      key,
      await judged.comeBackByPost(url),
      request.nonce,
      oauth.expectNoState,
      oauth.skipAuthTimeCheck,
      plainHttp,
    );

    expect((await exchange(answer, request)).token_type).toBe('bearer');
  });

  it('rotates refresh tokens', async () => {
    const first = await signIn();
    const second = await refresh(first.refresh_token ?? '');
    const third = await refresh(second.refresh_token ?? '');

    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
  });

  it('looks into tokens, and ends them', async () => {
    const { access_token: access, refresh_token: token = '' } = await signIn();
    const before = await look(access);
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, key, secret, token, plainHttp));

    expect(before).toMatchObject({ active: true, client_id: key.client_id, token_type: 'bearer', iss: judged.url });
    expect([(await look(access)).active, (await look(token)).active]).toEqual([false, false]);
  });

  it('signs the user out at the address that it discovered', async () => {
    const by = judged.browser();
    const request = await requestOf();
    const tokens = await exchange(
      oauth.validateAuthResponse(server, key, await judged.comeBack(request.url, by), request.state),
      request,
    );
    const away = new URL(server.end_session_endpoint ?? '');
    away.search = new URLSearchParams({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: GOODBYE,
    }).toString();

    expect((await judged.leave(away, by)).base).toBe(GOODBYE);
    expect((await look(tokens.access_token)).active).toBe(false);
  });

  it.each([
    [
      'another issuer',
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      'unexpected "iss" (issuer) response parameter value',
    ],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'response parameter "iss" (issuer) missing'],
    ['another state', (url: URL) => url.searchParams.set('state', 'x'), 'unexpected "state" response parameter value'],
  ])('does not take an answer with %s for ours', async (_what, spoil, complaint) => {
    const { url, state } = await requestOf();
    const answer = await judged.comeBack(url);
    spoil(answer);

    expect(() => oauth.validateAuthResponse(server, key, answer, state)).toThrow(complaint);
  });

  describe('as a third-party application', () => {
    const authorize = async (scope: string, person = judged.bob) => {
      const request = await requestOf({ scope });
      return exchange(
        oauth.validateAuthResponse(
          server,
          key,
          await judged.comeBack(request.url, judged.browser(), person),
          request.state,
        ),
        request,
      );
    };
    const call = (token: string, method: 'GET' | 'POST', path: string) =>
      oauth.protectedResourceRequest(
        token,
        method,
        new URL(path, judged.url),
        new Headers({ accept: 'application/json', 'content-type': 'application/json' }),
        method === 'POST' ? '{}' : undefined,
        plainHttp,
      );
    const insufficient = (scope: string) => ({
      name: 'WWWAuthenticateChallengeError',
      status: 403,
      cause: [{ scheme: 'bearer', parameters: { error: 'insufficient_scope', scope } }],
    });

    it('finds the scopes of endpoints in discovery', () => {
      expect(server.scopes_supported).toEqual([
        'openid',
        'profile',
        'email',
        'offline_access',
        'read',
        'trade',
        'keys',
        'admin',
      ]);
    });

    it.each([
      [
        'openid',
        'openid read',
        ['GET /accounts'],
        { trade: 'POST /orderactions', keys: 'GET /oauth/client', admin: 'GET /users' },
      ],
      ['openid trade', 'openid trade', [], { read: 'GET /accounts', keys: 'GET /oauth/client' }],
      [
        'openid read keys',
        'openid read keys',
        ['GET /accounts', 'GET /oauth/client'],
        { trade: 'POST /orderactions', admin: 'GET /users' },
      ],
      ['openid offline_access', 'openid offline_access read', ['GET /orders'], { keys: 'POST /oauth/client' }],
    ])(
      'asks a customer for %s, receives %s, and gets 403 insufficient_scope elsewhere',
      async (scope, granted, open, closed) => {
        const { access_token: token, scope: received } = await authorize(scope);
        const send = (endpoint: string) => call(token, ...(endpoint.split(' ') as ['GET', string]));

        expect(received).toBe(granted);
        for (const endpoint of open) expect((await send(endpoint)).status).toBe(200);
        for (const [needed, endpoint] of Object.entries(closed))
          await expect(send(endpoint)).rejects.toMatchObject(insufficient(needed));
      },
    );

    it('receives admin from an administrator, and the claims of profile and email at userinfo', async () => {
      const { access_token: token, scope } = await authorize('openid profile email admin', judged.admin);
      const claims = await oauth.processUserInfoResponse(
        server,
        key,
        String(judged.admin.id),
        await oauth.userInfoRequest(server, key, token, plainHttp),
      );

      expect([scope, (await call(token, 'GET', '/users')).status]).toEqual(['openid profile email admin', 200]);
      expect(claims).toMatchObject({ given_name: 'admin', email: judged.admin.email });
    });
  });

  describe('is told in words that it knows', () => {
    it('that the secret is wrong, by a challenge', async () => {
      await expect(byPassword(oauth.ClientSecretBasic('wrong'))).rejects.toMatchObject({
        name: 'WWWAuthenticateChallengeError',
        status: 401,
      });
    });

    it('that the password is wrong', async () => {
      await expect(byPassword(secret, { password: 'wrong' })).rejects.toMatchObject({
        name: 'ResponseBodyError',
        error: 'invalid_grant',
        status: 400,
      });
    });

    it('that the code has expired, and that the verifier is another’s', async () => {
      const [late, wrong] = [await requestOf(), await requestOf()];
      const [lateAnswer, wrongAnswer] = [await judged.comeBack(late.url), await judged.comeBack(wrong.url)];

      await expect(
        exchange(oauth.validateAuthResponse(server, key, wrongAnswer, wrong.state), late),
      ).rejects.toMatchObject({ error: 'invalid_grant' });
      await judged.expireCodes();
      await expect(
        exchange(oauth.validateAuthResponse(server, key, lateAnswer, late.state), late),
      ).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    it('that the user said no, and that the scope is none', async () => {
      const [denied, unknown] = [await requestOf({ prompt: 'consent' }), await requestOf({ scope: 'everything' })];
      const [no, nonsense] = [
        await judged.refuse(denied.url),
        await judged.comeBack(unknown.url, await judged.signedIn()),
      ];

      expect(() => oauth.validateAuthResponse(server, key, no, denied.state)).toThrow(
        expect.objectContaining({ name: 'AuthorizationResponseError', error: 'access_denied' }),
      );
      expect(() => oauth.validateAuthResponse(server, key, nonsense, unknown.state)).toThrow(
        expect.objectContaining({ error: 'invalid_scope' }),
      );
    });

    it('that the access token has expired, at a resource of the interface', async () => {
      const { access_token: token } = await byPassword(secret);
      await judged.expireAccess();
      const asked = oauth.protectedResourceRequest(
        token,
        'GET',
        new URL('/users/me', judged.url),
        undefined,
        undefined,
        plainHttp,
      );

      await expect(asked).rejects.toMatchObject({
        name: 'WWWAuthenticateChallengeError',
        status: 303,
        cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
      });
    });
  });
});
