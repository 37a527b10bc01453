import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { SessionTestController } from '../support/session-test.controller.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';

/** Endpoints that ask a program for its token, as a signed-in browser finds them. */
describe('session of a browser at API endpoints', () => {
  let testApp: TestApp;
  let ada: Person;

  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [SessionTestController] });
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const openSession = async (person = ada): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const readFormToken = async (browser: BrowserClient): Promise<string> =>
    /name="form_token" value="([^"]+)"/.exec((await browser.get('/')).body)?.[1] ?? '';

  it('opens pages of the signed-in user', async () => {
    const page = await (await openSession()).get('/users/me');

    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain(`<td>${ada.email}</td>`);
    expect(page.headers).toMatchObject({ vary: 'Accept, Cookie', 'cache-control': 'private, no-store' });
  });

  it('acts as that user without scopes and without a key', async () => {
    const actorPage = (await (await openSession()).get('/session-endpoints/bearer')).body;

    const fields = [...actorPage.matchAll(/<th scope="row">(\w+)<\/th><td>(.*)<\/td>/g)].map(([, name, value = '']) => [
      name,
      value.replaceAll(/<[^>]*>/g, ''),
    ]);
    expect(fields).toEqual([
      ['userId', `${ada.id}`],
      ['actingUserId', `${ada.id}`],
      ['role', 'Customer'],
      ['clientId', '–none'],
      ['scope', 'empty'],
    ]);
  });

  it.each(['application/json', 'application/problem+json', 'text/html, application/json;q=0.1'])(
    'gets a 303 for JSON: %s',
    async (accept) => {
      const response = await (await openSession()).get('/users/me', { accept });

      expect([response.statusCode, response.headers.location]).toEqual([303, '/']);
      expect(response.body).not.toContain(ada.email);
    },
  );

  it('gets a 303 where the response is always JSON', async () => {
    const browser = await openSession();

    expect((await browser.get('/session-endpoints/json')).statusCode).toBe(303);
    expect(
      (await testApp.request('GET', '/session-endpoints/json', { as: ada.token, accept: 'text/html' })).json(),
    ).toMatchObject({ userId: ada.id });
    expect((await browser.get('/oauth/userinfo')).statusCode).toBe(401);
  });

  it.each(['Bearer kat_worthless', 'Basic dTpw', ''])(
    'is ignored when the request has credentials: %j',
    async (authorization) => {
      const response = await (await openSession()).get('/users/me', { authorization });

      expect(response.statusCode).toBe(303);
      expect([response.headers['set-cookie']].flat().join()).toContain('session=; Max-Age=0');
    },
  );

  it('is not ended by a form of another site, which sends no cookie', async () => {
    const post = await testApp.request('POST', '/session-endpoints', {
      accept: 'text/html',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      body: { word: 'bye' },
    });

    expect([post.statusCode, post.headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('redirects to the home page when it is missing or ended', async () => {
    const browser = await openSession();
    await testApp.orm.em.execute('update sessions set ended_at = now() where user_id = ? and ended_at is null', [
      ada.id,
    ]);
    const response = await browser.get('/users/me');

    expect([response.statusCode, response.headers.location, browser.cookies.has('session')]).toEqual([303, '/', false]);
    expect((await openBrowserClient(testApp).get('/users/me')).statusCode).toBe(303);
    const homePage = await browser.get('/');
    expect(homePage.body).toMatch(
      /<p class="flash" role="status">Login is required to take this action. <a href="\/login\?resume=%2Fusers%2Fme">Sign in<\/a><\/p>/,
    );
  });

  it('has the rights of its user', async () => {
    const rejected = await (await openSession()).get('/users');
    const admin = await people.admin(testApp);

    expect([rejected.statusCode, rejected.body.includes(`<strong>${ada.email}</strong>`)]).toEqual([403, true]);
    expect((await (await openSession(admin)).get('/users')).body).toContain(`<a href="/users/${ada.id}">ada@`);
  });

  describe('in requests that change something', () => {
    it('needs the form token', async () => {
      const browser = await openSession();
      const token = await readFormToken(browser);
      const foreignFormToken = await readFormToken(await openSession(await people.bob(testApp)));
      const postForm = (fields: Record<string, string>, headers = {}) =>
        browser.post('/session-endpoints/bearer', { word: 'x', ...fields }, headers);

      for (const invalidFields of [{}, { form_token: '' }, { form_token: foreignFormToken }])
        expect((await postForm(invalidFields)).statusCode).toBe(403);
      expect((await postForm({ form_token: token }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
      expect((await postForm({ form_token: token }, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(201);
      const ownUrl = new URL(testApp.config.baseUrl);
      for (const origin of [
        'http://evil.example',
        `${ownUrl.protocol}//${ownUrl.hostname}:1`,
        `https://${ownUrl.host}`,
        `${ownUrl.origin}.evil.example`,
        '',
      ]) {
        expect([
          origin,
          (await postForm({ form_token: token }, { origin, 'sec-fetch-site': 'same-origin' })).statusCode,
        ]).toEqual([origin, 403]);
      }
      // A page that sends no referrer says null of itself, and a service may be reached by several names.
      for (const headers of [
        { origin: ownUrl.origin },
        { origin: 'null' },
        { origin: 'http://desk.test:81', host: 'desk.test:81' },
      ])
        expect((await postForm({ form_token: token }, headers)).statusCode).toBe(201);
      expect((await postForm({ form_token: token }, { accept: 'application/json' })).statusCode).toBe(303);
    });

    it('rejects a form from before the cookie changed', async () => {
      const browser = await openSession();
      const token = await readFormToken(browser);
      await browser.signIn(ada);

      expect((await browser.post('/session-endpoints/bearer', { word: 'x', form_token: token })).statusCode).toBe(403);
    });

    it('behaves like a program with JSON, and the page of the keys has no secrets', async () => {
      const browser = await openSession();
      const created = await browser.post('/oauth/client', {
        name: 'By hand',
        form_token: await readFormToken(browser),
      });

      expect(created.statusCode).toBe(200);
      const keys: { name: string; secret: string }[] = (
        await testApp.request('GET', '/oauth/client', { as: ada.token })
      ).json();
      const key = keys.find(({ name }) => name === 'By hand');
      const page = await browser.get('/oauth/client');

      expect(key?.secret).toMatch(/^\S{20,}$/);
      expect(page.body).toContain('By hand');
      expect(page.body).not.toContain(key?.secret);
    });

    it('answers programs that send a form with a hint to send JSON', async () => {
      const response = await testApp.request('POST', '/session-endpoints/bearer', {
        as: ada.token,
        accept: 'text/html',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: { word: 'x' },
      });

      expect(response.statusCode).toBe(415);
    });
  });

  describe('on every page', () => {
    it.each(['/', '/docs', '/docs/errors', '/health/ready', '/nowhere', '/%zz', '/docs?a=1'])(
      'shows the user and a sign-out button: %s',
      async (path) => {
        const page = await (await openSession()).get(path);

        expect(page.body).toContain(`Signed in as <a href="/profile"><strong>${ada.email}</strong></a>`);
        expect(page.body).toMatch(
          /<form method="post" action="\/logout"><input type="hidden" name="form_token" value="[\w-]{43}"><button type="submit">Sign out<\/button><\/form>/,
        );
        expect(page.body).not.toContain('>Sign in<');
        expect(page.headers['cache-control']).toContain('private');
      },
    );

    it.each([
      ['/', '/login'],
      ['/docs?a=b', '/login?resume=%2Fdocs%3Fa%3Db'],
      ['/nowhere', '/login?resume=%2Fnowhere'],
      ['//evil.example', '/login'],
    ])('the way in, and back to %s, when nobody is', async (path, href) => {
      const { body } = await openBrowserClient(testApp).get(path);

      expect(/<p class="person"><a href="([^"]*)">Sign in<\/a>/.exec(body)?.[1]).toBe(href);
      expect(body).not.toContain('form_token');
    });

    it('hides the sign-in link where the user is signed in, and JSON hints on page-only routes', async () => {
      const { body } = await openBrowserClient(testApp).get('/login');

      expect(body).not.toContain('class="person"');
      expect(body).not.toContain('as JSON');
    });

    it('shows nothing for an invalid cookie', async () => {
      for (const cookie of ['session=x', `session=kst_${'A'.repeat(43)}`]) {
        expect((await testApp.request('GET', '/docs', { accept: 'text/html', headers: { cookie } })).body).toContain(
          '>Sign in</a>',
        );
      }
    });
  });

  it('is not compressed where a page contains a form token', async () => {
    const browser = await openSession();

    expect((await browser.get('/docs', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    expect(
      (await openBrowserClient(testApp).get('/docs', { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBe('br');
  });

  it('signs out with one button everywhere', async () => {
    const browser = await openSession();
    const previousCookies = new Map(browser.cookies);
    const signedOut = await browser.post('/logout', { form_token: await readFormToken(browser) });

    expect([signedOut.statusCode, signedOut.headers.location, browser.cookies.has('session')]).toEqual([
      303,
      '/',
      false,
    ]);
    expect((await browser.get('/')).body).toContain('You are signed out.');
    const stolenBrowser = openBrowserClient(testApp);
    for (const [name, cookie] of previousCookies) stolenBrowser.cookies.set(name, cookie);
    expect((await stolenBrowser.get('/users/me')).statusCode).toBe(303);
  });
});
