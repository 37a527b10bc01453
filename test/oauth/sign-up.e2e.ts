import { randomBytes } from 'node:crypto';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { readAuthorizationResponse, authorizeUrl, formsOf, openBrowserClient } from '../support/browser-client.js';

const signUpForm = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.test', password: 'nanoseconds!' };

describe('POST /sign-up', () => {
  let testApp: TestApp;
  let formCount = 0;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const newSignUpForm = () => ({ ...signUpForm, email: `grace${(formCount += 1)}@example.test` });
  const findUsers = (email: string) =>
    testApp.orm.em
      .fork()
      .execute('select role, enabled, password_hash hash from users where lower(email) = lower(?)', [email]);

  it('creates a customer, signs them in with a new cookie, and redirects to the profile', async () => {
    const browser = openBrowserClient(testApp);
    const page = await browser.get('/sign-up');
    const plantedCookie = browser.cookies.get('session')?.value;
    const signUpFields = newSignUpForm();
    const created = await browser.submit(page, signUpFields);

    expect([created.statusCode, created.headers.location]).toEqual([303, '/desk']);
    expect(browser.cookies.get('session')?.value).not.toBe(plantedCookie);
    const profile = await browser.get('/profile');
    expect(profile.body).toContain('Welcome. Your account is made');
    expect(profile.body).toContain(`<strong>${signUpFields.email}</strong>`);
    expect(await findUsers(signUpFields.email)).toEqual([
      { role: 'Customer', enabled: true, hash: expect.stringMatching(/^\$argon2id\$/) },
    ]);
    const secondBrowser = openBrowserClient(testApp);
    expect(
      (
        await secondBrowser.submit(await secondBrowser.get('/login'), {
          username: signUpFields.email,
          password: signUpFields.password,
        })
      ).headers.location,
    ).toBe('/desk');
  });

  it('continues the request of the application', async () => {
    const callback = 'http://127.0.0.1:8080/cb';
    const { key } = await people.ada(testApp);
    const url = authorizeUrl({
      client_id: key.clientId,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid',
      state: 'a b',
    });
    await testApp.orm.em.execute('update clients set redirect_uris = ? where client_id = ?', [
      `{${callback}}`,
      key.clientId,
    ]);
    const browser = openBrowserClient(testApp);
    const [, link = ''] = /New to Kontor\? <a href="([^"]*)">/.exec((await browser.get(url)).body) ?? [];
    const consent = await browser.follow(
      await browser.submit(await browser.get(link.replaceAll('&amp;', '&')), newSignUpForm()),
    );

    expect(
      readAuthorizationResponse(await browser.follow(await browser.submit(consent, { decision: 'agree' }))),
    ).toMatchObject({ base: callback, query: { state: 'a b', code: expect.any(String) } });
  });

  it('keeps the entries except the password, and shows each error at its field', async () => {
    const browser = openBrowserClient(testApp);
    const page = await browser.submit(await browser.get('/sign-up?resume=%2Fdocs'), {
      first_name: ' ',
      last_name: '"><b>',
      email: 'no email',
      password: 'short',
    });

    expect([page.statusCode, page.headers['cache-control']]).toEqual([400, 'private, no-store']);
    for (const text of [
      'First name must not be empty.',
      'Email must be an email address.',
      'Password must have 8 characters or more',
      '3 fields need correction.',
      '<title>Not accepted: Sign up',
    ])
      expect(page.body).toContain(text);
    expect(formsOf(page.body)[0]?.fields).toMatchObject({
      last_name: '"><b>',
      email: 'no email',
      password: '',
      resume: '/docs',
    });
    expect(page.body).not.toMatch(/<b>|short"/);
    expect(page.body).toMatch(/id="first_name"[^>]*autofocus/);
    const hidden = await browser.submit(page, { ...newSignUpForm(), email: 'gr\u200bace@example.test' });
    expect([hidden.statusCode, hidden.body]).toEqual([
      400,
      expect.stringContaining('Email must hold no character that cannot be seen or that looks like another (U+200B).'),
    ]);
    expect((await browser.submit(page, newSignUpForm())).headers.location).toBe('/docs');
  });

  it('reports a taken email in any case, as POST /users does', async () => {
    const ada = await people.ada(testApp);
    const browser = openBrowserClient(testApp);
    const page = await browser.submit(await browser.get('/sign-up'), {
      ...newSignUpForm(),
      email: ada.email.toUpperCase(),
    });

    expect(page.statusCode).toBe(409);
    expect(page.body).toContain('<p class="fault" id="email-fault">A user with this email exists already.</p>');
    expect(await findUsers(ada.email)).toHaveLength(1);
    expect((await browser.get('/users/me')).statusCode).toBe(303);
  });

  it('counts attempts with taken emails as failed sign-ins', async () => {
    const ownApp = await openTestApp();
    const ada = await people.ada(ownApp);
    const browser = openBrowserClient(ownApp);
    const page = await browser.get('/sign-up');
    const responses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      responses.push(await browser.submit(page, { ...signUpForm, email: ada.email }));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(409), 429]);
    expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect(formsOf(responses.at(-1)?.body ?? '')[0]?.fields).toMatchObject({ email: ada.email });
    await ownApp.close();
  });

  it('rejects foreign forms', async () => {
    const browser = openBrowserClient(testApp);
    const form = formsOf((await browser.get('/sign-up')).body)[0]?.fields ?? {};
    const signUpFields = newSignUpForm();

    expect((await browser.post('/sign-up', { ...signUpFields })).statusCode).toBe(403);
    expect((await openBrowserClient(testApp).post('/sign-up', { ...form, ...signUpFields })).statusCode).toBe(403);
    expect(
      (await browser.post('/sign-up', { ...form, ...signUpFields }, { 'sec-fetch-site': 'cross-site' })).statusCode,
    ).toBe(403);
    expect((await browser.post('/sign-up', { ...form, ...signUpFields, role: 'Admin' })).statusCode).toBe(400);
    for (const resume of ['//evil.example', 'https://evil.example/'])
      expect((await browser.post('/sign-up', { ...form, ...signUpFields, resume })).statusCode).toBe(400);
    expect(await findUsers(signUpFields.email)).toEqual([]);
  });

  it('does not exist in production', async () => {
    const productionApp = await openTestApp({
      env: {
        MODE: 'production',
        BASE_URL: 'https://kontor.example',
        SECRET_KEY: randomBytes(32).toString('hex'),
        TRUST_PROXY: '1',
      },
    });

    expect((await productionApp.request('GET', '/sign-up', { accept: 'text/html' })).statusCode).toBe(404);
    expect((await productionApp.request('POST', '/sign-up', { accept: 'text/html' })).statusCode).toBe(404);
    for (const url of ['/login', '/', '/docs'])
      expect((await productionApp.request('GET', url, { accept: 'text/html' })).body).not.toContain('/sign-up');
    await productionApp.close();
  });
});
