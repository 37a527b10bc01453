import * as oauth from 'oauth4webapi';
import { CALLBACK, GOODBYE, type ProviderUnderTest, openProviderUnderTest } from '../support/provider-under-test.js';

/**
 * oauth4webapi 3 on the service, over HTTP: the library below openid-client, where every request and every answer is a step of
 * its own, so that each answer is judged by itself. What it cannot do: the implicit flow (no function takes an answer without a
 * code), the password grant except as a generic one, and RP-initiated logout (it only knows the address).
 */
describe('oauth4webapi 3 (cannot: the implicit flow)', () => {
  let provider: ProviderUnderTest;
  let server: oauth.AuthorizationServer;
  let key: oauth.Client;
  let secret: oauth.ClientAuth;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that nobody uses it elsewhere; the test is its own network.
  const plainHttp = { [oauth.allowInsecureRequests]: true };
  beforeAll(async () => {
    provider = await openProviderUnderTest();
    key = { client_id: provider.key.clientId };
    secret = oauth.ClientSecretBasic(provider.key.clientSecret);
    server = await discover('oidc');
  });
  afterAll(() => provider.close());

  const discover = async (algorithm: 'oidc' | 'oauth2') => {
    const issuer = new URL(provider.url);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...plainHttp }));
  };

  const createRequest = async (extraParameters: Record<string, string> = {}) => {
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
      ...extraParameters,
    }).toString();
    return { url, ...checks };
  };
  const exchange = async (
    callback: URLSearchParams,
    { verifier, nonce }: { verifier: string; nonce: string },
    auth = secret,
  ) => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      key,
      auth,
      callback,
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
    const request = await createRequest();
    return exchange(
      oauth.validateAuthResponse(server, key, await provider.comeBack(request.url), request.state),
      request,
    );
  };
  const introspect = async (token: string) =>
    oauth.processIntrospectionResponse(
      server,
      key,
      await oauth.introspectionRequest(server, key, secret, token, plainHttp),
    );
  const refresh = async (token: string, client = key, auth = secret) =>
    oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, auth, token, plainHttp),
    );
  const requestByPassword = async (auth: oauth.ClientAuth, extraParameters: Record<string, string> = {}) => {
    const parameters = { username: provider.ada.email, password: provider.ada.password, ...extraParameters };
    return oauth.processGenericTokenEndpointResponse(
      server,
      key,
      await oauth.genericTokenEndpointRequest(server, key, auth, 'password', parameters, plainHttp),
    );
  };

  it.each(['oidc', 'oauth2'] as const)(
    'discovers by way of %s, and finds an address for everything it can do',
    async (algorithm) => {
      const metadata = await discover(algorithm);

      expect([metadata.issuer, metadata.authorization_response_iss_parameter_supported]).toEqual([provider.url, true]);
      for (const name of ['token', 'userinfo', 'introspection', 'revocation', 'end_session'])
        expect(metadata[`${name}_endpoint`]).toContain(`${provider.url}/oauth/`);
    },
  );

  it.each([
    ['Basic', oauth.ClientSecretBasic],
    ['the body', oauth.ClientSecretPost],
  ])('is given tokens for a password, and by a key alone, with the secret in %s', async (_where, auth) => {
    const proof = auth(provider.key.clientSecret);
    const clientToken = await oauth.processClientCredentialsResponse(
      server,
      key,
      await oauth.clientCredentialsGrantRequest(server, key, proof, {}, plainHttp),
    );

    expect(await requestByPassword(proof)).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) });
    expect([clientToken.token_type, clientToken.refresh_token]).toEqual(['bearer', undefined]);
  });

  it('acts for a customer, named in the response', async () => {
    const { email, password, id } = provider.admin;
    const { access_token: token } = await requestByPassword(secret, {
      username: email,
      password,
      customer_id: String(provider.ada.id),
    });

    expect(await introspect(token)).toMatchObject({
      active: true,
      sub: String(provider.ada.id),
      act: { sub: String(id) },
    });
  });

  it('signs a user in by a code with PKCE, verifies the signature, and asks who that is', async () => {
    const request = await createRequest({ max_age: '600' });
    const callback = oauth.validateAuthResponse(server, key, await provider.comeBack(request.url), request.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      key,
      secret,
      callback,
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
      String(provider.ada.id),
      expect.objectContaining({ sub: subject, given_name: 'ada' }),
    ]);
  });

  it('signs a user in by the hybrid code id_token, and checks c_hash and signature', async () => {
    const request = await createRequest({ response_type: 'code id_token' });
    const callback = await oauth.validateCodeIdTokenResponse(
      server,
      key,
      await provider.comeBack(request.url),
      request.nonce,
      request.state,
      oauth.skipAuthTimeCheck,
      plainHttp,
    );

    expect((await exchange(callback, request)).token_type).toBe('bearer');
  });

  it('takes the hybrid from a form that posts itself, and its id token for a detached signature', async () => {
    const { url, ...request } = await createRequest({ response_type: 'code id_token', response_mode: 'form_post' });
    url.searchParams.delete('state');
    const callback = await oauth.validateDetachedSignatureResponse(
      server,
      key,
      await provider.comeBackByPost(url),
      request.nonce,
      oauth.expectNoState,
      oauth.skipAuthTimeCheck,
      plainHttp,
    );

    expect((await exchange(callback, request)).token_type).toBe('bearer');
  });

  it('rotates refresh tokens', async () => {
    const first = await signIn();
    const second = await refresh(first.refresh_token ?? '');
    const third = await refresh(second.refresh_token ?? '');

    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
  });

  it('looks into tokens, and ends them', async () => {
    const { access_token: access, refresh_token: token = '' } = await signIn();
    const introspectionBefore = await introspect(access);
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, key, secret, token, plainHttp));

    expect(introspectionBefore).toMatchObject({
      active: true,
      client_id: key.client_id,
      token_type: 'bearer',
      iss: provider.url,
    });
    expect([(await introspect(access)).active, (await introspect(token)).active]).toEqual([false, false]);
  });

  it('signs the user out at the address that it discovered', async () => {
    const browser = provider.browser();
    const request = await createRequest();
    const tokens = await exchange(
      oauth.validateAuthResponse(server, key, await provider.comeBack(request.url, browser), request.state),
      request,
    );
    const logoutUrl = new URL(server.end_session_endpoint ?? '');
    logoutUrl.search = new URLSearchParams({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: GOODBYE,
    }).toString();

    expect((await provider.leave(logoutUrl, browser)).base).toBe(GOODBYE);
    expect((await introspect(tokens.access_token)).active).toBe(false);
  });

  it.each([
    [
      'another issuer',
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      'unexpected "iss" (issuer) response parameter value',
    ],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'response parameter "iss" (issuer) missing'],
    ['another state', (url: URL) => url.searchParams.set('state', 'x'), 'unexpected "state" response parameter value'],
  ])('does not take an answer with %s for ours', async (_what, alter, expectedError) => {
    const { url, state } = await createRequest();
    const callback = await provider.comeBack(url);
    alter(callback);

    expect(() => oauth.validateAuthResponse(server, key, callback, state)).toThrow(expectedError);
  });

  describe('as a third-party application', () => {
    const authorize = async (scope: string, person = provider.bob) => {
      const request = await createRequest({ scope });
      return exchange(
        oauth.validateAuthResponse(
          server,
          key,
          await provider.comeBack(request.url, provider.browser(), person),
          request.state,
        ),
        request,
      );
    };
    const call = (token: string, method: 'GET' | 'POST', path: string) =>
      oauth.protectedResourceRequest(
        token,
        method,
        new URL(path, provider.url),
        new Headers({ accept: 'application/json', 'content-type': 'application/json' }),
        method === 'POST' ? '{}' : undefined,
        plainHttp,
      );
    const toInsufficientScope = (scope: string) => ({
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
      async (scope, granted, openEndpoints, closedEndpoints) => {
        const { access_token: token, scope: received } = await authorize(scope);
        const send = (endpoint: string) => call(token, ...(endpoint.split(' ') as ['GET', string]));

        expect(received).toBe(granted);
        for (const endpoint of openEndpoints) expect((await send(endpoint)).status).toBe(200);
        for (const [requiredScope, endpoint] of Object.entries(closedEndpoints))
          await expect(send(endpoint)).rejects.toMatchObject(toInsufficientScope(requiredScope));
      },
    );

    it('receives admin from an administrator, and the claims of profile and email at userinfo', async () => {
      const { access_token: token, scope } = await authorize('openid profile email admin', provider.admin);
      const claims = await oauth.processUserInfoResponse(
        server,
        key,
        String(provider.admin.id),
        await oauth.userInfoRequest(server, key, token, plainHttp),
      );

      expect([scope, (await call(token, 'GET', '/users')).status]).toEqual(['openid profile email admin', 200]);
      expect(claims).toMatchObject({ given_name: 'admin', email: provider.admin.email });
    });
  });

  describe('gets errors that it understands', () => {
    it('that the secret is wrong, by a challenge', async () => {
      await expect(requestByPassword(oauth.ClientSecretBasic('wrong'))).rejects.toMatchObject({
        name: 'WWWAuthenticateChallengeError',
        status: 401,
      });
    });

    it('that the password is wrong', async () => {
      await expect(requestByPassword(secret, { password: 'wrong' })).rejects.toMatchObject({
        name: 'ResponseBodyError',
        error: 'invalid_grant',
        status: 400,
      });
    });

    it('that the code has expired, and that the verifier is another’s', async () => {
      const [lateRequest, wrongRequest] = [await createRequest(), await createRequest()];
      const [lateResponse, wrongResponse] = [
        await provider.comeBack(lateRequest.url),
        await provider.comeBack(wrongRequest.url),
      ];

      await expect(
        exchange(oauth.validateAuthResponse(server, key, wrongResponse, wrongRequest.state), lateRequest),
      ).rejects.toMatchObject({ error: 'invalid_grant' });
      await provider.expireCodes();
      await expect(
        exchange(oauth.validateAuthResponse(server, key, lateResponse, lateRequest.state), lateRequest),
      ).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    it('that the user said no, and that the scope is none', async () => {
      const [denied, unknown] = [
        await createRequest({ prompt: 'consent' }),
        await createRequest({ scope: 'everything' }),
      ];
      const [deniedResponse, invalidScopeResponse] = [
        await provider.refuse(denied.url),
        await provider.comeBack(unknown.url, await provider.signedIn()),
      ];

      expect(() => oauth.validateAuthResponse(server, key, deniedResponse, denied.state)).toThrow(
        expect.objectContaining({ name: 'AuthorizationResponseError', error: 'access_denied' }),
      );
      expect(() => oauth.validateAuthResponse(server, key, invalidScopeResponse, unknown.state)).toThrow(
        expect.objectContaining({ error: 'invalid_scope' }),
      );
    });

    it('that the access token has expired, at a resource of the interface', async () => {
      const { access_token: token } = await requestByPassword(secret);
      await provider.expireAccess();
      const resourceRequest = oauth.protectedResourceRequest(
        token,
        'GET',
        new URL('/users/me', provider.url),
        undefined,
        undefined,
        plainHttp,
      );

      await expect(resourceRequest).rejects.toMatchObject({
        name: 'WWWAuthenticateChallengeError',
        status: 303,
        cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
      });
    });
  });
});
