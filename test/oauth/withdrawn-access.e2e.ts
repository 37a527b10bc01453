import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { runOverlapping } from '../support/overlapping.js';
import { basic, postToken } from '../support/token-endpoint.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

describe('withdrawal of a third-party application’s access', () => {
  let testApp: TestApp;
  let bob: Person;
  let userCount = 0;
  beforeAll(async () => {
    testApp = await openTestApp();
    bob = await people.bob(testApp);
  });
  afterAll(() => testApp.close());

  const { actingFor } = actInBrowser(() => testApp);
  const createUser = () => people.named(testApp, `owner${(userCount += 1)}`);
  const createApplication = () => createKey(testApp, bob.id, { name: 'Reports', redirectUris: [CALLBACK] });
  const toAuthorizeUrl = ({ clientId }: Key, scope: string) =>
    authorizeUrl({ client_id: clientId, response_type: 'token', redirect_uri: CALLBACK, scope });
  const openSession = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const grantAccess = async (application: Key, person: Person, scope: string) =>
    readAuthorizationResponse(await (await openSession(person)).authorize(toAuthorizeUrl(application, scope), person))
      .fragment['access_token'] ?? '';
  const consent = async (browser: BrowserClient, application: Key, scope: string) =>
    readAuthorizationResponse(
      await browser.follow(
        await browser.submit(await browser.get(toAuthorizeUrl(application, scope)), { decision: 'agree' }),
      ),
    ).fragment;
  const createClient = async (as: string, name: string): Promise<Key> => {
    const { client_id: clientId, secret: clientSecret } = (
      await testApp.request('POST', '/oauth/client', { as, body: { name, grant_types: ['client_credentials'] } })
    ).json<{ client_id: string; secret: string }>();
    return { clientId, clientSecret };
  };
  const requestToken = (key: Key) =>
    postToken(testApp, { form: { grant_type: 'client_credentials' }, authorization: basic(key) });
  const requestAccessToken = async (key: Key) =>
    (await requestToken(key)).json<{ access_token: string }>().access_token;
  const listClientNames = async ({ token }: Person) =>
    (await testApp.request('GET', '/oauth/client', { as: token })).json<{ name: string }[]>().map(({ name }) => name);

  it('ends keys that were created with keys that it created', async () => {
    const [ada, application] = [await createUser(), await createApplication()];
    const first = await createClient(await grantAccess(application, ada, 'openid keys'), 'First');
    const second = await createClient(await requestAccessToken(first), 'Second');
    const third = await createClient(await requestAccessToken(second), 'Third');
    expect(await listClientNames(ada)).toEqual(['A key', 'First', 'Second', 'Third']);

    const browser = await openSession(ada);
    const page = await browser.get('/profile/access');
    expect(page.body).toMatch(/First.*Second.*Third/s);
    await browser.press(page, `/profile/access/applications/${application.clientId}/withdraw`);
    expect(await listClientNames(ada)).toEqual(['A key']);
    expect((await requestToken(third)).statusCode).toBe(401);
  });

  it.each(['first', 'last'])('ends a key that it creates meanwhile, where that request came %s', async (place) => {
    const [ada, application] = [await createUser(), await createApplication()];
    const token = await grantAccess(application, ada, 'openid keys');
    const browser = await openSession(ada);
    const page = await browser.get('/profile/access');
    const steps = [
      () => createClient(token, 'Created meanwhile'),
      () => browser.press(page, `/profile/access/applications/${application.clientId}/withdraw`),
    ];
    await runOverlapping(testApp, place === 'first' ? steps : steps.reverse());

    expect(await listClientNames(ada)).toEqual(['A key']);
  });

  it('happens when its owner removes the application', async () => {
    const [ada, application] = [await createUser(), await createApplication()];
    const createdClient = await createClient(await grantAccess(application, ada, 'openid keys'), 'Left behind');
    const token = await requestAccessToken(createdClient);

    expect(
      (await testApp.request('DELETE', `/oauth/client/${application.clientId}`, { as: bob.token })).statusCode,
    ).toBe(200);
    expect(await listClientNames(ada)).toEqual(['A key']);
    expect((await testApp.request('GET', '/users/me', { as: token })).statusCode).toBe(303);
    expect(
      (await testApp.request('GET', '/audit?action=key.removed', { as: ada.token })).json<{ detail: string }[]>()[0]
        ?.detail,
    ).toContain(`made through ${application.clientId}`);
  });

  it('keeps keys that the user created with an own key when that is removed', async () => {
    const ada = await createUser();
    const ownClient = await createKey(testApp, ada.id, { grantTypes: ['client_credentials'] });
    await createClient(await requestAccessToken(ownClient), 'Made with it');

    expect((await testApp.request('DELETE', `/oauth/client/${ownClient.clientId}`, { as: ada.token })).statusCode).toBe(
      200,
    );
    expect(await listClientNames(ada)).toEqual(['A key', 'Made with it']);
  });

  it('does not concern keys of a customer while an administrator acts: the scope keys is not granted then', async () => {
    const [ada, application] = [await createUser(), await createApplication()];
    const browser = await actingFor(ada);

    expect(await consent(browser, application, 'openid keys')).toMatchObject({ scope: 'openid read' });
  });

  describe('and a sign-in older than 15 minutes', () => {
    const expireProof = (person: Person) =>
      testApp.orm.em
        .fork()
        .execute(`update sessions set auth_time = now() - interval '16 minutes' where user_id = ?`, [person.id]);
    const hasPassword = (body: string) => /<input[^>]*name="password"/.test(body);

    it.each(['openid keys', 'openid read keys'])(
      'allows none of %j before the password is entered again',
      async (scope) => {
        const [ada, application] = [await createUser(), await createApplication()];
        const browser = await openSession(ada);
        await expireProof(ada);
        const page = await browser.get(toAuthorizeUrl(application, scope));
        expect([page.statusCode, hasPassword(page.body), page.body.includes('value="agree"')]).toEqual([
          200,
          true,
          false,
        ]);

        const passwordPage = await browser.follow(
          await browser.submit(page, { username: ada.email, password: ada.password }),
        );
        expect(passwordPage.body).toContain('value="agree"');
        expect(
          readAuthorizationResponse(await browser.follow(await browser.submit(passwordPage, { decision: 'agree' })))
            .fragment,
        ).toHaveProperty('access_token');
      },
    );

    it('rejects a page that was opened before', async () => {
      const [ada, application] = [await createUser(), await createApplication()];
      const browser = await openSession(ada);
      const passwordPage = await browser.get(toAuthorizeUrl(application, 'openid keys'));
      await expireProof(ada);
      const page = await browser.follow(await browser.submit(passwordPage, { decision: 'agree' }));

      expect([page.statusCode, hasPassword(page.body)]).toEqual([200, true]);
      expect(await testApp.orm.em.fork().execute('select 1 from consents where user_id = ?', [ada.id])).toEqual([]);
    });

    it('allows reading and trading without the password', async () => {
      const [ada, application] = [await createUser(), await createApplication()];
      const browser = await openSession(ada);
      await expireProof(ada);

      expect(await consent(browser, application, 'openid read trade')).toHaveProperty('access_token');
    });
  });
});
