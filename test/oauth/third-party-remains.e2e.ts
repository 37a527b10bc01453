import { actingIn } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { answerIn, authorizeUrl, type Visitor, visitor } from '../support/visitor.js';

const CALLBACK = 'https://app.example/cb';

describe('what an application of somebody else leaves behind', () => {
  let testApp: TestApp;
  let bob: Person;
  let number = 0;
  beforeAll(async () => {
    testApp = await openTestApp();
    bob = await people.bob(testApp);
  });
  afterAll(() => testApp.close());

  const { actingFor } = actingIn(() => testApp);
  const newUser = () => people.named(testApp, `owner${(number += 1)}`);
  const newApplication = () => giveKey(testApp, bob.id, { name: 'Reports', redirectUris: [CALLBACK] });
  const url = ({ clientId }: Key, scope: string) =>
    authorizeUrl({ client_id: clientId, response_type: 'token', redirect_uri: CALLBACK, scope });
  const signedIn = async (person: Person): Promise<Visitor> => {
    const browser = visitor(testApp);
    await browser.signIn(person);
    return browser;
  };
  const grant = async (application: Key, person: Person, scope: string) =>
    answerIn(await (await signedIn(person)).authorize(url(application, scope), person)).fragment['access_token'] ?? '';
  const agree = async (browser: Visitor, application: Key, scope: string) =>
    answerIn(
      await browser.follow(await browser.submit(await browser.get(url(application, scope)), { decision: 'agree' })),
    ).fragment;
  const makeKey = async (as: string, name: string): Promise<Key> => {
    const { client_id: clientId, secret: clientSecret } = (
      await testApp.request('POST', '/oauth/client', { as, body: { name, grant_types: ['client_credentials'] } })
    ).json<{ client_id: string; secret: string }>();
    return { clientId, clientSecret };
  };
  const tokenBy = (key: Key) =>
    postToken(testApp, { form: { grant_type: 'client_credentials' }, authorization: basic(key) });
  const ownTokenBy = async (key: Key) => (await tokenBy(key)).json<{ access_token: string }>().access_token;
  const namesOf = async ({ token }: Person) =>
    (await testApp.request('GET', '/oauth/client', { as: token })).json<{ name: string }[]>().map(({ name }) => name);

  it('is no key that was made with a key that it made: the withdrawal ends all of them', async () => {
    const [ada, application] = [await newUser(), await newApplication()];
    const first = await makeKey(await grant(application, ada, 'openid keys'), 'First');
    const second = await makeKey(await ownTokenBy(first), 'Second');
    const third = await makeKey(await ownTokenBy(second), 'Third');
    expect(await namesOf(ada)).toEqual(['A key', 'First', 'Second', 'Third']);

    const browser = await signedIn(ada);
    const page = await browser.get('/profile/access');
    expect(page.body).toMatch(/First.*Second.*Third/s);
    await browser.press(page, `/profile/access/applications/${application.clientId}/withdraw`);
    expect(await namesOf(ada)).toEqual(['A key']);
    expect((await tokenBy(third)).statusCode).toBe(401);
  });

  it('is no key when its owner removes the application', async () => {
    const [ada, application] = [await newUser(), await newApplication()];
    const made = await makeKey(await grant(application, ada, 'openid keys'), 'Left behind');
    const token = await ownTokenBy(made);

    expect(
      (await testApp.request('DELETE', `/oauth/client/${application.clientId}`, { as: bob.token })).statusCode,
    ).toBe(200);
    expect(await namesOf(ada)).toEqual(['A key']);
    expect((await testApp.request('GET', '/users/me', { as: token })).statusCode).toBe(303);
    expect(
      (await testApp.request('GET', '/audit?action=key.removed', { as: ada.token })).json<{ detail: string }[]>()[0]
        ?.detail,
    ).toContain(`made through ${application.clientId}`);
  });

  it('is the keys that the user made with a key of their own, when that is removed', async () => {
    const ada = await newUser();
    const own = await giveKey(testApp, ada.id, { grantTypes: ['client_credentials'] });
    await makeKey(await ownTokenBy(own), 'Made with it');

    expect((await testApp.request('DELETE', `/oauth/client/${own.clientId}`, { as: ada.token })).statusCode).toBe(200);
    expect(await namesOf(ada)).toEqual(['A key', 'Made with it']);
  });

  it('is no key of a customer for whom an administrator acts: the scope keys is not granted then', async () => {
    const [ada, application] = [await newUser(), await newApplication()];
    const browser = await actingFor(ada);

    expect(await agree(browser, application, 'openid keys')).toMatchObject({ scope: 'openid read' });
  });

  describe('when the password was proved more than 15 minutes ago', () => {
    const age = (person: Person) =>
      testApp.orm.em
        .fork()
        .execute(`update sessions set auth_time = now() - interval '16 minutes' where user_id = ?`, [person.id]);
    const hasPassword = (body: string) => /<input[^>]*name="password"/.test(body);

    it.each(['openid keys', 'openid read keys'])(
      'is nothing of %j before the password is given again',
      async (scope) => {
        const [ada, application] = [await newUser(), await newApplication()];
        const browser = await signedIn(ada);
        await age(ada);
        const page = await browser.get(url(application, scope));
        expect([page.statusCode, hasPassword(page.body), page.body.includes('value="agree"')]).toEqual([
          200,
          true,
          false,
        ]);

        const asked = await browser.follow(await browser.submit(page, { username: ada.email, password: ada.password }));
        expect(asked.body).toContain('value="agree"');
        expect(
          answerIn(await browser.follow(await browser.submit(asked, { decision: 'agree' }))).fragment,
        ).toHaveProperty('access_token');
      },
    );

    it('is nothing that a page grants which was opened before', async () => {
      const [ada, application] = [await newUser(), await newApplication()];
      const browser = await signedIn(ada);
      const asked = await browser.get(url(application, 'openid keys'));
      await age(ada);
      const page = await browser.follow(await browser.submit(asked, { decision: 'agree' }));

      expect([page.statusCode, hasPassword(page.body)]).toEqual([200, true]);
      expect(await testApp.orm.em.fork().execute('select 1 from consents where user_id = ?', [ada.id])).toEqual([]);
    });

    it('is reading and trading without another question', async () => {
      const [ada, application] = [await newUser(), await newApplication()];
      const browser = await signedIn(ada);
      await age(ada);

      expect(await agree(browser, application, 'openid read trade')).toHaveProperty('access_token');
    });
  });
});
