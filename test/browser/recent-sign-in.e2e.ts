import { openApplication } from './application.js';
import { type Browser, openBrowser, type Display } from '../support/browser.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { authorizeUrl } from '../support/browser-client.js';

const NEXT = 'seven bridges over it';

describe('pages that ask for a password, in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let application: Awaited<ReturnType<typeof openApplication>>;
  let home: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    application = await openApplication();
    browser = await openBrowser();
    home = await testApp.url();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await application.close();
    await testApp.close();
  });

  const execute = (sql: string, values: unknown[]) => testApp.orm.em.fork().execute(sql, values);
  const open = async (person: Person, url: string, display: Display) => {
    const window = await browser.open(url, display);
    await window.page.getByLabel('Email').fill(person.email);
    await window.page.getByLabel('Password').fill(person.password);
    await window.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    return window;
  };

  it.each<[string, Display]>([
    ['with scripts', {}],
    ['without', { script: false, width: 360 }],
  ])('makes a key with all of its redirect addresses after the password is confirmed, %s', async (how, display) => {
    const ada = await people.named(testApp, `ada-${how.replace(' ', '-')}`);
    const { page, close } = await open(ada, `${home}/login`, display);
    await page.waitForURL(`${home}/desk`);
    await execute(`update sessions set auth_time = now() - interval '16 minutes' where user_id = ?`, [ada.id]);
    await page.goto(`${home}/profile/new-key`);
    await page.getByLabel('Name of the application').fill('Robot “1” & co');
    await page.getByLabel(/^Redirect URIs(?! after)/).fill('https://one.example/cb\nhttps://two.example/cb');
    await page.getByRole('button', { name: 'Create key' }).click();

    await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
    await page.getByLabel('Your password').fill('a guess');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The current password is missing or wrong.').waitFor();
    await page.getByLabel('Your password').fill(ada.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').waitFor();

    expect(await page.getByRole('status').textContent()).toContain('The key “Robot “1” & co” is made.');
    expect((await testApp.request('GET', '/oauth/client', { as: ada.token })).json()).toContainEqual(
      expect.objectContaining({
        name: 'Robot “1” & co',
        redirect_uris: ['https://one.example/cb', 'https://two.example/cb'],
      }),
    );
    await close();
  });

  it.each<[string, Display]>([
    ['with scripts', {}],
    ['without', { script: false, width: 360 }],
  ])('goes on to the application after a password that must be changed is changed, %s', async (how, display) => {
    const bob = await people.named(testApp, `bob-${how.replace(' ', '-')}`);
    await execute('update users set password_must_change = true where id = ?', [bob.id]);
    const key = await createKey(testApp, bob.id, { redirectUris: [application.callback] });
    const { page, complaints, close } = await open(
      bob,
      home +
        authorizeUrl({
          client_id: key.clientId,
          response_type: 'code',
          redirect_uri: application.callback,
          scope: 'openid',
          state: 's',
        }),
      display,
    );

    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await page.getByLabel('Current password').fill(bob.password);
    await page.getByLabel('New password').fill(NEXT);
    await page.getByRole('button', { name: 'Change password and sign in' }).click();
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();

    expect(application.arrivals.at(-1)?.url).toMatch(/^\/cb\?code=kac_[\w-]+&state=s/);
    expect(complaints.filter((complaint) => !complaint.includes(application.origin))).toEqual([]);
    await close();
  });
});
