import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client';
import { CALLBACK, type ProviderUnderTest, openProviderUnderTest } from '../support/provider-under-test.js';

/**
 * \@badgateway/oauth2-client 3 on the service, over HTTP. Its Basic is the strictest of all: even dots, dashes and underscores
 * are percent-encoded. What it cannot do: validate id tokens (it hands them over unread), the hybrid and the implicit flow,
 * userinfo, logout, form_post, `iss`; its password grant sends whatever else it is given, so `customer_id` goes through.
 */
describe('@badgateway/oauth2-client 3 (cannot: validate id tokens, implicit, hybrid, userinfo, logout, form_post, iss)', () => {
  let provider: ProviderUnderTest;
  beforeAll(async () => {
    provider = await openProviderUnderTest();
  });
  afterAll(() => provider.close());

  type AuthenticationMethod = 'client_secret_basic' | 'client_secret_post' | 'client_secret_basic_interop';
  const createClient = (authenticationMethod?: AuthenticationMethod, clientSecret = provider.key.clientSecret) =>
    new OAuth2Client({
      server: provider.url,
      clientId: provider.key.clientId,
      clientSecret,
      ...(authenticationMethod && { authenticationMethod }),
    });
  const credentials = () => ({ username: provider.ada.email, password: provider.ada.password });

  it('discovers every address, and how to prove the key', async () => {
    const client = createClient();

    expect(
      await Promise.all(
        (['authorizationEndpoint', 'tokenEndpoint', 'introspectionEndpoint', 'revocationEndpoint'] as const).map(
          (name) => client.getEndpoint(name),
        ),
      ),
    ).toEqual(['authorize', 'token', 'introspect', 'revoke'].map((path) => `${provider.url}/oauth/${path}`));
    expect(client.settings.authenticationMethod).toBe('client_secret_basic');
  });

  describe.each(['client_secret_basic', 'client_secret_post', 'client_secret_basic_interop'] as const)(
    'with %s',
    (authenticationMethod) => {
      it('is given tokens for a password, also for a customer, and by the key alone', async () => {
        const client = createClient(authenticationMethod);
        const ownToken = await client.password({ ...credentials(), scope: ['openid'] });
        const customerToken = await client.password({
          username: provider.admin.email,
          password: provider.admin.password,
          ...{ customer_id: String(provider.ada.id) },
        });
        const clientToken = await client.clientCredentials({ scope: ['openid'] });

        expect(await client.introspect(ownToken)).toMatchObject({
          active: true,
          sub: String(provider.ada.id),
          scope: 'openid',
        });
        expect(await client.introspect(customerToken)).toMatchObject({
          active: true,
          sub: String(provider.ada.id),
          act: { sub: String(provider.admin.id) },
        });
        expect([typeof ownToken.refreshToken, clientToken.refreshToken]).toEqual(['string', null]);
      });

      it.each(['query', 'fragment'] as const)('signs a user in by a code with PKCE in the %s', async (responseMode) => {
        const client = createClient(authenticationMethod);
        const codeVerifier = await generateCodeVerifier();
        const [redirectUri, state] = [CALLBACK, 's'];
        const response = await provider.comeBack(
          await client.authorizationCode.getAuthorizeUri({
            redirectUri,
            state,
            codeVerifier,
            scope: ['openid'],
            responseMode,
          }),
        );
        const tokens = await client.authorizationCode.getTokenFromCodeRedirect(response, {
          redirectUri,
          state,
          codeVerifier,
        });

        expect([response.hash !== '', typeof tokens.idToken]).toEqual([responseMode === 'fragment', 'string']);
        expect((await client.introspect(tokens)).active).toBe(true);
      });

      it('rotates refresh tokens, looks into tokens and ends them', async () => {
        const client = createClient(authenticationMethod);
        const first = await client.password(credentials());
        const second = await client.refreshToken(first);
        expect((await client.introspect(second)).active).toBe(true);
        await client.revoke(second, 'refresh_token');

        expect([first.refreshToken === second.refreshToken, (await client.introspect(second)).active]).toEqual([
          false,
          false,
        ]);
        await expect(client.refreshToken(second)).rejects.toMatchObject({ oauth2Code: 'invalid_grant', httpCode: 400 });
      });

      it('gets errors that it understands', async () => {
        const client = createClient(authenticationMethod);
        const response = await provider.comeBack(
          await client.authorizationCode.getAuthorizeUri({ redirectUri: CALLBACK, scope: ['openid'] }),
        );
        const unknown = await provider.comeBack(
          await client.authorizationCode.getAuthorizeUri({ redirectUri: CALLBACK, scope: ['profile'] }),
          await provider.signedIn(),
        );
        await provider.expireCodes();

        await expect(createClient(authenticationMethod, 'wrong').clientCredentials()).rejects.toMatchObject({
          oauth2Code: 'invalid_client',
          httpCode: 401,
        });
        await expect(client.password({ ...credentials(), password: 'wrong' })).rejects.toMatchObject({
          oauth2Code: 'invalid_grant',
          httpCode: 400,
        });
        await expect(
          client.authorizationCode.getTokenFromCodeRedirect(response, { redirectUri: CALLBACK }),
        ).rejects.toMatchObject({ oauth2Code: 'invalid_grant' });
        expect(() => client.authorizationCode.validateResponse(unknown, {})).toThrow(
          expect.objectContaining({ oauth2Code: 'invalid_scope' }),
        );
      });
    },
  );

  it('signs a user in with a public key', async () => {
    const client = new OAuth2Client({ server: provider.url, clientId: provider.publicKey.clientId });
    const codeVerifier = await generateCodeVerifier();
    const response = await provider.comeBack(
      await client.authorizationCode.getAuthorizeUri({ redirectUri: CALLBACK, codeVerifier, scope: ['openid'] }),
    );
    const tokens = await client.authorizationCode.getTokenFromCodeRedirect(response, {
      redirectUri: CALLBACK,
      codeVerifier,
    });
    const next = await client.refreshToken(tokens);

    expect([next.refreshToken === tokens.refreshToken, next.accessToken === tokens.accessToken]).toEqual([
      false,
      false,
    ]);
  });
});
