import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  proofKey,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const WEB = 'https://app.example/cb';

describe('public key with a redirect URI on the user’s device', () => {
  let testApp: TestApp;
  let ada: Person;
  let nativeClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    nativeClient = await createKey(testApp, (await people.bob(testApp)).id, {
      redirectUris: ['http://127.0.0.1/cb', 'com.example.app:/cb', WEB],
      tokenEndpointAuthMethod: 'none',
    });
  });
  afterAll(() => testApp.close());

  const toAuthorizeUrl = (redirectUri: string, parameters: Record<string, string> = {}, key = nativeClient) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: proofKey().challenge,
      code_challenge_method: 'S256',
      ...parameters,
    });
  const openSession = async (): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    return browser;
  };
  const findFormAction = (page: { body: string }) => formsOf(page.body)[0]?.action;

  it.each(['http://127.0.0.1:53219/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb'])(
    'asks every time and issues no code without a page: %s',
    async (uri) => {
      const browser = await openSession();
      for (let round = 0; round < 2; round++) {
        const page = await browser.get(toAuthorizeUrl(uri));
        expect([page.statusCode, findFormAction(page)]).toEqual([200, '/oauth/consent']);
        expect(page.body).toContain('You will be asked each time');
        expect(
          readAuthorizationResponse(await browser.follow(await browser.submit(page, { decision: 'agree' }))),
        ).toMatchObject({ base: uri, query: { code: expect.any(String) } });
      }
      expect(readAuthorizationResponse(await browser.get(toAuthorizeUrl(uri, { prompt: 'none' })))).toMatchObject({
        base: uri,
        query: { error: 'consent_required' },
      });
    },
  );

  it('asks its owner, too', async () => {
    const ownClient = await createKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none' });
    const browser = await openSession();
    const uri = 'http://localhost:3000/cb';

    expect(findFormAction(await browser.get(toAuthorizeUrl(uri, {}, ownClient)))).toBe('/oauth/consent');
    expect(
      readAuthorizationResponse(await browser.get(toAuthorizeUrl(uri, { prompt: 'none' }, ownClient))).query,
    ).toMatchObject({ error: 'consent_required' });
    expect(
      readAuthorizationResponse(await browser.authorize(toAuthorizeUrl(uri, {}, ownClient), ada)).query,
    ).toHaveProperty('code');
  });

  it('asks once when its redirect URI is on the web', async () => {
    const browser = await openSession();
    await browser.authorize(toAuthorizeUrl(WEB), ada);

    expect(readAuthorizationResponse(await browser.get(toAuthorizeUrl(WEB))).query).toHaveProperty('code');
    expect(readAuthorizationResponse(await browser.get(toAuthorizeUrl(WEB, { prompt: 'none' }))).query).toHaveProperty(
      'code',
    );
  });

  it('differs from a confidential key on the same device, which asks once', async () => {
    const confidentialClient = await createKey(testApp, (await people.bob(testApp)).id, {
      redirectUris: ['http://127.0.0.1/cb'],
    });
    const browser = await openSession();
    await browser.authorize(toAuthorizeUrl('http://127.0.0.1:4000/cb', {}, confidentialClient), ada);

    expect(
      readAuthorizationResponse(
        await browser.get(toAuthorizeUrl('http://127.0.0.1:4000/cb', { prompt: 'none' }, confidentialClient)),
      ).query,
    ).toHaveProperty('code');
  });
});
