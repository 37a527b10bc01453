import { AuthorizationCode, ClientCredentials, ResourceOwnerPassword, type ModuleOptions } from 'simple-oauth2';
import { CALLBACK, type ProviderUnderTest, openProviderUnderTest } from '../support/provider-under-test.js';

/**
 * simple-oauth2 5 on the service, over HTTP. It insists on JSON with a body, also from the revocation endpoint, and
 * its own guesses of the addresses are right. What it cannot
 * do: discovery, PKCE by itself (its functions pass on what they are given), id tokens, the hybrid and the implicit flow,
 * introspection, userinfo, logout, `iss`, public keys.
 */
describe('simple-oauth2 5 (cannot: discovery, id tokens, implicit, hybrid, introspection, userinfo, logout, iss)', () => {
  let provider: ProviderUnderTest;
  beforeAll(async () => {
    provider = await openProviderUnderTest();
  });
  afterAll(() => provider.close());

  const authenticationModes = [
    ['Basic, encoded', { authorizationMethod: 'header', credentialsEncodingMode: 'strict' }],
    ['Basic, as it is', { authorizationMethod: 'header', credentialsEncodingMode: 'loose' }],
    ['the body', { authorizationMethod: 'body' }],
  ] as const;

  const settings = (options: ModuleOptions['options'], secret = provider.key.clientSecret): ModuleOptions => ({
    client: { id: provider.key.clientId, secret },
    auth: { tokenHost: provider.url },
    options,
  });
  const toPasswordParameters = (parameters: object = {}) => ({
    username: provider.ada.email,
    password: provider.ada.password,
    ...parameters,
  });
  const getMe = async (token: unknown): Promise<unknown> => {
    const response = await fetch(`${provider.url}/users/me`, {
      headers: { accept: 'application/json', authorization: `Bearer ${String(token)}`, prefer: 'status=401' },
    });
    return response.status === 200 ? ((await response.json()) as { id: number }).id : response.status;
  };

  describe.each(authenticationModes)('with the key in %s', (_where, options) => {
    it('is given tokens for a password, also for a customer', async () => {
      const flow = new ResourceOwnerPassword(settings(options));
      const clientToken = await flow.getToken(toPasswordParameters({ scope: ['openid', 'email'] }));
      const customerToken = await flow.getToken({
        username: provider.admin.email,
        password: provider.admin.password,
        customer_id: provider.ada.id,
      });

      expect([
        await getMe(clientToken.token['access_token']),
        await getMe(customerToken.token['access_token']),
      ]).toEqual([provider.ada.id, provider.ada.id]);
      expect([clientToken.expired(), clientToken.token['token_type'], clientToken.token['expires_at']]).toEqual([
        false,
        'bearer',
        expect.any(Date),
      ]);
    });

    it('is given a token by the key alone, and no refresh token', async () => {
      const { token } = await new ClientCredentials(settings(options)).getToken({ scope: 'openid' });

      expect([await getMe(token['access_token']), token['refresh_token']]).toEqual([provider.ada.id, undefined]);
    });

    it('signs a user in by a code, with the proof key that it is given', async () => {
      const flow = new AuthorizationCode(settings(options));
      const verifier = 'a-verifier-of-forty-three-characters-or-more';
      const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
      const address = flow.authorizeURL({
        redirect_uri: CALLBACK,
        scope: ['openid', 'email'],
        state: 'st/a te',
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      });
      const { searchParams } = await provider.comeBack(address);
      const { token } = await flow.getToken({
        code: searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
        ...{ code_verifier: verifier },
      });

      expect([searchParams.get('state'), await getMe(token['access_token']), typeof token['id_token']]).toEqual([
        'st/a te',
        provider.ada.id,
        'string',
      ]);
    });

    it('rotates refresh tokens and revokes its tokens', async () => {
      const first = await new ResourceOwnerPassword(settings(options)).getToken(toPasswordParameters());
      const second = await first.refresh();
      const third = await second.refresh();

      expect(new Set([first, second, third].map(({ token }) => token['refresh_token'])).size).toBe(3);
      await third.revoke('access_token');
      expect([await getMe(third.token['access_token']), await getMe(second.token['access_token'])]).toEqual([
        401,
        provider.ada.id,
      ]);
      await third.revokeAll();
      expect(await getMe(second.token['access_token'])).toBe(401);
    });

    it('is notified of a wrong secret, a wrong password and an expired code in words that it knows', async () => {
      const flow = new AuthorizationCode(settings(options));
      const code =
        (await provider.comeBack(flow.authorizeURL({ redirect_uri: CALLBACK, scope: 'openid' }))).searchParams.get(
          'code',
        ) ?? '';
      await provider.expireCodes();
      const payload = (error: string) => ({ data: { payload: { error, error_description: expect.any(String) } } });

      await expect(new ClientCredentials(settings(options, 'wrong')).getToken({})).rejects.toMatchObject({
        output: { statusCode: 401 },
        ...payload('invalid_client'),
      });
      await expect(
        new ResourceOwnerPassword(settings(options)).getToken(toPasswordParameters({ password: 'wrong' })),
      ).rejects.toMatchObject({ output: { statusCode: 400 }, ...payload('invalid_grant') });
      await expect(flow.getToken({ code, redirect_uri: CALLBACK })).rejects.toMatchObject({
        output: { statusCode: 400 },
        ...payload('invalid_grant'),
      });
    });
  });
});
