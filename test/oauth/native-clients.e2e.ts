import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { answerIn, authorizeUrl, formsOf, proofKey, type Visitor, visitor } from '../support/visitor.js';

const WEB = 'https://app.example/cb';

describe('a public key of an application on the user’s own device', () => {
  let testApp: TestApp;
  let ada: Person;
  let nativeClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    nativeClient = await giveKey(testApp, (await people.bob(testApp)).id, {
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
  const openSession = async (): Promise<Visitor> => {
    const browser = visitor(testApp);
    await browser.signIn(ada);
    return browser;
  };
  const findFormAction = (page: { body: string }) => formsOf(page.body)[0]?.action;

  it.each(['http://127.0.0.1:53219/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb'])(
    'asks every time, and gets no code without a page: %s',
    async (uri) => {
      const browser = await openSession();
      for (let round = 0; round < 2; round++) {
        const page = await browser.get(toAuthorizeUrl(uri));
        expect([page.statusCode, findFormAction(page)]).toEqual([200, '/oauth/consent']);
        expect(page.body).toContain('You will be asked each time');
        expect(answerIn(await browser.follow(await browser.submit(page, { decision: 'agree' })))).toMatchObject({
          base: uri,
          query: { code: expect.any(String) },
        });
      }
      expect(answerIn(await browser.get(toAuthorizeUrl(uri, { prompt: 'none' })))).toMatchObject({
        base: uri,
        query: { error: 'consent_required' },
      });
    },
  );

  it('asks its owner, too', async () => {
    const ownClient = await giveKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none' });
    const browser = await openSession();
    const uri = 'http://localhost:3000/cb';

    expect(findFormAction(await browser.get(toAuthorizeUrl(uri, {}, ownClient)))).toBe('/oauth/consent');
    expect(answerIn(await browser.get(toAuthorizeUrl(uri, { prompt: 'none' }, ownClient))).query).toMatchObject({
      error: 'consent_required',
    });
    expect(answerIn(await browser.authorize(toAuthorizeUrl(uri, {}, ownClient), ada)).query).toHaveProperty('code');
  });

  it('asks once where its answer goes to an address on the web', async () => {
    const browser = await openSession();
    await browser.authorize(toAuthorizeUrl(WEB), ada);

    expect(answerIn(await browser.get(toAuthorizeUrl(WEB))).query).toHaveProperty('code');
    expect(answerIn(await browser.get(toAuthorizeUrl(WEB, { prompt: 'none' }))).query).toHaveProperty('code');
  });

  it('is another thing than a key with a secret on the same device, which is asked about once', async () => {
    const confidentialClient = await giveKey(testApp, (await people.bob(testApp)).id, {
      redirectUris: ['http://127.0.0.1/cb'],
    });
    const browser = await openSession();
    await browser.authorize(toAuthorizeUrl('http://127.0.0.1:4000/cb', {}, confidentialClient), ada);

    expect(
      answerIn(await browser.get(toAuthorizeUrl('http://127.0.0.1:4000/cb', { prompt: 'none' }, confidentialClient)))
        .query,
    ).toHaveProperty('code');
  });
});
