import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { formsOf, type Visitor, visitor } from '../support/visitor.js';

describe('secrets of keys and webhooks on pages, more than 15 minutes after the last proof of the password', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const signedIn = async (person: Person, where = testApp): Promise<Visitor> => {
    const browser = visitor(where);
    await browser.signIn(person);
    return browser;
  };
  const age = ({ id }: Person, where = testApp) =>
    where.orm.em
      .fork()
      .execute(`update sessions set auth_time = now() - interval '16 minutes' where user_id = ?`, [id]);

  it('are on no page, and are shown again once the password is given', async () => {
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
    const browser = await signedIn(ada);
    const shows = async () =>
      Promise.all(pages.map(async ([page, text]) => [page, (await browser.get(page)).body.includes(text)]));
    const fresh = await shows();
    expect(fresh).toEqual(
      expect.arrayContaining([
        ['/profile', true],
        ['/oauth/client', true],
        [`/webhooks/${id}`, true],
      ]),
    );

    await age(ada);
    expect(await shows()).toEqual(pages.map(([page]) => [page, false]));
    const asked = await browser.press(await browser.get('/profile'), '/profile/confirm');
    expect([asked.statusCode, formsOf(asked.body)[0]?.fields['resume']]).toEqual([
      403,
      `/profile#key-${ada.key.clientId}`,
    ]);
    const confirmed = await browser.submit(asked, { confirmation_password: ada.password });
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, `/profile#key-${ada.key.clientId}`]);
    expect(await shows()).toEqual(fresh);

    await age(ada);
    expect((await browser.press(await browser.get(`/webhooks/${id}`), '/profile/confirm')).statusCode).toBe(403);
  });

  it('are in what programs get, as ever', async () => {
    const bob = await people.bob(testApp);
    await age(bob);

    expect((await testApp.request('GET', '/oauth/client', { as: bob.token })).json()).toEqual([
      expect.objectContaining({ secret: bob.key.clientSecret }),
    ]);
  });

  it('lead nowhere but to a page of this service', async () => {
    const eve = await people.eve(testApp);
    const browser = await signedIn(eve);
    const formToken = formsOf((await browser.get('/profile/password')).body)[0]?.fields['form_token'] ?? '';

    for (const resume of ['https://elsewhere.example/', '//elsewhere.example/'])
      expect((await browser.post('/profile/confirm', { form_token: formToken, resume })).statusCode).toBe(400);
    expect((await browser.post('/profile/confirm', { form_token: formToken })).headers.location).toBe('/profile');
  });

  it('are not offered where they are shown once', async () => {
    const once = await openTestApp({ env: { OAUTH_SHOW_SECRETS: 'once' } });
    try {
      const ada = await people.ada(once);
      const browser = await signedIn(ada, once);
      await age(ada, once);
      const page = await browser.get('/profile');

      expect([page.body.includes('/profile/confirm'), page.body.includes('shown once')]).toEqual([false, true]);
    } finally {
      await once.close();
    }
  });
});
