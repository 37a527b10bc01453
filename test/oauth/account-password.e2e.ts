import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';

const HERE = '/profile/password';
const NEXT = 'staple wrong tower';

describe('GET /profile/password', () => {
  let testApp: TestApp;
  let userCount = 0;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const createUser = () => people.named(testApp, `person${(userCount += 1)}`);
  const openSession = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const isSignedIn = async (browser: BrowserClient): Promise<boolean> =>
    (await browser.get('/users/me')).statusCode === 200;
  const changePassword = async (browser: BrowserClient, fields: Record<string, string>) =>
    browser.submit(await browser.get(HERE), fields);

  it('ends all sessions and tokens, and gives the current browser a new cookie', async () => {
    const ada = await createUser();
    const [browser, other] = [await openSession(ada), await openSession(ada)];
    const previousCookies = new Map(browser.cookies);
    const changed = await changePassword(browser, { current_password: ada.password, new_password: NEXT });

    expect([changed.statusCode, changed.headers.location]).toEqual([303, HERE]);
    expect((await browser.get(HERE)).body).toContain('Your password is changed.');
    const stolenBrowser = openBrowserClient(testApp);
    for (const [name, cookie] of previousCookies) stolenBrowser.cookies.set(name, cookie);
    expect([await isSignedIn(browser), await isSignedIn(other), await isSignedIn(stolenBrowser)]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await testApp.request('GET', '/users/me', { as: ada.token })).statusCode).toBe(303);
    expect(await isSignedIn(await openSession({ ...ada, password: NEXT }))).toBe(true);
    expect(await isSignedIn(await openSession(ada))).toBe(false);
  });

  it('shows each error at its field without the passwords, and changes nothing', async () => {
    const ada = await createUser();
    const browser = await openSession(ada);
    const tooShort = await changePassword(browser, { current_password: ada.password, new_password: 's3cret' });
    const wrongPassword = await changePassword(browser, { current_password: 'guessed it', new_password: NEXT });

    expect([tooShort.statusCode, wrongPassword.statusCode]).toEqual([400, 403]);
    expect(tooShort.body).toContain(
      '<p class="fault" id="new_password-fault">New password must have 8 characters or more and at most 1024 bytes.</p>',
    );
    expect(tooShort.body).toMatch(
      /<input id="new_password"[^>]*aria-describedby="new_password-hint new_password-fault" aria-invalid="true" required autofocus>/,
    );
    expect(wrongPassword.body).toContain(
      '<p class="fault" id="current_password-fault">The current password is missing or wrong.</p>',
    );
    expect(wrongPassword.body).toContain('<title>Not accepted: Password – Kontor</title>');
    for (const { body } of [tooShort, wrongPassword])
      expect(body).not.toMatch(/s3cret|guessed it|staple|correct horse/);
    expect(await isSignedIn(browser)).toBe(true);
    expect(
      (await browser.submit(wrongPassword, { current_password: ada.password, new_password: NEXT })).statusCode,
    ).toBe(303);
  });

  it('limits guesses', async () => {
    const ada = await createUser();
    const browser = await openSession(ada);
    const page = await browser.get(HERE);
    const responses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      responses.push(await browser.submit(page, { current_password: `guess ${attempt}`, new_password: NEXT }));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(403), 429]);
    expect(responses.at(-1)?.body).toContain('role="alert"');
  });

  it('rejects foreign forms and anonymous browsers', async () => {
    const ada = await createUser();
    const browser = await openSession(ada);
    const fields = { current_password: ada.password, new_password: NEXT };

    expect((await browser.post(HERE, fields)).statusCode).toBe(403);
    expect((await browser.post(HERE, fields)).body).not.toContain('<form method="post" action="/profile/password"');
    expect((await openBrowserClient(testApp).post(HERE, fields)).headers.location).toBe('/');
    expect(
      (
        await testApp.request('POST', HERE, {
          as: ada.token,
          accept: 'text/html',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: fields,
        })
      ).statusCode,
    ).toBe(303);
    expect(await isSignedIn(await openSession(ada))).toBe(true);
  });
});
