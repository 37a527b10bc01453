import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { authorizeUrl, openBrowserClient, type BrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';
const EVIL = `"'><img src=x onerror=alert(1)><script>alert(2)</script>&`;
const SHOWN = '&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(2)&lt;/script&gt;&amp;';

describe('user-provided text', () => {
  let testApp: TestApp;
  let ada: Person;
  let browser: BrowserClient;
  let clientId: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.named(testApp, 'ada', 'Admin');
    const bob = await people.bob(testApp);
    ({ clientId } = await createKey(testApp, bob.id, { name: EVIL, redirectUris: [CALLBACK] }));
    await testApp.request('POST', '/oauth/client', { as: ada.token, body: { name: EVIL } });
    await testApp.orm.em
      .fork()
      .execute(`update users set first_name = ?, last_name = ? where id = ?`, [EVIL, EVIL, ada.id]);
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());

  const createAuthorizeUrl = (more: Record<string, string> = {}) =>
    authorizeUrl({ client_id: clientId, response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', ...more });
  const evil = encodeURIComponent(EVIL);

  /** Pages on which it has to be read, as text; with a browser that is signed in, and with one that is not. */
  const readable: readonly (readonly [string, boolean, () => string])[] = [
    ['the name of an application, where one signs in', false, () => createAuthorizeUrl()],
    ['the name of an application, where one agrees', true, () => createAuthorizeUrl()],
    [
      'the name of an application, where one signs out',
      true,
      () => `/oauth/logout?client_id=${clientId}&id_token_hint=x`,
    ],
    ['the name of a person, on their own page', true, () => '/users/me'],
    ['the name of a person, in the list of all', true, () => '/users'],
    ['the name of a key, in the list of one’s own', true, () => '/oauth/client'],
    ['the email that an application expects', false, () => createAuthorizeUrl({ login_hint: EVIL })],
    [
      'a state, in the form that carries it',
      true,
      () => createAuthorizeUrl({ client_id: 'mine', response_mode: 'form_post', state: EVIL }),
    ],
  ];

  it.each(readable)('is shown as text: %s', async (_what, isSignedIn, url) => {
    const own = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
    const page = await (isSignedIn ? browser : openBrowserClient(testApp)).get(
      url().replace('client_id=mine', `client_id=${own.clientId}`),
    );

    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain(SHOWN);
    expect(page.body).not.toMatch(/<img src=x|<script>alert/);
  });

  const rejectedUrls: readonly (readonly [string, () => string])[] = [
    ['an address that is none', () => `/${evil}`],
    ['an id that is none', () => `/users/${evil}`],
    ['an unknown parameter', () => `/users?${evil}=${evil}`],
    ['a parameter that is wrong', () => `/audit?action=${evil}`],
    ['an application that is none', () => createAuthorizeUrl({ client_id: EVIL })],
    ['an address to go back to', () => createAuthorizeUrl({ redirect_uri: `https://evil.example/${EVIL}` })],
    ['an application to sign out of', () => `/oauth/logout?client_id=${evil}`],
    ['a place to go on', () => `/login?resume=${evil}`],
    ['the error of a page', () => `/docs/errors?${evil}`],
  ];

  it.each(rejectedUrls)('is shown as text on error pages: %s', async (_what, url) => {
    for (const client of [browser, openBrowserClient(testApp)]) {
      const page = await client.get(url());

      expect(page.body).not.toMatch(/<img src=x|<script>alert/);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it('is escaped in response headers', async () => {
    const page = await browser.get(createAuthorizeUrl({ state: `${EVIL}\r\nx-evil: 1`, scope: EVIL }));

    expect(page.headers['x-evil']).toBeUndefined();
    expect(String(page.headers.location)).not.toMatch(/[<>"\r\n]/);
  });
});
