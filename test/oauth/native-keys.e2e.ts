import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { answerIn, authorizeUrl, formsOf, proofKey, type Visitor, visitor } from '../support/visitor.js';

const WEB = 'https://app.example/cb';

describe('a public key of an application on the user’s own device', () => {
  let testApp: TestApp;
  let ada: Person;
  let native: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    native = await giveKey(testApp, (await people.bob(testApp)).id, {
      redirectUris: ['http://127.0.0.1/cb', 'com.example.app:/cb', WEB],
      tokenEndpointAuthMethod: 'none',
    });
  });
  afterAll(() => testApp.close());

  const url = (redirectUri: string, more: Record<string, string> = {}, key = native) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: proofKey().challenge,
      code_challenge_method: 'S256',
      ...more,
    });
  const signedIn = async (): Promise<Visitor> => {
    const browser = visitor(testApp);
    await browser.signIn(ada);
    return browser;
  };
  const asked = (page: { body: string }) => formsOf(page.body)[0]?.action;

  it.each(['http://127.0.0.1:53219/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb'])(
    'asks every time, and gets no code without a page: %s',
    async (uri) => {
      const browser = await signedIn();
      for (let round = 0; round < 2; round++) {
        const page = await browser.get(url(uri));
        expect([page.statusCode, asked(page)]).toEqual([200, '/oauth/consent']);
        expect(page.body).toContain('You will be asked each time');
        expect(answerIn(await browser.follow(await browser.submit(page, { decision: 'agree' })))).toMatchObject({
          base: uri,
          query: { code: expect.any(String) },
        });
      }
      expect(answerIn(await browser.get(url(uri, { prompt: 'none' })))).toMatchObject({
        base: uri,
        query: { error: 'consent_required' },
      });
    },
  );

  it('asks its owner, too', async () => {
    const own = await giveKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none' });
    const browser = await signedIn();
    const uri = 'http://localhost:3000/cb';

    expect(asked(await browser.get(url(uri, {}, own)))).toBe('/oauth/consent');
    expect(answerIn(await browser.get(url(uri, { prompt: 'none' }, own))).query).toMatchObject({
      error: 'consent_required',
    });
    expect(answerIn(await browser.authorize(url(uri, {}, own), ada)).query).toHaveProperty('code');
  });

  it('asks once where its answer goes to an address on the web', async () => {
    const browser = await signedIn();
    await browser.authorize(url(WEB), ada);

    expect(answerIn(await browser.get(url(WEB))).query).toHaveProperty('code');
    expect(answerIn(await browser.get(url(WEB, { prompt: 'none' }))).query).toHaveProperty('code');
  });

  it('is another thing than a key with a secret on the same device, which is asked about once', async () => {
    const confidential = await giveKey(testApp, (await people.bob(testApp)).id, {
      redirectUris: ['http://127.0.0.1/cb'],
    });
    const browser = await signedIn();
    await browser.authorize(url('http://127.0.0.1:4000/cb', {}, confidential), ada);

    expect(
      answerIn(await browser.get(url('http://127.0.0.1:4000/cb', { prompt: 'none' }, confidential))).query,
    ).toHaveProperty('code');
  });
});
