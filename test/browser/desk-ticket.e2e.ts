import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('what GET /desk/:id says beside its figures', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada: Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    await floor.account(ada);
  }, 60_000);
  afterAll(() => app.close());

  it('forgets "is open" when the order is not, also where the list of orders does not come', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Limit price').fill('6600');
    await page.getByLabel('Quantity').fill('2');
    await page.context().route(`**/desk/${floor.instrumentId}`, (route) => route.abort());
    await page.locator('[data-send]').click();
    const sent = page.locator('[data-sent]');
    await sent.filter({ hasText: 'is open' }).waitFor();
    const order_id = Number(/\d+/.exec(await sent.innerText())?.[0]);
    await floor.order(ada.token, { action_type: 'OrderCancellation', order_id });
    await sent.filter({ hasText: /^$/ }).waitFor({ state: 'attached', timeout: 5000 });
    await page.context().unrouteAll();
    expect(await sent.locator('a').count()).toBe(0);
    await close();
  }, 60_000);

  it('shows the legend of keys only with a script', async () => {
    const legends = await Promise.all(
      [true, false].map(async (script) => {
        const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`, { script });
        if (script) await page.locator('.desk[data-market]').waitFor();
        const isShown = await page.locator('.shortcuts').isVisible();
        await close();
        return isShown;
      }),
    );
    expect(legends).toEqual([true, false]);
  }, 60_000);

  it('keeps what was typed, without a script, on the way back from the preview', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`, { script: false });
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity').fill('7');
    await page.getByLabel('Limit price').fill('6600,25');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.waitForURL('**/orders/ticket/preview');
    await page.goBack();
    expect([
      await page.getByLabel('Quantity').inputValue(),
      await page.getByLabel('Limit price').inputValue(),
      await page.getByLabel('Buy', { exact: true }).isChecked(),
    ]).toEqual(['7', '6600,25', true]);
    await close();
  }, 60_000);

  it('names the order on the button and steps the price where it was typed with a comma', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity').fill('7');
    await page.getByLabel('Limit price').fill('6600,25');
    await page.getByRole('button', { name: 'Buy 7 FLOOR at 6600.25' }).waitFor();
    await page.getByLabel('Limit price').press('ArrowUp');
    expect(await page.getByLabel('Limit price').inputValue()).toBe('6600.50');
    await page.getByLabel('Limit price').fill('6,750');
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.locator('.fault', { hasText: '“6,750” may be 6750 or 6,75.' }).waitFor();
    await close();
  }, 60_000);

  it('says how to get panels back when all are hidden', async () => {
    const { page, complaints, close } = await app.enter(ada, `/desk/panels?back=/desk/${floor.instrumentId}`);
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.locator('.desk .empty', { hasText: 'All panels are hidden.' }).waitFor();
    await page.getByRole('link', { name: 'Choose panels to show' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Panels');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it.each([1280, 360])(
    'shows each time in force whole beside several accounts, at %s pixels',
    async (width) => {
      await floor.account(ada);
      const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`, { width });
      const time = page.getByLabel('Time in force');
      await time.scrollIntoViewIfNeeded();
      const [least, actual] = await time.evaluate((select) => {
        const whole = select.cloneNode(true) as HTMLElement;
        whole.style.cssText = 'width: max-content; max-width: none; justify-self: start';
        select.after(whole);
        return [whole.offsetWidth, (select as HTMLElement).offsetWidth];
      });
      expect(least).toBeGreaterThan(80);
      expect(least).toBeLessThanOrEqual(actual);
      await close();
    },
    60_000,
  );
});
