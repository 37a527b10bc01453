import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import type { Person } from '../support/people.js';

describe('accounts in Chromium', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: Browser;
  let home: string;
  let date: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    [browser, home] = [await openBrowser(), await testApp.url()];
    date = daysAfter(await desk.sessionDate(), -1);
    for (let n = 1; n <= 5; n++)
      await desk.money(desk.adas, [daysAfter(date, -n), 1_000_000 - n, 1_000_500.25 + n * 10]);
    await desk.money(desk.adas, [daysAfter(date, -2), 999_999, 1_000_400]);
    await desk.trade(2, 6712.25);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (person: Person, display: Display = {}): Promise<Window> =>
    browser.open(`${home}/desk`, { ...display, cookies: await signedIn(testApp, person) });

  const positions = (acctId: number, quantity: number) => ({
    name: 'positions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`acct_id,as_of,symbol,quantity,price\r\n${acctId},${date},DESK,${quantity},6700.25\r\n`),
  });

  async function upload(page: Page, acctId: number, quantity: number): Promise<void> {
    await page.goto(`${home}/accounts/statements/upload`);
    await page.setInputFiles('#file', positions(acctId, quantity));
    await page.click('text=Preview changes');
  }

  it.each([true, false])(
    'lets an administrator upload positions after a preview and resolve the break that opens (script: %s)',
    async (script) => {
      const acctId = await desk.account(desk.ada);
      const { page, complaints, close } = await enter(desk.admin, { script });
      await upload(page, acctId, 4);

      expect(await page.innerText('main')).toContain('+4: break');
      expect(await page.locator('#note').count()).toBe(0);
      expect(await desk.read(`/refpositions?acct_id=${acctId}`)).toEqual([]);
      await page.click('main button:has-text("Import")');
      expect(await page.innerText('main')).toContain('1 opened');

      await page.goto(`${home}/reconciliation/breaks?status=Open&acct_id=${acctId}`);
      await page.click('#list tbody a');
      expect(await page.innerText('#sides')).toMatch(/Back office\s+4[\s\S]*\+4[\s\S]*Our books\s+0/);
      await page.click('text=Use our books');
      await page.waitForURL(/uploads\/\d+\?break_id=\d+$/);
      expect(await page.innerText('main')).toContain('agrees');
      await page.fill('#note', 'The list had a trade of the day after.');
      await page.click('main button:has-text("Import")');
      expect(await page.innerText('main')).toContain('1 closed');
      const [resolved] = await desk.read<{ id: number }[]>(`/reconciliation/breaks?acct_id=${acctId}`);
      expect(resolved).toMatchObject({
        status: 'Closed',
        difference: 0,
        note: { text: 'The list had a trade of the day after.', user_id: desk.admin.id },
      });
      await page.goto(`${home}/reconciliation/breaks/${resolved?.id}`);
      expect(await page.innerText('.reasons')).toMatch(
        /The list had a trade of the day after\.\s+\S+@\S+, .* with list \d+/,
      );
      expect(await page.innerText('.verdict')).toContain(
        'Both sides agree: no position in DESK. No action needed. Before, the back office had 4 more (4 long there, none here).',
      );
      await page.fill('#text', 'Sent to the back office.');
      await page.click('button:has-text("Add note")');
      expect(await page.innerText('.flash')).toContain('Note added.');
      expect(await page.locator('.notes > li').allInnerTexts()).toHaveLength(2);
      expect(complaints.filter((one) => !one.startsWith('failed:'))).toEqual([]);
      await close();
    },
  );

  it('lets an administrator open, limit and share an account, and shows each error at its field', async () => {
    const { page, close } = await enter(desk.admin, { script: false });
    await page.goto(`${home}/accounts/new?owner_id=${desk.ada.id}`);
    await page.fill('#name', 'The desk');
    await page.fill('#currency', 'dollars');
    await page.click('main button:has-text("Open account")');
    expect(await page.innerText('#currency-fault')).toContain('three-letter');
    await page.fill('#currency', 'USD');
    await page.fill('[name="limits.max_position"]', '50');
    await page.click('main button:has-text("Open account")');
    expect(await page.innerText('.flash')).toContain('“The desk” opened');

    await page.click('summary:has-text("Edit name and limits")');
    await page.fill('[name="limits.max_position"]', '');
    await page.fill('[name="limits.max_daily_loss"]', '25000.50');
    await page.click('main button:has-text("Save changes")');
    const [id] = /\d+$/.exec(new URL(page.url()).pathname) ?? [];
    expect((await desk.read<{ limits: object }>(`/accounts/${id}`)).limits).toMatchObject({
      max_position: null,
      max_daily_loss: 25_000.5,
    });

    await page.click('text=Manage access');
    await page.click('text=Select a user');
    await page.fill('#q', desk.bob.email);
    await page.click('button:has-text("Search")');
    await page.click('main td a:has-text("Select")');
    expect(await page.innerText('.chosen')).toContain(desk.bob.email);
    await page.selectOption('#access', 'Trade');
    await page.click('main button:has-text("Grant access")');
    expect(await desk.read(`/accounts/${id}/grants`)).toMatchObject([{ user_id: desk.bob.id, access: 'Trade' }]);
    await page.click('main button:has-text("Revoke access")');
    expect(await desk.read(`/accounts/${id}/grants`)).toEqual([]);
    await close();
  });

  it('shows an administrator who acts for a customer the pages of that customer', async () => {
    const { page, close } = await enter(desk.admin);
    await page.goto(`${home}/users/${desk.ada.id}`);
    await page.click('main button:has-text("Act")');
    await page.goto(`${home}/desk`);
    expect(await page.innerText('.acting')).toContain('You are acting for');
    expect(await page.innerText('#holdings')).toContain('DESK');
    expect(await page.locator('a[href="/administration"]').count()).toBe(0);
    await close();
  });

  it('updates the overview live and keeps the focus', async () => {
    const { page, complaints, close } = await enter(desk.ada);
    await page.waitForSelector(`#position-${desk.adas}-${desk.instrumentId}`);
    await page.focus(`#account-${desk.adas} h3 a`);
    const before = await page.innerText(`#position-${desk.adas}-${desk.instrumentId} [data-field=quantity]`);
    await page.waitForFunction(() => document.querySelector('[data-live]')?.textContent === 'Live');
    await desk.trade(3, 6713);
    await page.waitForFunction(
      ([id, was]) => document.querySelector(`#position-${id} [data-field=quantity]`)?.textContent !== was,
      [`${desk.adas}-${desk.instrumentId}`, before],
    );

    expect(await page.innerText(`#position-${desk.adas}-${desk.instrumentId} [data-field=quantity]`)).toBe(
      String(Number(before) + 3),
    );
    // Where trading is halted, what is held of it needs attention at once; the focus stays.
    await desk.data.turn(desk.instrumentId, 'Halted');
    await page.locator('.attention', { hasText: 'Trading in DESK is halted.' }).waitFor();
    await desk.data.turn(desk.instrumentId, 'Open');
    await page.locator('.attention').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.closest('li')?.id)).toBe(`account-${desk.adas}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows statements as a curve with and without a script, and offers them as a file', async () => {
    for (const script of [true, false]) {
      const { page, complaints, close } = await enter(desk.ada, { script, isFresh: true });
      // As of a browser that was started with LANG=en_US@posix.
      await page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' }));
      await page.goto(`${home}/accounts/${desk.adas}/moneyvals?versions=all`);
      if (script) await page.waitForSelector('.curve.drawn canvas');
      expect(await page.locator('.curve svg').isVisible()).toBe(!script);
      expect(await page.innerText('main')).toMatch(/replaced by version \d/);
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('a.csv')]);
      expect(file.suggestedFilename()).toMatch(/^accounts-\d+-moneyvals\.csv$/);
      expect(complaints.filter((one) => !one.startsWith('failed:'))).toEqual([]);
      await close();
    }
  });

  it('keeps the server’s curve when the chart script fails, also while drawing', async () => {
    const { page, close } = await enter(desk.ada, { isFresh: true });
    await page.addInitScript(() => {
      Date.prototype.toLocaleString = () => {
        document.documentElement.dataset['tried'] = 'yes';
        throw new RangeError('Invalid language tag');
      };
    });
    await page.goto(`${home}/accounts/${desk.adas}/moneyvals`);
    await page.waitForSelector('html[data-tried]');
    expect([
      await page.locator('.curve svg').isVisible(),
      await page.locator('.curve .live, .curve .readout').count(),
    ]).toEqual([true, 0]);
    await close();
  });

  it('lets the owner of a sandbox account post money values by form, and shows errors at their fields', async () => {
    const acctId = await desk.account(desk.ada);
    const { page, close } = await enter(desk.ada, { script: false });
    await page.goto(`${home}/accounts/${acctId}/moneyvals`);
    await page.click('summary:has-text("Post money values")');
    await page.fill('#as_of', date);
    await page.fill('#cash_balance', '1,000');
    await page.fill('#net_liq', '1000.5');
    await page.click('main button:has-text("Preview changes")');
    expect(await page.innerText('#cash_balance-fault')).toBe(
      'Cash balance may be 1000 or a decimal number: write “1,000” as 1000 or as 1.0.',
    );
    await page.fill('#cash_balance', '1000');
    await page.click('main button:has-text("Preview changes")');
    expect(await page.innerText('main')).toMatch(/USD\s+0\.00\s+now\s+1,000\.50/);
    expect(await desk.read(`/accounts/${acctId}/moneyvals`)).toEqual([]);
    await page.click('main button:has-text("Import")');
    expect(await page.innerText('main')).toContain('Version 1');
    expect(await desk.read(`/accounts/${acctId}/moneyvals`)).toMatchObject([
      { as_of: date, cash_balance: 1000, net_liq: 1000.5 },
    ]);
    await close();
  });
});
