import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { markupFaults } from '../support/judges.js';
import { answerIn, authorizeUrl, formsOf, type Visitor, visitor } from '../support/visitor.js';

const CALLBACK = 'https://app.example/cb';

type Parameters = Record<string, string | undefined>;

describe('what a user agrees to', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let own: Key;
  let foreign: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    own = await giveKey(testApp, ada.id, { redirectUris: [CALLBACK] });
    foreign = await giveKey(testApp, bob.id, { name: 'Bob’s <b>Reports</b>', redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const url = (more: Parameters = {}, key = own) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'id_token',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 'x y%+',
      nonce: 'n',
      ...more,
    });
  const signedIn = async (person = ada): Promise<Visitor> => {
    const browser = visitor(testApp);
    await browser.signIn(person);
    return browser;
  };

  const dora = () => people.named(testApp, 'dora');

  it('asks in words what an application of somebody else may do, and only once', async () => {
    const browser = await signedIn(await dora());
    const page = await browser.get(url({ response_type: 'code', scope: 'openid email' }, foreign));

    expect(page.body).toContain('Bob’s &lt;b&gt;Reports&lt;/b&gt;');
    expect(page.body).toContain('See your email address');
    expect(page.body).toContain('See your profile, accounts, orders, positions and events, and market data');
    expect(page.body).not.toContain('See your name');
    const posted = await browser.submit(page, { decision: 'agree' });
    expect([posted.statusCode, answerIn(await browser.follow(posted)).query]).toEqual([
      303,
      expect.objectContaining({ code: expect.any(String) }),
    ]);
    expect(
      answerIn(await browser.get(url({ response_type: 'code', scope: 'openid', prompt: 'none' }, foreign))).query,
    ).toHaveProperty('code');
  });

  it.each([
    ['https://app.example.test/cb?next=https://elsewhere.test/', 'app.example.test'],
    ['https://app.example.test:8443/cb', 'app.example.test:8443'],
    ['http://[::1]:3000/cb', '[::1]:3000'],
    ['com.example.app:/cb', 'an application on this device (com.example.app:)'],
  ])('says that %s leads to %s, and lets no name turn its own sentence around', async (uri, destination) => {
    const browser = await signedIn();
    const key = await giveKey(testApp, bob.id, { name: '\u202eA name from before', redirectUris: [uri] });
    const page = await browser.get(url({ redirect_uri: uri }, key));

    expect(page.body).toContain(`<p>You will be sent to <strong>${destination}</strong>, whatever you answer.</p>`);
    expect(page.body).toContain('<h1>Allow <bdi>[U+202E]A name from before</bdi>?</h1>');
    expect(page.body).toContain(
      '<strong><bdi>[U+202E]A name from before</bdi></strong> asks for access to your account <strong><bdi>',
    );
    expect(await markupFaults(page.body)).toEqual([]);
  });

  it('asks again for more than was agreed to, and adds it to what was', async () => {
    const browser = await signedIn(await dora());
    await browser.authorize(url({ scope: 'openid email' }, foreign), await dora());
    const page = await browser.get(url({ scope: 'openid profile' }, foreign));
    expect(page.statusCode).toBe(200);

    await browser.follow(await browser.submit(page, { decision: 'agree' }));
    expect(
      answerIn(await browser.get(url({ scope: 'openid profile email', prompt: 'none' }, foreign))).fragment,
    ).toHaveProperty('id_token');
  });

  it('asks again before an application that may know the user may also act for them', async () => {
    const browser = await signedIn(await people.named(testApp, 'frida'));
    await browser.authorize(url({ scope: 'openid' }, foreign), await people.named(testApp, 'frida'));
    expect(answerIn(await browser.get(url({ scope: 'openid', prompt: 'none' }, foreign))).fragment).toHaveProperty(
      'id_token',
    );

    for (const type of ['token', 'token id_token'])
      expect(
        answerIn(await browser.get(url({ response_type: type, scope: 'openid', prompt: 'none' }, foreign))).fragment
          .error,
      ).toBe('consent_required');
    const page = await browser.get(url({ response_type: 'code', scope: 'openid' }, foreign));
    expect(page.body).toContain('See your profile, accounts, orders');
    await browser.follow(await browser.submit(page, { decision: 'agree' }));
    expect(
      answerIn(await browser.get(url({ response_type: 'token', scope: 'openid', prompt: 'none' }, foreign))).fragment,
    ).toHaveProperty('access_token');
  });

  it('sends access_denied back when the user does not agree, and remembers nothing', async () => {
    const browser = await signedIn(await people.named(testApp, 'emil'));
    const answer = await browser.follow(
      await browser.submit(await browser.get(url({}, foreign)), { decision: 'refuse' }),
    );

    expect(answerIn(answer)).toMatchObject({ base: CALLBACK, fragment: { error: 'access_denied', state: 'x y%+' } });
    expect((await browser.get(url({}, foreign))).statusCode).toBe(200);
  });

  it('tells here of consent_required when nobody may be asked, and sends it back once the user has agreed to something', async () => {
    const emil = await people.named(testApp, 'emil');
    const browser = await signedIn(emil);
    expect((await browser.get(url({ prompt: 'none' }, foreign))).body).toContain('<code>consent_required</code>');

    const gustav = await people.named(testApp, 'gustav');
    const other = await signedIn(gustav);
    await other.authorize(url({}, foreign), gustav);
    expect(answerIn(await other.get(url({ prompt: 'none', scope: 'openid email' }, foreign)))).toMatchObject({
      base: CALLBACK,
      fragment: { error: 'consent_required' },
    });
  });

  it('tells a program that the user has to agree', async () => {
    const browser = await signedIn(await people.named(testApp, 'emil'));
    const response = await browser.get(url({}, foreign), { accept: 'application/json' });

    expect([response.statusCode, response.json().error]).toEqual([403, 'consent_required']);
  });

  it('is asked for again by prompt=consent, also about a key of one’s own, and once', async () => {
    const browser = await signedIn();
    expect(answerIn(await browser.get(url())).fragment).toHaveProperty('id_token');
    for (let round = 0; round < 2; round++) {
      const page = await browser.get(url({ prompt: 'consent' }));
      expect(page.statusCode).toBe(200);
      expect(answerIn(await browser.follow(await browser.submit(page, { decision: 'agree' }))).fragment).toHaveProperty(
        'id_token',
      );
    }
  });

  it('is given by nobody but the user, on the page that asked', async () => {
    const browser = await signedIn(await people.named(testApp, 'emil'));
    const [form] = formsOf((await browser.get(url({}, foreign))).body);
    const sent = { ...form?.fields, decision: 'agree' };
    const anonymous = await signedIn(await dora());

    expect((await browser.post('/oauth/consent', { ...sent, form_token: '' })).statusCode).toBe(403);
    expect((await anonymous.post('/oauth/consent', sent)).statusCode).toBe(403);
    expect((await browser.post('/oauth/consent', { ...sent, resume: url({}, foreign) })).statusCode).toBe(400);
    expect((await browser.get(url({}, foreign))).statusCode).toBe(200);
  });
});
