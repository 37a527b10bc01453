import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

describe('secrets on pages, more than 15 minutes after the last sign-in', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const openSession = async (person: Person, targetApp = testApp): Promise<BrowserClient> => {
    const browser = openBrowserClient(targetApp);
    await browser.signIn(person);
    return browser;
  };
  const expireProof = ({ id }: Person, targetApp = testApp) =>
    targetApp.orm.em
      .fork()
      .execute(`update sessions set auth_time = now() - interval '16 minutes' where user_id = ?`, [id]);

  it('are hidden until the password is entered', async () => {
    const ada = await people.ada(testApp);
    const registered = await testApp.request('POST', '/webhooks', {
      as: ada.token,
      body: { url: 'https://books.example.test/kontor' },
    });
    expect(registered.statusCode).toBe(201);
    const { id, secret } = registered.json<{ id: number; secret: string }>();
    const pages: [string, string][] = [
      ['/profile', ada.key.clientSecret],
      ['/oauth/client', ada.key.clientSecret],
      ['/webhooks', secret],
      [`/webhooks/${id}`, secret],
    ];
    const browser = await openSession(ada);
    const findShownSecrets = async () =>
      Promise.all(pages.map(async ([page, text]) => [page, (await browser.get(page)).body.includes(text)]));
    const shownSecrets = await findShownSecrets();
    expect(shownSecrets).toEqual(
      expect.arrayContaining([
        ['/profile', true],
        ['/oauth/client', false],
        [`/webhooks/${id}`, true],
      ]),
    );

    await expireProof(ada);
    expect(await findShownSecrets()).toEqual(pages.map(([page]) => [page, false]));
    const confirmation = await browser.press(await browser.get('/profile'), '/profile/confirm');
    expect([confirmation.statusCode, formsOf(confirmation.body)[0]?.fields['resume']]).toEqual([
      403,
      `/profile#key-${ada.key.clientId}`,
    ]);
    const confirmed = await browser.submit(confirmation, { confirmation_password: ada.password });
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, `/profile#key-${ada.key.clientId}`]);
    expect(await findShownSecrets()).toEqual(shownSecrets);

    await expireProof(ada);
    expect((await browser.press(await browser.get(`/webhooks/${id}`), '/profile/confirm')).statusCode).toBe(403);
  });

  it('are returned to programs', async () => {
    const bob = await people.bob(testApp);
    await expireProof(bob);

    expect((await testApp.request('GET', '/oauth/client', { as: bob.token })).json()).toEqual([
      expect.objectContaining({ secret: bob.key.clientSecret }),
    ]);
  });

  it('redirect to pages of this service only', async () => {
    const eve = await people.eve(testApp);
    const browser = await openSession(eve);
    const formToken = formsOf((await browser.get('/profile/password')).body)[0]?.fields['form_token'] ?? '';

    for (const resume of ['https://elsewhere.example/', '//elsewhere.example/'])
      expect((await browser.post('/profile/confirm', { form_token: formToken, resume })).statusCode).toBe(400);
    expect((await browser.post('/profile/confirm', { form_token: formToken })).headers.location).toBe('/profile');
  });

  it('have no button where they are shown once', async () => {
    const once = await openTestApp({ env: { OAUTH_SHOW_SECRETS: 'once' } });
    try {
      const ada = await people.ada(once);
      const browser = await openSession(ada, once);
      await expireProof(ada, once);
      const page = await browser.get('/profile');

      expect([page.body.includes('/profile/confirm'), page.body.includes('shown once')]).toEqual([false, true]);
    } finally {
      await once.close();
    }
  });
});
