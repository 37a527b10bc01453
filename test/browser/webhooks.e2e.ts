import { type Browser, openBrowser, type Display } from '../support/browser.js';
import { people, type Person } from '../support/people.js';
import { signedIn } from '../support/signed-in.js';
import { type WebhookApp, openWebhookApp } from '../support/webhooks.js';

describe('webhook pages in a browser', () => {
  let hooks: WebhookApp;
  let browser: Browser;
  let home: string;
  beforeAll(async () => {
    hooks = await openWebhookApp();
    browser = await openBrowser();
    home = await hooks.testApp.url();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await hooks.close();
  });

  const enter = async (person: Person, path: string, display: Display) =>
    browser.open(home + path, { ...display, cookies: await signedIn(hooks.testApp, person) });

  it('register, test, change and remove a webhook without a script', async () => {
    const eve = await people.eve(hooks.testApp);
    const [hedge] = [await hooks.floor.account(eve), await hooks.floor.account(eve)];
    await hooks.testApp.request('PUT', `/accounts/${hedge}`, { as: hooks.floor.admin.token, body: { name: 'Hedge' } });
    const { page, complaints, close } = await enter(eve, '/profile', { script: false, width: 360 });
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'Register a webhook' }).click();
    const chosen = await page.locator('select#client_id').inputValue();
    await page.getByLabel('URL').fill('https://user:secret@example.org/');
    for (const type of ['Fill', 'Order accepted'])
      await page.getByRole('group', { name: 'Event types' }).getByLabel(type, { exact: true }).check();
    for (const box of await page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox').all())
      await box.check();
    await page.getByRole('button', { name: 'Register webhook' }).click();
    expect(await page.getByRole('main').innerText()).toContain('must not have a user or a password');
    expect([chosen, await page.locator('select#client_id').inputValue()]).toEqual([expect.stringMatching(/./), chosen]);

    await page.getByLabel('URL').fill(hooks.receiver.url);
    await page.getByRole('button', { name: 'Register webhook' }).click();
    expect(await page.getByRole('main').innerText()).toMatch(
      /Events\s+Order accepted, Fill\s+Accounts\s+A floor account, Hedge/,
    );
    await page.getByLabel('A floor account').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('main').innerText()).toMatch(/Accounts\s+Hedge\n/);
    hooks.receiver.answer();
    await page.getByRole('button', { name: 'Send a test' }).click();
    expect(await page.locator('body').innerText()).toContain('The test has arrived.');
    await page.getByRole('button', { name: 'Resend' }).click();
    expect(await page.locator('body').innerText()).toMatch(/Delivery \d+ is sent again/);
    await page.getByRole('link', { name: 'Back to the webhook' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    expect(await page.getByRole('main').innerText()).toContain('disabled');
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByLabel('Description').fill('Ledger');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Replace secret' }).click();
    expect(await page.getByRole('main').innerText()).toContain('signed with the old one as well');
    await page.getByRole('link', { name: 'Remove …' }).click();
    await page.getByRole('button', { name: 'Remove webhook' }).click();

    expect(await page.getByRole('main').innerText()).toContain('You have no webhooks yet.');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
