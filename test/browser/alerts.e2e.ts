import type { Page } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

describe('alerts in a browser', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    await desk.trade(1, 6700);
  }, 60_000);
  afterAll(() => app.close());

  const fillIn = async (page: Page, price: string, symbol = 'DESK'): Promise<void> => {
    const form = page.getByRole('region', { name: 'New price alert' });
    await form.getByLabel('Instrument').fill(symbol);
    await form.getByLabel('Value').fill(price);
    await form.getByRole('button', { name: 'Create' }).click();
  };
  const edges = (page: Page, selector: string): Promise<Readonly<{ top: number; bottom: number }>> =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  const message = (page: Page, text: string) => page.locator('#alert-messages p', { hasText: text });

  it('that have triggered when they are made appear at once, also the first of a user', async () => {
    const { page, complaints, close } = await app.enter(desk.ada, '/alerts');
    for (const price of ['6601.00', '6602.00', '6603.00', '6604.00']) {
      await fillIn(page, price);
      await message(page, `DESK Last at or above ${price} 6700.00`).waitFor({ timeout: 5_000 });

      expect(await page.locator('.flash[role="status"]').first().textContent()).toContain('The alert has triggered');
      expect(await page.locator('tr[data-notice]', { hasText: price }).count()).toBe(1);
      expect(await page.getByText('No active alerts.').count()).toBe(1);
    }
    const [answer, alert] = [await edges(page, 'body > .flash'), await edges(page, '#alert-messages p:first-child')];
    expect(alert.top).toBeGreaterThanOrEqual(answer.bottom);
    await page.reload();
    await page.locator('#alert-messages').waitFor({ state: 'attached' });
    await pause(500);

    expect(await page.locator('#alert-messages p').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('are made beside the prices of the instrument that they are asked for from, with a way back to it', async () => {
    const instrumentId = await desk.data.instrument(desk.productId, { symbol: 'PRICED', settlement_price: undefined });
    for (const [side, price] of [
      ['Buy', 6699.5],
      ['Sell', 6700.25],
    ] as const)
      await desk.send(
        '/orderactions',
        {
          ...{ action_type: 'LimitOrderSub', acct_id: desk.adas, instrument_id: instrumentId, side, quantity: 2 },
          ...{ time_in_force: 'GTC', limit_price: price },
        },
        desk.ada,
      );
    const { page, complaints, close } = await app.enter(desk.ada, `/desk/${instrumentId}`);
    await page.getByRole('link', { name: 'Alert', exact: true }).click();
    const form = page.getByRole('region', { name: 'New price alert' });
    expect(await form.getByText('PRICED now').innerText()).toBe('PRICED now: last –, bid 6699.50, offer 6700.25');
    expect(await form.getByLabel('Value').inputValue()).toBe('');
    await fillIn(page, '6800.00', 'PRICED');
    await page.locator('.flash', { hasText: 'The alert is active.' }).waitFor();
    await page.getByRole('link', { name: 'Back to PRICED' }).click();
    await page.waitForURL(`**/desk/${instrumentId}`);
    await page.goto(`${app.home}/alerts`);
    expect(await page.getByText(/Back to|now: last/).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('appear that trigger after the script has looked and before its stream is open', async () => {
    await desk.send(
      '/alerts',
      { kind: 'Price', instrument_id: desk.instrumentId, direction: 'Above', price: 6710 },
      desk.ada,
    );
    const { page, close } = await app.enter(desk.ada, '/docs');
    await page.route('**/events*', async (route) => {
      await pause(1_500);
      await route.continue();
    });
    await page.reload();
    await pause(700);
    expect(await page.locator('#alert-messages p').count()).toBe(0);
    await desk.trade(1, 6711);
    await message(page, 'DESK Last at or above 6710.00 6711.00').waitFor({ timeout: 10_000 });
    await close();
  }, 60_000);

  it('are made on the page that the sign-in leads back to, after the session has ended', async () => {
    const path = `/alerts?instrument_id=${desk.instrumentId}`;
    const { page, close } = await app.enter(desk.ada, path);
    await page.context().clearCookies({ name: 'session' });
    await fillIn(page, '9000');
    await page.getByText('Login is required to take this action.').waitFor();
    await page.locator('.flash').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(desk.ada.email);
    await page.getByLabel('Password').fill(desk.ada.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'New price alert' }).waitFor();

    expect(page.url()).toBe(app.home + path);
    await close();
  }, 60_000);

  it.each([() => `/desk/${desk.instrumentId}`, () => '/orders', () => '/alerts'])(
    'cover nothing that can be pressed, with a message on page %#',
    async (toPath) => {
      const { page, close } = await app.enter(desk.ada, toPath());
      await page.locator('#alert-messages').waitFor({ state: 'attached' });
      await desk.send(
        '/alerts',
        {
          kind: 'Price',
          instrument_id: desk.instrumentId,
          direction: 'Above',
          price: 6600,
          note: 'A note of some length',
        },
        desk.ada,
      );
      await message(page, 'A note of some length').waitFor({ timeout: 10_000 });
      const covered = await page.locator('a[href], button, input, select, summary').evaluateAll((targets) =>
        targets
          .filter((target) => target.closest('#alert-messages') === null)
          .filter((target) => {
            const { left, top, width, height } = target.getBoundingClientRect();
            const above = document.elementFromPoint(left + width / 2, top + height / 2);
            return above !== null && above.closest('#alert-messages') !== null;
          })
          .map(({ textContent }) => textContent.trim()),
      );

      expect(covered).toEqual([]);
      await close();
    },
    60_000,
  );
});
