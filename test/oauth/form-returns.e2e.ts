import { type BrowserClient, formsOf, openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

/** A form is sent after the session has ended: the sign-in leads back to the page that the form stood on. */
describe('forms sent without a session', () => {
  let testApp: TestApp;
  let ada: Person;
  let home: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    home = testApp.config.baseUrl;
  });
  afterAll(() => testApp.close());

  type Headers = Readonly<Record<string, string>>;
  const openEndedSession = async (): Promise<Readonly<{ browser: BrowserClient; formToken: string }>> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const formToken = formsOf((await browser.get('/alerts')).body)[0]?.fields['form_token'] ?? '';
    const cookies = new Map(browser.cookies);
    await browser.post('/logout', { form_token: formToken });
    for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
    return { browser, formToken };
  };
  const sendAlert = async (headers: Headers, fields: Headers = {}) => {
    const { browser, formToken } = await openEndedSession();
    const redirect = await browser.post('/alerts/new', { form_token: formToken, symbol: 'X', ...fields }, headers);
    return { browser, redirect };
  };
  const signInAgain = async (browser: BrowserClient, signInUrl: string): Promise<unknown> => {
    const response = await browser.submit(await browser.get(signInUrl), {
      username: ada.email,
      password: ada.password,
    });
    return response.headers.location;
  };

  it.each([
    ['the page with the form', () => `${home}/alerts?instrument_id=1`, '/alerts?instrument_id=1'],
    ['another page of this service', () => `${home}/desk/1?panels=x`, '/desk/1?panels=x'],
    ['a rejected form, whose address has no page', () => `${home}/alerts/new`, '/alerts'],
    ['an address without a page', () => `${home}/nowhere/at-all`, '/alerts'],
    ['the welcome page', () => `${home}/`, '/alerts'],
    ['another site', () => 'https://evil.example/alerts?instrument_id=1', '/alerts'],
    ['a site whose name begins the same', () => `${home}.evil.example/desk`, '/alerts'],
    ['a name before an @', () => `${home}@evil.example/desk`, '/alerts'],
    ['two slashes', () => `${home}//evil.example/desk`, '/alerts'],
    ['a backslash', () => `${home}/\\evil.example/desk`, '/alerts'],
    ['an encoded backslash', () => `${home}/%5cevil.example/desk`, '/alerts'],
    ['another scheme', () => 'javascript:alert(1)//', '/alerts'],
    ['no address', () => 'x', '/alerts'],
    ['a page too long for a cookie', () => `${home}/alerts?x=${'x'.repeat(3000)}`, '/alerts'],
  ])('lead back from %s', async (_what, getReferer, location) => {
    const { browser, redirect } = await sendAlert({ referer: getReferer() });
    const homePage = await browser.follow(redirect);

    expect([redirect.statusCode, redirect.headers.location]).toEqual([303, '/']);
    const signInUrl = `/login?resume=${encodeURIComponent(location)}`;
    expect(homePage.body).toContain(`<a href="${signInUrl}">Sign in</a>`);
    expect(await signInAgain(browser, signInUrl)).toBe(location);
  });

  it('lead to the nearest page above their address without a referrer', async () => {
    const { browser } = await sendAlert({});

    expect(await signInAgain(browser, '/login')).toBe('/alerts');
  });

  it.each<[string, Headers, Headers]>([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['a page of a sibling site', { 'sec-fetch-site': 'same-site' }, {}],
    ['a program with a token', { authorization: 'Bearer x' }, {}],
    ['a program that reads JSON', { accept: 'application/json' }, {}],
    ['a program that accepts anything', { accept: '*/*' }, {}],
    ['a form without the field of this service', {}, { form_token: '' }],
  ])('keep nothing for %s', async (_what, headers, fields) => {
    const { redirect } = await sendAlert({ referer: `${home}/alerts`, ...headers }, fields);

    expect(String(redirect.headers['set-cookie'])).not.toMatch(/flash=[^;]*:/);
  });

  it('come with a referrer, because pages of a signed-in user send one to this service only', async () => {
    const { browser } = await openEndedSession();
    const signInPage = await browser.get('/login');
    await browser.signIn(ada);

    expect((await browser.get('/alerts')).headers['referrer-policy']).toBe('same-origin');
    expect((await browser.get('/alerts', { accept: 'application/json' })).headers['referrer-policy']).toBe(
      'no-referrer',
    );
    expect(signInPage.headers['referrer-policy']).toBe('no-referrer');
  });
});
