import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client';
import { CALLBACK, type ProviderUnderTest, openJudged } from '../support/judged.js';

/**
 * \@badgateway/oauth2-client 3 on the service, over HTTP. Its Basic is the strictest of all: even dots, dashes and underscores
 * are percent-encoded. What it cannot do: validate id tokens (it hands them over unread), the hybrid and the implicit flow,
 * userinfo, logout, form_post, `iss`; its password grant sends whatever else it is given, so `customer_id` goes through.
 */
describe('@badgateway/oauth2-client 3 (cannot: validate id tokens, implicit, hybrid, userinfo, logout, form_post, iss)', () => {
  let judged: ProviderUnderTest;
  beforeAll(async () => {
    judged = await openJudged();
  });
  afterAll(() => judged.close());

  type Way = 'client_secret_basic' | 'client_secret_post' | 'client_secret_basic_interop';
  const clientBy = (authenticationMethod?: Way, clientSecret = judged.key.clientSecret) =>
    new OAuth2Client({
      server: judged.url,
      clientId: judged.key.clientId,
      clientSecret,
      ...(authenticationMethod && { authenticationMethod }),
    });
  const credentials = () => ({ username: judged.ada.email, password: judged.ada.password });

  it('discovers every address, and how to prove the key', async () => {
    const client = clientBy();

    expect(
      await Promise.all(
        (['authorizationEndpoint', 'tokenEndpoint', 'introspectionEndpoint', 'revocationEndpoint'] as const).map(
          (name) => client.getEndpoint(name),
        ),
      ),
    ).toEqual(['authorize', 'token', 'introspect', 'revoke'].map((path) => `${judged.url}/oauth/${path}`));
    expect(client.settings.authenticationMethod).toBe('client_secret_basic');
  });

  describe.each(['client_secret_basic', 'client_secret_post', 'client_secret_basic_interop'] as const)(
    'with %s',
    (way) => {
      it('is given tokens for a password, also for a customer, and by the key alone', async () => {
        const client = clientBy(way);
        const own = await client.password({ ...credentials(), scope: ['openid'] });
        const theirs = await client.password({
          username: judged.admin.email,
          password: judged.admin.password,
          ...{ customer_id: String(judged.ada.id) },
        });
        const alone = await client.clientCredentials({ scope: ['openid'] });

        expect(await client.introspect(own)).toMatchObject({
          active: true,
          sub: String(judged.ada.id),
          scope: 'openid',
        });
        expect(await client.introspect(theirs)).toMatchObject({
          active: true,
          sub: String(judged.ada.id),
          act: { sub: String(judged.admin.id) },
        });
        expect([typeof own.refreshToken, alone.refreshToken]).toEqual(['string', null]);
      });

      it.each(['query', 'fragment'] as const)('signs a user in by a code with PKCE in the %s', async (responseMode) => {
        const client = clientBy(way);
        const codeVerifier = await generateCodeVerifier();
        const [redirectUri, state] = [CALLBACK, 's'];
        const answer = await judged.comeBack(
          await client.authorizationCode.getAuthorizeUri({
            redirectUri,
            state,
            codeVerifier,
            scope: ['openid'],
            responseMode,
          }),
        );
        const tokens = await client.authorizationCode.getTokenFromCodeRedirect(answer, {
          redirectUri,
          state,
          codeVerifier,
        });

        expect([answer.hash !== '', typeof tokens.idToken]).toEqual([responseMode === 'fragment', 'string']);
        expect((await client.introspect(tokens)).active).toBe(true);
      });

      it('rotates refresh tokens, looks into tokens and ends them', async () => {
        const client = clientBy(way);
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

      it('is told in words that it knows what is wrong', async () => {
        const client = clientBy(way);
        const answer = await judged.comeBack(
          await client.authorizationCode.getAuthorizeUri({ redirectUri: CALLBACK, scope: ['openid'] }),
        );
        const unknown = await judged.comeBack(
          await client.authorizationCode.getAuthorizeUri({ redirectUri: CALLBACK, scope: ['profile'] }),
          await judged.signedIn(),
        );
        await judged.expireCodes();

        await expect(clientBy(way, 'wrong').clientCredentials()).rejects.toMatchObject({
          oauth2Code: 'invalid_client',
          httpCode: 401,
        });
        await expect(client.password({ ...credentials(), password: 'wrong' })).rejects.toMatchObject({
          oauth2Code: 'invalid_grant',
          httpCode: 400,
        });
        await expect(
          client.authorizationCode.getTokenFromCodeRedirect(answer, { redirectUri: CALLBACK }),
        ).rejects.toMatchObject({ oauth2Code: 'invalid_grant' });
        expect(() => client.authorizationCode.validateResponse(unknown, {})).toThrow(
          expect.objectContaining({ oauth2Code: 'invalid_scope' }),
        );
      });
    },
  );

  it('signs a user in with a public key', async () => {
    const client = new OAuth2Client({ server: judged.url, clientId: judged.publicKey.clientId });
    const codeVerifier = await generateCodeVerifier();
    const answer = await judged.comeBack(
      await client.authorizationCode.getAuthorizeUri({ redirectUri: CALLBACK, codeVerifier, scope: ['openid'] }),
    );
    const tokens = await client.authorizationCode.getTokenFromCodeRedirect(answer, {
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
