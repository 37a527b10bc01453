import { decodeJwt } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type ClientResponse = Readonly<Record<string, unknown> & { client_id: string; errors?: unknown }>;

describe('require_nonce of an API key', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const createClient = async (body: object): Promise<ClientResponse> =>
    (
      await testApp.request('POST', '/oauth/client', {
        as: ada.token,
        body: { name: 'An app', redirect_uris: [CALLBACK], ...body },
      })
    ).json();
  const updateClient = async (body: object): Promise<ClientResponse> =>
    (await testApp.request('PUT', '/oauth/client', { as: ada.token, body: { name: 'An app', ...body } })).json();
  const authorize = async (clientId: string, type: string, nonce?: string, targetApp = testApp) => {
    const browser = openBrowserClient(targetApp);
    await browser.signIn(ada);
    return readAuthorizationResponse(
      await browser.get(
        authorizeUrl({
          client_id: clientId,
          response_type: type,
          redirect_uri: CALLBACK,
          scope: 'openid',
          state: 's',
          nonce,
        }),
      ),
    );
  };

  it('requires a nonce for a key with the profile oidc when an id token is returned directly', async () => {
    const key = await createClient({ profile: 'oidc' });
    expect(key).toMatchObject({ require_nonce: true });

    for (const type of ['id_token', 'token id_token', 'code id_token']) {
      const rejected = await authorize(key.client_id, type);
      expect(rejected.fragment).toMatchObject({
        error: 'invalid_request',
        error_description: expect.stringContaining('nonce'),
        state: 's',
        iss: testApp.config.baseUrl,
      });
      expect(Object.keys(rejected.fragment)).not.toContain('id_token');
      expect(decodeJwt((await authorize(key.client_id, type, 'n-1')).fragment.id_token ?? '')).toMatchObject({
        nonce: 'n-1',
      });
    }
  });

  it('requires none when no id token is returned directly', async () => {
    const { client_id: id } = await createClient({ require_nonce: true });

    expect((await authorize(id, 'token')).fragment).toHaveProperty('access_token');
    expect((await authorize(id, 'code')).query).toHaveProperty('code');
  });

  it('requires none for a key without the setting', async () => {
    const key = await createClient({});

    expect(key).not.toHaveProperty('require_nonce');
    expect(decodeJwt((await authorize(key.client_id, 'id_token')).fragment.id_token ?? '')).not.toHaveProperty('nonce');
  });

  it('keeps its own value beside the profile and later', async () => {
    const looseRegistration = await createClient({ profile: 'oidc', require_nonce: false });
    expect(looseRegistration).not.toHaveProperty('require_nonce');
    expect((await authorize(looseRegistration.client_id, 'id_token')).fragment).toHaveProperty('id_token');

    expect(await updateClient({ client_id: looseRegistration.client_id, profile: 'oidc' })).toMatchObject({
      require_nonce: true,
    });
    expect(await updateClient({ client_id: looseRegistration.client_id })).toMatchObject({ require_nonce: true });
    expect((await authorize(looseRegistration.client_id, 'id_token')).fragment).toMatchObject({
      error: 'invalid_request',
    });
    expect(await updateClient({ client_id: looseRegistration.client_id, require_nonce: false })).not.toHaveProperty(
      'require_nonce',
    );
  });

  it.each([
    [{ profile: 'saml' }, '/profile'],
    [{ require_nonce: 'yes' }, '/require_nonce'],
    [{ require_nonce: null }, '/require_nonce'],
  ])('refuses %j and names the field', async (registration, pointer) => {
    expect((await createClient(registration)).errors).toMatchObject([{ pointer }]);
  });

  it('applies to every key with the service setting, and discovery shows it', async () => {
    const strictApp = await openTestApp({
      beside: testApp,
      env: { OAUTH_REQUIRE_NONCE: '1', SECRET_KEY: testApp.config.secretKey, BASE_URL: testApp.config.baseUrl },
    });
    const key = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
    const { response_types_supported: types }: { response_types_supported: string[] } = (
      await strictApp.request('GET', '/.well-known/openid-configuration')
    ).json();

    for (const type of types) {
      const { query, fragment } = await authorize(key.clientId, type, undefined, strictApp);
      expect([type, { ...query, ...fragment }.error]).toEqual([
        type,
        type.includes('id_token') ? 'invalid_request' : undefined,
      ]);
      const response = await authorize(key.clientId, type, 'n', strictApp);
      expect([type, { ...response.query, ...response.fragment }.error]).toEqual([type, undefined]);
    }
    await strictApp.close();
  });
});
