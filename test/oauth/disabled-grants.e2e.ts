import { openTestApp } from '../support/test-app.js';
import { createKey, people } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type ServerMetadata = Readonly<Record<'grant_types_supported' | 'response_types_supported', string[]>>;

/** A test app with one of the switches turned, a user in it, and everything that is looked at. */
async function openApp(env: Readonly<Record<string, string>>) {
  const testApp = await openTestApp({ env });
  const [ada, admin] = [await people.ada(testApp), await people.admin(testApp)];
  const key = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
  const browser = openBrowserClient(testApp);
  await browser.signIn(ada);
  return {
    testApp,
    discovered: async () => {
      const [firstDocument, secondDocument] = await Promise.all(
        ['openid-configuration', 'oauth-authorization-server'].map(async (name) =>
          (await testApp.request('GET', `/.well-known/${name}`)).json<ServerMetadata>(),
        ),
      );
      expect(firstDocument).toEqual(secondDocument);
      return { grants: firstDocument?.grant_types_supported, types: firstDocument?.response_types_supported };
    },
    password: () => postToken(testApp, { form: passwordForm(ada), authorization: basic(key) }),
    ask: async (type: string, mode?: string) =>
      readAuthorizationResponse(
        await browser.get(
          authorizeUrl({
            client_id: key.clientId,
            response_type: type,
            response_mode: mode,
            redirect_uri: CALLBACK,
            scope: 'openid',
            state: 's',
            nonce: 'n',
          }),
        ),
      ),
    exchange: (code: string) =>
      postToken(testApp, { form: { grant_type: 'authorization_code', code }, authorization: basic(key) }),
    refusals: async () =>
      (await testApp.request('GET', '/audit?outcome=denied', { as: admin.token })).json<unknown[]>(),
    key,
  };
}

describe('disabled grants', () => {
  describe.each(['0', 'false'])('OAUTH_ALLOW_PASSWORD=%s', (value) => {
    let app: Awaited<ReturnType<typeof openApp>>;
    beforeAll(async () => (app = await openApp({ OAUTH_ALLOW_PASSWORD: value })));
    afterAll(() => app.testApp.close());

    it('is unsupported at the token endpoint, whatever the key may do', async () => {
      const response = await app.password();

      expect([response.statusCode, response.json().error]).toEqual([400, 'unsupported_grant_type']);
      expect(response.json().error_description).not.toContain('password');
    });

    it('is missing in the discovery document, and nothing else is', async () => {
      expect(await app.discovered()).toEqual({
        grants: ['refresh_token', 'authorization_code', 'client_credentials', 'implicit'],
        types: expect.arrayContaining(['token', 'id_token']),
      });
      expect((await app.ask('token')).fragment).toHaveProperty('access_token');
    });

    it('is audited when requested', async () => {
      await app.password();

      expect((await app.refusals())[0]).toMatchObject({
        action: 'token.password',
        outcome: 'denied',
        client_id: app.key.clientId,
        detail: 'unsupported_grant_type',
      });
    });
  });

  describe('OAUTH_ALLOW_IMPLICIT=0', () => {
    let app: Awaited<ReturnType<typeof openApp>>;
    beforeAll(async () => (app = await openApp({ OAUTH_ALLOW_IMPLICIT: '0' })));
    afterAll(() => app.testApp.close());

    // What comes straight from the authorization endpoint needs the grant `implicit`, the hybrid too (OpenID Connect Registration §2).
    it.each(['token', 'id_token', 'token id_token', 'id_token token', 'code id_token'])(
      'rejects response_type %s at its redirect URI',
      async (type) => {
        const { base, fragment } = await app.ask(type);

        expect([base, fragment]).toEqual([
          CALLBACK,
          {
            error: 'unsupported_response_type',
            error_description: expect.stringContaining('Known are code.'),
            state: 's',
            iss: app.testApp.config.baseUrl,
          },
        ]);
      },
    );

    it('issues codes in every response mode', async () => {
      expect((await app.ask('code', 'fragment')).fragment).toHaveProperty('code');

      const { query } = await app.ask('code');
      expect((await app.exchange(query.code ?? '')).json()).toHaveProperty('id_token');
    });

    it('is missing in the discovery document, and nothing else is', async () => {
      expect(await app.discovered()).toEqual({
        grants: ['password', 'refresh_token', 'authorization_code', 'client_credentials'],
        types: ['code'],
      });
      expect((await app.password()).statusCode).toBe(200);
    });
  });

  it('stays enabled by default', async () => {
    const app = await openApp({});
    try {
      expect((await app.discovered()).grants).toEqual(expect.arrayContaining(['password', 'implicit']));
      expect([(await app.password()).statusCode, Object.keys((await app.ask('token')).fragment)]).toEqual([
        200,
        expect.arrayContaining(['access_token']),
      ]);
    } finally {
      await app.testApp.close();
    }
  });
});
