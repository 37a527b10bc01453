import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

/** A browser without a session asks for a page, is sent to the welcome page, and signs in. */
describe('deep links', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const findLink = (page: Awaited<ReturnType<BrowserClient['get']>>, label: string): string => {
    const href = new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(page.body)?.[1] ?? 'no link';
    return href.replaceAll('&amp;', '&');
  };
  const credentials = (password = ada.password) => ({ username: ada.email, password });
  const followRedirect = async (browser: BrowserClient, url: string) => browser.follow(await browser.get(url));

  it.each(['/orders?status=Open&acct_id=1', '/positions', '/profile/keys/none', '/audit?q=a%20b%26c%2Fd'])(
    'survive the sign-in: %s',
    async (url) => {
      const browser = openBrowserClient(testApp);
      const redirect = await browser.get(url);
      const homePage = await browser.follow(redirect);
      const signInResponse = await browser.submit(await browser.get(findLink(homePage, 'Sign in')), credentials());

      expect([redirect.statusCode, redirect.headers.location]).toEqual([303, '/']);
      expect([redirect.headers['set-cookie']].flat()).toEqual([
        expect.stringMatching(/^session=; Max-Age=0/),
        expect.stringMatching(/^flash=Login%20is%20required%20to%20take%20this%20action\.:[\w.-]+; Max-Age=60/),
      ]);
      expect(homePage.statusCode).toBe(200);
      expect([signInResponse.statusCode, signInResponse.headers.location]).toEqual([303, url]);
    },
  );

  it('survive when the browser opens the sign-in by itself', async () => {
    const browser = openBrowserClient(testApp);
    await browser.get('/orders?status=Open');
    const signInResponse = await browser.submit(await browser.get('/login'), credentials());

    expect(signInResponse.headers.location).toBe('/orders?status=Open');
  });

  it('are kept by every sign-in and sign-up link of the welcome page', async () => {
    const browser = openBrowserClient(testApp);
    const homePage = await followRedirect(browser, '/orders?status=Open');
    const resume = `resume=${encodeURIComponent('/orders?status=Open')}`;

    const [aboveTheDirectory = ''] = homePage.body.split('id="answers"');
    expect([...aboveTheDirectory.matchAll(/href="(\/(?:login|sign-up)[^"]*)"/g)].map(([, href]) => href)).toEqual([
      `/login?${resume}`,
      `/login?${resume}`,
      `/sign-up?${resume}`,
      `/login?${resume}`,
    ]);
  });

  it('survive wrong passwords, with the email kept in its field', async () => {
    const browser = openBrowserClient(testApp);
    const homePage = await followRedirect(browser, '/orders?status=Open');
    const first = await browser.follow(
      await browser.submit(await browser.get(findLink(homePage, 'Sign in')), credentials('wrong')),
    );
    const second = await browser.follow(
      await browser.submit(first, { ...formsOf(first.body)[0]?.fields, password: 'wrong too' }),
    );
    const third = await browser.submit(second, { password: ada.password });

    for (const page of [first, second]) {
      expect(page.body).toContain('The email or the password is wrong.');
      expect(page.body).toContain(
        `name="username" type="email" value="${ada.email}" autocomplete="username" required>`,
      );
      expect(page.body).toContain('autocomplete="current-password" required autofocus aria-describedby="note">');
      expect(page.body).not.toContain('wrong too');
    }
    expect([third.statusCode, third.headers.location]).toEqual([303, '/orders?status=Open']);
  });

  it('escape the kept email and forget it with the page', async () => {
    const browser = openBrowserClient(testApp);
    const page = await browser.follow(
      await browser.submit(await browser.get('/login'), {
        username: '"><script>alert(1)</script>@example.test',
        password: 'x',
      }),
    );

    expect(page.body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.test"');
    expect((await browser.get('/login')).body).toContain('value="" autocomplete="username" required autofocus>');
  });

  it('survive the sign-up', async () => {
    const browser = openBrowserClient(testApp);
    const homePage = await followRedirect(browser, '/orders?status=Open');
    const form = await browser.get(findLink(homePage, 'Create an account'));
    const signUpResponse = await browser.submit(form, {
      first_name: 'New',
      last_name: 'Comer',
      email: 'new.user@example.test',
      password: 'correct horse battery',
    });

    expect([signUpResponse.statusCode, signUpResponse.headers.location]).toEqual([303, '/orders?status=Open']);
  });

  it.each(['//evil.example/x', '/%5c%5cevil.example', '/%2f/evil.example', '/.//evil.example', '/x/..//evil.example'])(
    'never lead to another site: %s',
    async (url) => {
      const browser = openBrowserClient(testApp);
      const redirect = await browser.get(url);
      const signInResponse = await browser.submit(await browser.get('/login'), credentials());
      const finalUrl = new URL(String(signInResponse.headers.location), testApp.config.baseUrl);

      expect([redirect.statusCode === 303 || redirect.statusCode === 404, finalUrl.origin]).toEqual([
        true,
        testApp.config.baseUrl,
      ]);
    },
  );

  it.each([
    ['a note that this service did not sign', 'flash=Login%20is%20required%20to%20take%20this%20action.:v1.L29yZGVycw'],
    ['a path in the open', 'flash=Login%20is%20required%20to%20take%20this%20action.:%2Forders'],
    ['another site', 'flash=Login%20is%20required%20to%20take%20this%20action.:https%3A%2F%2Fevil.example'],
  ])('believes %s in nothing', async (_what, cookie) => {
    const page = await testApp.request('GET', '/login', { accept: 'text/html', headers: { cookie } });

    expect(page.body).toContain('name="resume" value="/desk"');
  });

  it('are kept for pages only, not for changes, JSON or files', async () => {
    const csv = await testApp.request('GET', '/orders', { accept: 'text/csv' });
    const json = await testApp.request('GET', '/orders', { accept: 'application/json' });
    const form = await openBrowserClient(testApp).post('/users/me/password', { password: 'x' });

    for (const response of [csv, json, form])
      expect([response.headers['set-cookie']].flat().at(-1)).toMatch(
        /^flash=Login%20is%20required%20to%20take%20this%20action\.; Max-Age=60/,
      );
  });

  it('are not kept when the path is too long for a cookie', async () => {
    const browser = openBrowserClient(testApp);
    const redirect = await browser.get(`/orders?client_order_id=${'x'.repeat(5000)}`);
    const signInResponse = await browser.submit(await browser.get('/login'), credentials());

    expect([
      redirect.statusCode,
      String([redirect.headers['set-cookie']].flat().at(-1)).length < 4096,
      signInResponse.headers.location,
    ]).toEqual([303, true, '/desk']);
  });
});
