import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Display } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults } from '../support/page-validators.js';
import { createKey, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

/** The other displays are those of test/browser/states. */
const displays: Display[] = [{ colors: 'dark', width: 360 }];

describe('GET /profile in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    browser = await openBrowser();
    home = await testApp.url();
    ada = await people.ada(testApp);
    await createKey(testApp, ada.id, {
      name: 'Trading desk',
      redirectUris: ['https://desk.example.test/callback'],
      previousSecretDigest: 'x',
      previousSecretExpiresAt: new Date(Date.now() + 7_200_000),
    });
    await createKey(testApp, ada.id, { name: 'Trading desk' });
    await createKey(testApp, ada.id, {
      name: 'A telephone',
      tokenEndpointAuthMethod: 'none',
      grantTypes: ['authorization_code', 'refresh_token'],
    });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (person: Person, display: Display = {}) => {
    const window = await browser.open(`${home}/profile`, { ...display, cookies: await signedIn(testApp, person) });
    return window;
  };
  const card = (page: Page, name: string) =>
    page.getByRole('region').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const faultsOf = async (page: Page, width = 0) => {
    const isTooWide = (await page.evaluate(() => document.documentElement.scrollWidth)) > width;
    return [...(await accessibilityFaults(page)), ...(isTooWide ? [`wider than ${width}`] : [])];
  };
  const signIn = async (person: Person, clientId: string, clientSecret: string) =>
    postToken(testApp, { form: passwordForm(person), authorization: basic({ clientId, clientSecret }) });

  it.each(displays)(
    'passes axe with a rejected form, $colors at $width pixels',
    async (display) => {
      const { page, complaints, close } = await enter(ada, display);

      const desks = await Promise.all(
        (await card(page, 'Trading desk').all()).map(async (desk) => [
          await desk.getAttribute('id'),
          (await desk.ariaSnapshot()).split('\n')[0],
        ]),
      );
      expect(desks).toEqual(desks.map(([id]) => [id, `- region "Trading desk ${String(id).replace('key-', '')}":`]));
      expect(new Set(desks.map(([, name]) => name)).size).toBe(2);
      await page.goto(`${home}/profile/new-key`);
      await page.getByLabel('Redirect URIs').fill('not an address');
      await page.getByLabel('Name of the application').fill('x');
      await page.getByRole('button', { name: 'Create key' }).click();
      expect(await page.title()).toBe('Not accepted: Create a key – Kontor');
      expect(await faultsOf(page, display.width)).toEqual([]);
      await page.locator('#redirect_uris:focus').waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  it.each<[string, Display]>([
    ['with scripts', {}],
    ['without', { script: false, width: 360 }],
  ])(
    'creates, changes, uses and removes a key, %s',
    async (how, display) => {
      const eve = await people.named(testApp, how.replace(' ', '-'));
      const { page, complaints, close } = await enter(eve, display);
      await page.getByRole('link', { name: 'Create a key' }).click();
      await page.getByLabel('Name of the application').fill('Robot <1>');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('status').waitFor();
      expect(await page.getByRole('status').innerText()).toContain('The key “Robot <1>” is made.');

      const secret = await read(page, 'Robot <1>', 'Secret', display);
      const clientId = await read(page, 'Robot <1>', 'Client id', display);
      const { access_token: token } = (await signIn(eve, clientId, secret)).json<{ access_token: string }>();
      expect((await testApp.request('GET', '/users/me', { as: token })).statusCode).toBe(200);

      await page.getByRole('link', { name: 'Change Robot <1>' }).click();
      await page.getByLabel('Name of the application').fill('Robot 2');
      await page
        .getByLabel(/^Redirect URIs(?! after)/)
        .fill('https://robot.example.test/callback\nhttp://127.0.0.1/callback');
      await page.getByRole('button', { name: 'Save' }).click();
      await card(page, 'Robot 2').getByText('Permissions').click();
      expect(await card(page, 'Robot 2').getByRole('listitem').allInnerTexts()).toEqual([
        'https://robot.example.test/callback',
        'http://127.0.0.1/callback',
      ]);

      await page.getByRole('link', { name: 'Change Robot 2' }).click();
      await page.getByLabel('Old secret remains valid').selectOption('for an hour');
      await page.getByRole('button', { name: 'Replace secret' }).click();
      await card(page, 'Robot 2').getByText('The old secret works until').waitFor();
      const next = await read(page, 'Robot 2', 'Secret', display);
      const statuses = [await signIn(eve, clientId, secret), await signIn(eve, clientId, next)].map(
        ({ statusCode }) => statusCode,
      );
      expect([next === secret, statuses]).toEqual([false, [200, 200]]);

      await page.getByRole('link', { name: 'Change Robot 2' }).click();
      await page.getByRole('link', { name: 'Remove …' }).click();
      await page.getByRole('button', { name: 'Remove key' }).click();
      await page.getByRole('status').waitFor();
      expect(await card(page, 'Robot 2').count()).toBe(0);
      expect((await testApp.request('GET', '/users/me', { as: token })).statusCode).toBe(303);
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  /** With a script there is a button that copies, also what is folded away; without one a person unfolds and reads. */
  async function read(
    page: Page,
    name: string,
    what: 'Secret' | 'Client id',
    { script = true }: Display,
  ): Promise<string> {
    const button = card(page, name)
      .locator('dl .copier')
      .nth(what === 'Secret' ? 1 : 0);
    if (!script) {
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
      if (what === 'Secret') await card(page, name).getByText('Show', { exact: true }).click();
      return card(page, name)
        .locator('dd:has(.copy)')
        .nth(what === 'Secret' ? 1 : 0)
        .locator('.copy')
        .innerText();
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    expect(await button.getAttribute('aria-label')).toBe(`Copy ${what.toLowerCase()}`);
    // It says so for two seconds only.
    await Promise.all([button.and(page.getByText('Copied')).waitFor(), button.click()]);
    if (what === 'Secret') expect(await card(page, name).locator('.secret .copy').isVisible()).toBe(false);
    return page.evaluate(() => navigator.clipboard.readText());
  }

  it('stays usable with fifty keys on a phone', async () => {
    const joe = await people.named(testApp, 'joe');
    for (let number = 2; number <= 50; number++)
      await createKey(testApp, joe.id, { name: `Application number ${number} of a person with a great many of them` });
    const { page, complaints, close } = await enter(joe, { width: 360, colors: 'dark' });

    expect(await page.getByRole('region').count()).toBe(50);
    expect(await faultsOf(page, 360)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight / 50)).toBeLessThan(345);
    expect((await page.locator('.key > header .button').first().boundingBox())?.height).toBeLessThan(46);
    await page.getByText('All 50 keys by name').click();
    await page.locator('.index').getByRole('link', { name: 'Application number 37' }).click();
    expect(await page.locator(':target').innerText()).toContain('Application number 37');
    expect(await page.locator(':target').evaluate((section) => section.getBoundingClientRect().top)).toBeLessThan(100);
    expect(await page.getByText('the maximum').count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('works without a mouse', async () => {
    const { page, close } = await enter(ada);
    const focus = (name: string) => page.getByRole('link', { name, exact: true }).focus();

    await focus('Create a key');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the application').focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByLabel('An application in a browser or on a device').isChecked()).toBe(true);
    await page.getByLabel('Name of the application').press('Enter');
    await page.getByRole('status').waitFor();
    expect(await card(page, 'By keyboard').innerText()).toContain('none (public key)');
    await close();
  });
});
