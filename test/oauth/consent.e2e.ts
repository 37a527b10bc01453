import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { markupFaults } from '../support/page-validators.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type RequestParameters = Record<string, string | undefined>;

describe('consent', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let ownClient: Key;
  let foreignClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    ownClient = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
    foreignClient = await createKey(testApp, bob.id, { name: 'Bob’s <b>Reports</b>', redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const toAuthorizeUrl = (parameters: RequestParameters = {}, key = ownClient) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'id_token',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 'x y%+',
      nonce: 'n',
      ...parameters,
    });
  const openSession = async (person = ada): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };

  const dora = () => people.named(testApp, 'dora');

  it('is asked in words for an application of another user, once', async () => {
    const browser = await openSession(await dora());
    const page = await browser.get(toAuthorizeUrl({ response_type: 'code', scope: 'openid email' }, foreignClient));

    expect(page.body).toContain('Bob’s &lt;b&gt;Reports&lt;/b&gt;');
    expect(page.body).toContain('See your email address');
    expect(page.body).toContain('See your profile, accounts, orders, positions and events, and market data');
    expect(page.body).not.toContain('See your name');
    const submitted = await browser.submit(page, { decision: 'agree' });
    expect([submitted.statusCode, readAuthorizationResponse(await browser.follow(submitted)).query]).toEqual([
      303,
      expect.objectContaining({ code: expect.any(String) }),
    ]);
    expect(
      readAuthorizationResponse(
        await browser.get(toAuthorizeUrl({ response_type: 'code', scope: 'openid', prompt: 'none' }, foreignClient)),
      ).query,
    ).toHaveProperty('code');
  });

  it.each([
    ['https://app.example.test/cb?next=https://elsewhere.test/', 'app.example.test'],
    ['https://app.example.test:8443/cb', 'app.example.test:8443'],
    ['http://[::1]:3000/cb', '[::1]:3000'],
    ['com.example.app:/cb', 'an application on this device (com.example.app:)'],
  ])('says that %s leads to %s, and lets no name turn its own sentence around', async (uri, destination) => {
    const browser = await openSession();
    const key = await createKey(testApp, bob.id, { name: '\u202eA name from before', redirectUris: [uri] });
    const page = await browser.get(toAuthorizeUrl({ redirect_uri: uri }, key));

    expect(page.body).toContain(`<p>You will be sent to <strong>${destination}</strong> in either case.</p>`);
    expect(page.body).toContain('<h1>Allow <bdi>[U+202E]A name from before</bdi>?</h1>');
    expect(page.body).toContain(
      '<strong><bdi>[U+202E]A name from before</bdi></strong> asks for access to your account <strong><bdi>',
    );
    expect(await markupFaults(page.body)).toEqual([]);
  });

  it('is asked again for more scopes, which are added', async () => {
    const browser = await openSession(await dora());
    await browser.authorize(toAuthorizeUrl({ scope: 'openid email' }, foreignClient), await dora());
    const page = await browser.get(toAuthorizeUrl({ scope: 'openid profile' }, foreignClient));
    expect(page.statusCode).toBe(200);

    await browser.follow(await browser.submit(page, { decision: 'agree' }));
    expect(
      readAuthorizationResponse(
        await browser.get(toAuthorizeUrl({ scope: 'openid profile email', prompt: 'none' }, foreignClient)),
      ).fragment,
    ).toHaveProperty('id_token');
  });

  it('is asked again when an application with openid wants to act for the user', async () => {
    const browser = await openSession(await people.named(testApp, 'frida'));
    await browser.authorize(toAuthorizeUrl({ scope: 'openid' }, foreignClient), await people.named(testApp, 'frida'));
    expect(
      readAuthorizationResponse(await browser.get(toAuthorizeUrl({ scope: 'openid', prompt: 'none' }, foreignClient)))
        .fragment,
    ).toHaveProperty('id_token');

    for (const type of ['token', 'token id_token'])
      expect(
        readAuthorizationResponse(
          await browser.get(toAuthorizeUrl({ response_type: type, scope: 'openid', prompt: 'none' }, foreignClient)),
        ).fragment.error,
      ).toBe('consent_required');
    const page = await browser.get(toAuthorizeUrl({ response_type: 'code', scope: 'openid' }, foreignClient));
    expect(page.body).toContain('See your profile, accounts, orders');
    await browser.follow(await browser.submit(page, { decision: 'agree' }));
    expect(
      readAuthorizationResponse(
        await browser.get(toAuthorizeUrl({ response_type: 'token', scope: 'openid', prompt: 'none' }, foreignClient)),
      ).fragment,
    ).toHaveProperty('access_token');
  });

  it('returns access_denied when refused, and remembers nothing', async () => {
    const browser = await openSession(await people.named(testApp, 'emil'));
    const response = await browser.follow(
      await browser.submit(await browser.get(toAuthorizeUrl({}, foreignClient)), { decision: 'refuse' }),
    );

    expect(readAuthorizationResponse(response)).toMatchObject({
      base: CALLBACK,
      fragment: { error: 'access_denied', state: 'x y%+' },
    });
    expect((await browser.get(toAuthorizeUrl({}, foreignClient))).statusCode).toBe(200);
  });

  it('returns consent_required for prompt=none only to applications that the user knows', async () => {
    const emil = await people.named(testApp, 'emil');
    const browser = await openSession(emil);
    expect((await browser.get(toAuthorizeUrl({ prompt: 'none' }, foreignClient))).body).toContain(
      '<code>consent_required</code>',
    );

    const gustav = await people.named(testApp, 'gustav');
    const other = await openSession(gustav);
    await other.authorize(toAuthorizeUrl({}, foreignClient), gustav);
    expect(
      readAuthorizationResponse(
        await other.get(toAuthorizeUrl({ prompt: 'none', scope: 'openid email' }, foreignClient)),
      ),
    ).toMatchObject({ base: CALLBACK, fragment: { error: 'consent_required' } });
  });

  it('is a JSON error for programs', async () => {
    const browser = await openSession(await people.named(testApp, 'emil'));
    const response = await browser.get(toAuthorizeUrl({}, foreignClient), { accept: 'application/json' });

    expect([response.statusCode, response.json().error]).toEqual([403, 'consent_required']);
  });

  it('is asked by prompt=consent, also for one’s own key, once', async () => {
    const browser = await openSession();
    expect(readAuthorizationResponse(await browser.get(toAuthorizeUrl())).fragment).toHaveProperty('id_token');
    for (let round = 0; round < 2; round++) {
      const page = await browser.get(toAuthorizeUrl({ prompt: 'consent' }));
      expect(page.statusCode).toBe(200);
      expect(
        readAuthorizationResponse(await browser.follow(await browser.submit(page, { decision: 'agree' }))).fragment,
      ).toHaveProperty('id_token');
    }
  });

  it('needs the form token of the consent page', async () => {
    const browser = await openSession(await people.named(testApp, 'emil'));
    const [form] = formsOf((await browser.get(toAuthorizeUrl({}, foreignClient))).body);
    const sent = { ...form?.fields, decision: 'agree' };
    const anonymous = await openSession(await dora());

    expect((await browser.post('/oauth/consent', { ...sent, form_token: '' })).statusCode).toBe(403);
    expect((await anonymous.post('/oauth/consent', sent)).statusCode).toBe(403);
    expect(
      (await browser.post('/oauth/consent', { ...sent, resume: toAuthorizeUrl({}, foreignClient) })).statusCode,
    ).toBe(400);
    expect((await browser.get(toAuthorizeUrl({}, foreignClient))).statusCode).toBe(200);
  });
});
