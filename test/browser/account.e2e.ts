import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { cookiesOf, type SentCookies } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults, markupFaults } from '../support/page-validators.js';
import { createKey, people, type Person } from '../support/people.js';
import { authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

/** The other displays are those of test/browser/states. */
const displays: Display[] = [{ colors: 'dark', width: 360 }];

describe('pages of the user’s profile', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  let ada: Person;
  let cookies: SentCookies;

  beforeAll(async () => {
    testApp = await openTestApp();
    browser = await openBrowser();
    home = await testApp.url();
    ada = await people.named(testApp, 'ada.with.a.rather.long.name.of.a.mailbox');
    const key = await createKey(testApp, (await people.bob(testApp)).id, {
      name: 'Bob’s Reports',
      redirectUris: [CALLBACK],
    });
    const client = openBrowserClient(testApp);
    await client.authorize(
      authorizeUrl({
        client_id: key.clientId,
        response_type: 'token',
        redirect_uri: CALLBACK,
        scope: 'openid email profile offline_access',
      }),
      ada,
    );
    cookies = cookiesOf(client);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(({ pathname }) => pathname !== '/login');
  };
  const enter = (path: string, display: Display): Promise<Window> => browser.open(home + path, { ...display, cookies });

  it.each(displays)('pass axe with a rejected form, $colors at $width pixels', async (display) => {
    const { page, close } = await enter('/profile/password', display);
    await page.getByLabel('Current password').fill('not the right one');
    await page.getByLabel('New password').fill('staple wrong tower');
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Change password' }).click();

    expect(await markupFaults(await (await answer).text())).toEqual([]);
    expect(await page.title()).toBe('Not accepted: Password – Kontor');
    await page.locator('#current_password:focus').waitFor(); // A page may be there before its first field has the focus.
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(display.width ?? 0);
    await close();
  });

  it('work without a script and without a mouse', async () => {
    const eve = await people.eve(testApp);
    const { page, close } = await browser.open(`${home}/profile/password`, { script: false });
    expect(page.url()).toBe(`${home}/`);
    await page.getByRole('status').getByRole('link', { name: 'Sign in' }).press('Enter');
    await page.waitForURL(`${home}/login?resume=${encodeURIComponent('/profile/password')}`);
    await page.locator('#username:focus').waitFor();
    await page.keyboard.type(eve.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(eve.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${home}/profile/password`);

    await page.getByLabel('Current password').focus();
    await page.keyboard.type(eve.password);
    await page.keyboard.press('Tab');
    await page.keyboard.type('staple wrong tower');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').innerText()).toContain('Your password is changed.');

    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').innerText()).toContain('You are signed out.');
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(3); // At the top, beside what is said, and as the first thing to do here.
    await close();
  });

  it('name the sign-in that each button ends for screen readers', async () => {
    const { page, close } = await browser.open(`${home}/login`);
    await signIn(page, ada);
    await page.goto(`${home}/profile/access`);

    expect(
      await page.getByRole('button', { name: 'End the sign-in of An unknown browser from 127.0.0.1' }).count(),
    ).toBe(1);
    await page.getByRole('button', { name: 'Withdraw the access of Bob’s Reports' }).click();
    expect(await page.getByRole('status').innerText()).toContain('The application has no access any more.');
    await close();
  });

  it('print without buttons', async () => {
    const { page, close } = await browser.open(`${home}/login`);
    await signIn(page, ada);
    await page.goto(`${home}/profile/access`);
    await page.emulateMedia({ media: 'print' });

    expect(await page.getByRole('button', { name: 'End all other sessions' }).isVisible()).toBe(false);
    expect(await page.getByText('Chrome on Linux').first().isVisible()).toBe(true);
    await close();
  });
});
