import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { endHealthInterval } from '../support/health-history.js';
import { accessibilityFaults } from '../support/page-validators.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('pages of the office in Chromium', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: Browser;
  let home: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    [browser, home] = [await openBrowser(), await testApp.url()];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (path: string, display: Display = {}): Promise<Window> =>
    browser.open(`${home}${path}`, { ...display, cookies: await signedIn(testApp, desk.admin) });

  describe('breaks', () => {
    let breakId: number;
    beforeEach(async () => {
      const acctId = await desk.account(desk.ada);
      const list = [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }];
      const posted = await desk.refer(acctId, daysAfter(await desk.sessionDate(), -1), list);
      breakId = posted.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened[0]?.id ?? 0;
    });

    it('are printed without the boxes that select them', async () => {
      const { page, close } = await enter('/reconciliation/breaks');
      const isSelectable = await page.getByText('Select', { exact: true }).isVisible();
      await page.emulateMedia({ media: 'print' });

      expect([isSelectable, await page.getByText('Select', { exact: true }).isVisible()]).toEqual([true, false]);
      expect(await page.locator('tbody input').first().isVisible()).toBe(false);
      expect(await page.locator(`#break-${breakId}`).innerText()).toMatch(new RegExp(`^\\s*${breakId}\\s`));
      await close();
    });

    const acceptWithoutNote = async (display: Display): Promise<Window> => {
      const window = await enter('/reconciliation/breaks', display);
      await window.page.check(`#break-${breakId} input`);
      await window.page.selectOption('.updates #accept', 'yes');
      await window.page.selectOption('.updates #assignee', { label: desk.admin.email });
      await window.page.click('text=Change selected');
      return window;
    };

    it('ask for the note of an acceptance in the form itself', async () => {
      const { page, close } = await acceptWithoutNote({});
      const note = page.locator('.updates #note');

      expect(new URL(page.url()).pathname).toBe('/reconciliation/breaks');
      expect(
        await note.evaluate((field: HTMLInputElement) => [field.required, field === document.activeElement]),
      ).toEqual([true, true]);
      expect(await page.innerText('.updates label[for="note"]')).toBe('Note');
      await note.fill('Their trade.');
      await page.click('text=Change selected');
      expect(await page.getByRole('status').innerText()).toContain('The break was accepted.');
      await close();
    });

    it('say beside the field, and once, that the note is missing, without a script', async () => {
      const { page, close } = await acceptWithoutNote({ script: false });
      const words = await page.innerText('main');

      expect(words.match(/why the figure/g)).toHaveLength(1);
      expect(await page.innerText('#note-fault')).toBe('Note must say why the figure of the back office is accepted.');
      expect(await page.innerText('[role="alert"]')).toBe('One field needs correction.');
      await page.fill('#note', 'Their trade.');
      await page.click('text=Accept the break');
      expect(await page.getByRole('status').innerText()).toContain('The break was accepted.');
      expect(await desk.read(`/reconciliation/breaks/${breakId}`)).toMatchObject({
        ...{ resolution: 'Accepted', assignee_id: desk.admin.id },
      });
      await close();
    });
  });

  it('have what is halted, why, and how to resume it on one screen after a halt of the whole venue', async () => {
    const groupId = await desk.data.group({ symbol: 'MANY' });
    const productId = await desk.data.product(groupId, { symbol: 'MANY' });
    for (let at = 0; at < 40; at += 1) await desk.data.instrument(productId, { symbol: `MANY${at}` });
    const halted = await desk.send('/instruments/statuses', {
      ...{ status: 'Halted', whole_venue: true, status_reason: 'Feed lost' },
    });
    const { page, close } = await enter('/administration/halts');
    const row = page.getByRole('row', { name: /The whole venue/ });
    const resume = row.getByRole('link', { name: /Resume/ });
    const place = await resume.boundingBox();

    expect(halted.statusCode).toBe(200);
    expect(await row.innerText()).toMatch(/The whole venue, 41 instruments\s+Feed lost/);
    expect((place?.y ?? 800) + (place?.height ?? 0)).toBeLessThan(400);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.click('summary:has-text("Choose")');
    await page.check('[aria-label="MANY7"]');
    await page.click('text=Resume selected');
    expect(await page.innerText('h1')).toBe('Resume trading in MANY7?');
    await page.goBack();
    await resume.click();
    expect(await page.innerText('h1')).toContain('Resume trading');
    await close();
  });

  describe('curves of the health', () => {
    beforeAll(async () => {
      for (let at = 0; at < 4; at += 1) await endHealthInterval(testApp);
    });

    it('have a time axis, the newest value and the range without a script', async () => {
      const { page, close } = await enter('/administration/health', { script: false });
      const memory = page.locator('.curve', { hasText: 'Memory' });

      expect(await memory.innerText()).toMatch(/^Memory\s+[\d.]+ [MG]B\s+[\d.]+ [MG]B (?:to [\d.]+ [MG]B|throughout)/);
      expect(await memory.locator('.axis').textContent()).toMatch(/^\d\d:\d\d(?:\d\d:00)?\d\d:\d\d$/);
      expect(Buffer.byteLength(await page.content())).toBeLessThan(30_000);
      await close();
    });

    it('say a value with its time under the pointer and by keyboard', async () => {
      const { page, close } = await enter('/administration/health');
      const memory = page.locator('.curve', { hasText: 'Memory' });
      const said = memory.locator('.note');
      const range = await said.innerText();
      await memory.locator('[role="slider"]').hover();
      const pointed = await said.innerText();
      await page.mouse.move(0, 0);
      const left = await said.innerText();
      await memory.locator('[role="slider"]').focus();
      const newest = await said.innerText();
      await page.keyboard.press('ArrowLeft');
      const earlier = await said.innerText();

      for (const words of [pointed, newest, earlier]) expect(words).toMatch(/^\d\d:\d\d:\d\d: [\d.]+ [MG]B$/);
      expect(left).toBe(range);
      expect(earlier.slice(0, 8) < newest.slice(0, 8)).toBe(true);
      expect(await memory.locator('[role="slider"]').getAttribute('aria-valuetext')).toBe(earlier);
      expect(await accessibilityFaults(page)).toEqual([]);
      await close();
    });
  });
});
