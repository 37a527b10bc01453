import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults, markupFaults } from '../support/page-validators.js';
import { issueToken, people, type Person } from '../support/people.js';

/** What administrators do in the browser, as they do it. */
describe('administration pages in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  let admin: Person;
  let ada: Person;

  beforeAll(async () => {
    testApp = await openTestApp();
    browser = await openBrowser();
    home = await testApp.url();
    [admin, ada] = [
      await people.admin(testApp),
      await people.named(testApp, 'ada.with.a.rather.long.name.of.a.mailbox'),
    ];
    await people.crowd(testApp, 1000);
    const token = await issueToken(testApp, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId });
    await testApp.request('POST', '/oauth/client', { as: token, body: { name: 'On behalf' } });
    await testApp.request('POST', '/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: {
        grant_type: 'password',
        client_id: ada.key.clientId,
        client_secret: ada.key.clientSecret,
        username: ada.email,
        password: 'wrong',
      },
    });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (person: Person, path: string, display: Display = {}): Promise<Window> =>
    browser.open(home + path, { ...display, cookies: await signedIn(testApp, person) });
  const faults = async (page: Page): Promise<string[]> => [
    ...(await accessibilityFaults(page)),
    ...(await markupFaults(await (await page.request.get(page.url())).text())),
  ];
  const actFor = async (page: Page, customer: Person): Promise<void> => {
    await page.goto(`${home}/users/${customer.id}`);
    await page.getByRole('button', { name: `Act for ${customer.email}` }).click();
    await page.getByRole('button', { name: 'Stop acting' }).waitFor();
    expect(page.url()).toBe(`${home}/desk`);
    await page.goto(`${home}/profile`);
  };

  it('show one hundred of a thousand users per page, and all of them on request', async () => {
    const { page, close } = await enter(admin, '/users', { script: false });

    expect(await page.locator('tbody tr').count()).toBe(100);
    await page.getByRole('link', { name: 'Next page' }).click();
    expect(await page.locator('tbody tr').count()).toBe(100);
    await page.goto(`${home}/users?per_page=1000`);
    expect(await page.locator('tbody tr').count()).toBe(1000);
    expect(await markupFaults(await (await page.request.get(page.url())).text())).toEqual([]);
    await close();
  }, 60_000);

  it.each<[string, Display]>([
    ['with scripts', {}],
    ['without', { script: false }],
  ])(
    'let an administrator find a customer, act, create a key, stop, and read it all in the audit log, %s',
    async (_how, display) => {
      const { page, complaints, close } = await enter(admin, '/desk', display);
      await page.getByRole('link', { name: 'Administration', exact: true }).click();
      await page.getByRole('link', { name: 'Users', exact: true }).first().click();
      await page.getByLabel('Email or name').fill('LONG.name');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: ada.email }).click();
      await page.getByRole('button', { name: `Act for ${ada.email}` }).click();
      const banner = page.getByRole('complementary', { name: 'Acting for a customer' });
      expect(await banner.innerText()).toContain(`You are acting for ${ada.email}.`);
      expect(await page.title()).toContain('(acting)');
      expect(await page.getByRole('link', { name: 'Administration', exact: true }).count()).toBe(0);

      const token = await page.locator('.acting input[name=form_token]').getAttribute('value');
      const made = await page.request.post(`${home}/oauth/client`, {
        headers: { accept: 'text/html' },
        form: { name: 'By hand', form_token: token ?? '' },
      });
      expect(made.status()).toBe(200);
      await page.goto(`${home}/docs`);
      await page.evaluate('window.scrollTo(0, 600)');
      expect((await banner.boundingBox())?.y).toBeLessThan(5);
      await banner.getByRole('button', { name: 'Stop acting' }).click();
      expect(await page.getByRole('status').innerText()).toContain(`You no longer act for ${ada.email}.`);
      expect(await banner.count()).toBe(0);

      await page.getByRole('link', { name: 'What was done as this user' }).click();
      const log = (await page.locator('.log > li p').allInnerTexts()).slice(0, 3);
      expect(log.map((entry) => entry.replace(/ key \w{20}$/, ''))).toEqual(
        ['stopped acting', 'created an API key', 'started acting'].map(
          (what) => `${admin.email} acted for ${ada.email}: ${what} on behalf`,
        ),
      );
      await page.locator('.log summary').first().click();
      expect(await page.locator('.log details[open]').first().innerText()).toContain('acting.ended');
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  it('disable an account after a confirmation, and enable it again', async () => {
    const bob = await people.bob(testApp);
    const { page, close } = await enter(admin, `/users/${bob.id}`, { script: false });

    expect(await page.getByRole('button', { name: `Disable ${bob.email}` }).isVisible()).toBe(false);
    await page.getByText('Disable this user …').focus();
    await page.keyboard.press('Enter');
    expect(await page.getByText('They have no working orders.').isVisible()).toBe(true);
    await page.getByRole('button', { name: `Disable ${bob.email}` }).click();
    expect(await page.getByRole('status').innerText()).toContain(
      `${bob.email} is disabled and signed out everywhere. Their working orders stay.`,
    );
    expect(page.url()).toBe(`${home}/users/${bob.id}`);
    await page.reload();
    await page.getByRole('button', { name: `Enable ${bob.email}` }).click();
    expect(await page.getByRole('status').innerText()).toContain('is enabled: signing in works again');
    await close();
  });

  it('show the acting banner in forced colors and in print', async () => {
    const { page, close } = await enter(admin, `/users/${ada.id}`, { forcedColours: true, width: 360 });
    await actFor(page, ada);

    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.locator('.acting').isVisible()).toBe(true);
    expect((await page.locator('.acting').boundingBox())?.height).toBeLessThan(90);
    expect(await page.locator('.acting strong').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.acting p').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Stop acting' }).isVisible()).toBe(false);
    await close();
  });

  it('show a customer their own log, with the name but not the email of the administrator', async () => {
    const { page, close } = await enter(ada, '/audit');

    const log = await page.locator('.log').innerText();
    expect(log).toContain(`admin Example (administrator) acted for ${ada.email}`);
    expect(log).not.toContain(admin.email);
    expect(await page.getByLabel('By user').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Activity' }).getAttribute('aria-current')).toBe('page');
    expect(await faults(page)).toEqual([]);
    await close();
  });
});
