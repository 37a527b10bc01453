import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import type { Display, Window } from '../support/browser.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { volume } from '../support/volume.js';

type Credentials = Pick<Person, 'email' | 'password'>;

const ways: readonly (readonly [string, Display])[] = [
  ['with scripts', {}],
  ['without, on a small screen', { script: false, width: 360 }],
];

/** Each task is done in one of the ways at every change, and in both by `npm run test:ci`; single steps are tested in both by other files. */
const [orderWays, officeWays] = volume({
  daily: [ways.slice(0, 1), ways.slice(1)],
  ci: [ways, ways],
  long: [ways, ways],
});

/** What people come for, from the first page to the last, as they would do it: by what they read. */
describe('whole tasks of a user in a browser', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [bob, admin] = [{} as Person, {} as Person];
  let bobs = 0;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [bob, admin] = [await people.bob(app.testApp), await people.admin(app.testApp)];
    bobs = await floor.account(bob);
  }, 60_000);
  afterAll(() => app.close());

  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('main').getByRole('button', { name, exact: true }).click();
  /** On a narrow screen some links of the head are in its menu. */
  const follow = async (page: Page, name: string, where: 'main' | 'banner' = 'main'): Promise<void> => {
    const link = page.getByRole(where).getByRole('link', { name, exact: true });
    const menu = page.locator('.menu > summary');
    if (where === 'banner' && (await menu.isVisible()) && !(await link.isVisible())) await menu.click();
    await link.click();
  };
  const said = (page: Page): Promise<string> => page.locator('.flash').innerText();
  const sells = (quantity: number, price: number) =>
    floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity, limit_price: price }));

  async function signUp(display: Display, email: string): Promise<Window> {
    const window = await app.browser.open(app.home, display);
    const { page } = window;
    await page.goto(`${app.home}/sign-up`);
    for (const [label, text] of [
      ['First name', 'Nora'],
      ['Last name', 'Newcomer'],
      ['Email', email],
      ['Password', PASSWORD],
    ] as const)
      await page.getByLabel(label).fill(text);
    await press(page, 'Create account');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    return window;
  }

  async function signIn({ email, password }: Credentials, display: Display): Promise<Window> {
    const window = await app.browser.open(`${app.home}/login`, display);
    await window.page.getByLabel('Email').fill(email);
    await window.page.getByLabel('Password').fill(password);
    await press(window.page, 'Sign in');
    await window.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    return window;
  }

  /** For tasks that begin after the sign-in. */
  const enter = async (person: Person, path: string, display: Display): Promise<Window> =>
    app.enter(person, path, display);

  /** From the list of orders to a new one. */
  async function order(page: Page, quantity: string, price: string): Promise<void> {
    await follow(page, 'Orders', 'banner');
    await follow(page, 'New order');
    await page.getByRole('main').getByRole('link', { name: /FLOOR/ }).first().click();
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill(quantity);
    await page.getByLabel('Limit price', { exact: true }).fill(price);
    await page.getByLabel('Time in force').selectOption('GTC');
    await page.locator('[data-send]').click();
    await page.waitForURL(/\/orders\/\d+$/);
  }

  it('inserts new and immediately filled orders into an open list, and hides the text for an empty list', async () => {
    const eve = await people.eve(app.testApp);
    const market = {
      action_type: 'MarketOrderSub',
      acct_id: await floor.account(eve),
      instrument_id: floor.instrumentId,
      side: 'Buy',
      quantity: 1,
      time_in_force: 'IOC',
    };
    await sells(2, 6630);
    const { page, complaints, close } = await enter(eve, '/orders', {});
    await hasOpenStream(page);
    await page.getByText('No orders yet.').waitFor();
    await floor.order(eve.token, market);
    await page.locator('tbody tr').nth(0).waitFor();
    await page.getByText('No orders yet.').waitFor({ state: 'detached' });
    await floor.order(eve.token, market);
    await page.locator('tbody tr').nth(1).waitFor();

    expect(await page.locator('tbody .badge').allTextContents()).toEqual(['filled', 'filled']);
    expect(complaints.filter((one) => one !== `failed: ${app.home}/events`)).toEqual([]);
    await close();
  }, 60_000);

  it.each(orderWays)(
    'signs up, places, modifies and cancels an order, sees another filled in two windows, and reads the history, %s',
    async (how, display) => {
      const email = `nora.${how.length}@example.test`;
      const { page, complaints, close } = await signUp(display, email);
      expect(await page.getByRole('main').innerText()).toContain('1,000,000.00');

      await order(page, '5', '6650');
      expect(await said(page)).toMatch(/is open: it buys 5 FLOOR at 6650\.00 or below\.$/);
      await follow(page, 'Modify');
      await page.getByLabel('Quantity').fill('7');
      await page.getByLabel('Limit price').fill('6655.25');
      await press(page, 'Modify order');
      await page
        .getByText(/it now buys 7 FLOOR at 6655\.25 or below/)
        .first()
        .waitFor();
      await press(page, 'Cancel order');
      await page
        .getByText(/is canceled/)
        .first()
        .waitFor();
      expect(await page.locator('.timeline strong').allInnerTexts()).toEqual(['Accepted', 'Modified', 'Canceled']);

      await order(page, '4', '6660.5');
      const id = /\d+$/.exec(page.url())?.[0] ?? '';
      const other = await signIn({ email, password: PASSWORD }, display);
      await other.page.goto(`${app.home}/orders`);
      const row = other.page.locator(`#o${id}`);
      await row.getByText('open', { exact: true }).waitFor();
      if (display.script !== false) await Promise.all([hasOpenStream(page), hasOpenStream(other.page)]);
      await sells(4, 6660.5);
      if (display.script === false) await Promise.all([page.reload(), other.page.reload()]);
      await Promise.all([page.getByText('Bought 4 at 6660.50').first().waitFor(), row.getByText('Filled').waitFor()]);
      expect(await page.locator('.timeline strong').allInnerTexts()).toEqual([
        'Accepted',
        expect.stringContaining('Bought 4 at 6660.50'),
      ]);

      await follow(page, 'Positions', 'banner');
      expect(await page.getByRole('main').innerText()).toMatch(/FLOOR[\s\S]*\b4\b/);
      expect([...complaints, ...other.complaints]).toEqual([]);
      await other.close();
      await close();
    },
    90_000,
  );

  it.each(officeWays)(
    'acts for a customer under a banner, uploads statements, and resolves the break, %s',
    async (_how, display) => {
      const customer = await people.named(app.testApp, `carla${display.width ?? ''}`);
      const acctId = await floor.account(customer);
      const { page, complaints, close } = await enter(admin, '/desk', display);
      await follow(page, 'Administration', 'banner');
      await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).first().click();
      await page.getByLabel('Email or name').fill(customer.email);
      await press(page, 'Search');
      await follow(page, customer.email);
      await press(page, `Act for ${customer.email}`);
      const banner = page.getByRole('complementary', { name: 'Acting for a customer' });
      expect(await banner.innerText()).toContain(`You are acting for ${customer.email}.`);
      await order(page, '3', '6640');
      expect(await banner.isVisible()).toBe(true);
      expect(await said(page)).toMatch(/it buys 3 FLOOR at 6640/);
      await sells(3, 6640);
      await banner.getByRole('button', { name: 'Stop acting' }).click();
      await banner.waitFor({ state: 'detached' });

      await upload(page, acctId);
      await page.getByText('FLOOR').first().waitFor();
      expect(await statements(acctId)).toHaveLength(0);
      await page.getByRole('button', { name: /^Import/ }).click();
      await page.getByText('1 opened').waitFor();
      await page.goto(`${app.home}/reconciliation/breaks?status=Open&acct_id=${acctId}`);
      await page.locator('#list tbody a').first().click();
      await page.getByText('Use our books').click();
      await page.getByRole('button', { name: /^Import/ }).click();
      await page.getByText('1 closed').waitFor();
      expect(await floor.read(admin.token, `/reconciliation/breaks?acct_id=${acctId}`)).toMatchObject([
        { status: 'Closed', difference: 0 },
      ]);

      await follow(page, 'Administration', 'banner');
      await page.getByRole('main').getByRole('link', { name: 'Audit log', exact: true }).first().click();
      expect(await page.getByRole('main').innerText()).toContain(customer.email);
      expect(complaints).toEqual([]);
      await close();
    },
    90_000,
  );

  const statements = (acctId: number) => floor.read<readonly object[]>(admin.token, `/refpositions?acct_id=${acctId}`);

  async function upload(page: Page, acctId: number): Promise<void> {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const table = `acct_id,as_of,symbol,quantity,price\r\n${acctId},${yesterday},FLOOR,5,6640\r\n`;
    await page.goto(`${app.home}/accounts/statements/upload`);
    await page.setInputFiles('#file', { name: 'positions.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByRole('button', { name: 'Preview changes' }).click();
  }
});

const PASSWORD = 'correct horse battery staple';
