import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import type { Display, Window } from '../support/browser.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('order ticket on the instrument page', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  let adas = 0;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [ada, bob] = [await people.ada(app.testApp), await people.bob(app.testApp)];
    adas = await floor.account(ada);
  }, 60_000);
  afterAll(() => app.close());

  const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
  };
  const enter = async (path: string, display: Display = {}): Promise<Window> => app.enter(ada, path, display);
  /** The market of an instrument, with a ticket that is filled in. */
  const desk = async (values: Record<string, string> = {}): Promise<Window> => {
    const window = await enter(`/desk/${floor.instrumentId}`);
    await window.page.getByLabel('Buy', { exact: true }).check();
    for (const [label, value] of Object.entries({ Quantity: '2', 'Limit price': '6600', ...values }))
      await window.page.getByLabel(label, { exact: true }).fill(value);
    return window;
  };
  const orders = async (): Promise<number> =>
    (await floor.read<unknown[]>(ada.token, `/orders?acct_id=${adas}&per_page=1000`)).length;
  const sent = (page: Page) => page.locator('[data-sent]');
  const reference = (page: Page): Promise<string> => page.locator('[name="client_order_id"]').inputValue();
  const type = (page: Page, name: string) => page.locator('.kinds').getByRole('link', { name, exact: true }).click();

  it('previews the order while it is filled in, by keys alone', async () => {
    const { page, complaints, close } = await desk();
    await page.getByLabel('Limit price').press('Escape');
    for (const key of ['+', '+', '-', 's']) await page.keyboard.press(key);
    const preview = page.locator('[data-preview]');
    await preview.locator('.info', { hasText: '3 would wait' }).waitFor();
    expect(await page.getByLabel('Quantity').inputValue()).toBe('3');
    expect(await preview.innerText()).toMatch(/Margin required\s+[\d,.]+ USD/);
    await page.keyboard.press('2');
    await preview.locator('.info', { hasText: 'the order would be canceled' }).waitFor();
    await page.keyboard.press('p');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sell 3 FLOOR at market');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('keeps time in force and post only per order type', async () => {
    const { page, close } = await desk();
    await page.getByLabel('Post only').check();
    const life = page.getByLabel('Time in force');
    const seen: string[] = [];
    for (const name of ['Market', 'Limit']) {
      await type(page, name);
      seen.push(await life.inputValue());
    }
    await life.selectOption('GTC');
    for (const name of ['Stop', 'Market', 'Limit']) {
      await type(page, name);
      seen.push(await life.inputValue());
    }

    expect(seen).toEqual(['IOC', 'Day', 'Day', 'IOC', 'GTC']);
    expect([await page.getByLabel('Post only').isChecked(), await page.getByLabel('Post only').isEnabled()]).toEqual([
      true,
      true,
    ]);
    await close();
  }, 60_000);

  it.each(['desk', 'orders/new'])(
    'keeps its input when no response arrives, and places one order when sent again: %s',
    async (place) => {
      const { page, close } = await desk();
      if (place !== 'desk') {
        await page.goto(
          `${app.home}/orders/new?instrument_id=${floor.instrumentId}&acct_id=${adas}&side=Buy&quantity=2&limit_price=6600`,
        );
      }
      const [before, name, address] = [await orders(), await reference(page), page.url()];
      // The order arrives, and its answer does not.
      let arrivals = 0;
      await page.route('**/orders/ticket', async (route) => {
        arrivals += 1;
        if (arrivals === 1) await route.fetch({ maxRedirects: 0 });
        await (arrivals === 1 ? route.abort('connectionreset') : route.continue());
      });
      await page.locator('[data-send]').click();
      await sent(page)
        .filter({
          hasText:
            'It is not known whether it was sent: nothing came back. Send again; the same reference makes one order only.',
        })
        .waitFor();
      expect([arrivals, page.url(), await reference(page), await page.getByLabel('Quantity').inputValue()]).toEqual([
        1,
        address,
        name,
        '2',
      ]);

      await page.locator('[data-send]').click();
      await page
        .getByText(/You already sent this ticket\. It is order \d+; no second order was placed/)
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Order again' }).waitFor();
      expect([arrivals, await orders()]).toEqual([2, before + 1]);
      await close();
    },
    60_000,
  );

  it('shows an error with a sign-in link that returns to the same ticket when nobody is signed in', async () => {
    const { page, close } = await desk({ Quantity: '3' });
    const before = await orders();
    await page.context().clearCookies();
    await page.locator('[data-send]').click();
    await sent(page).filter({ hasText: 'No order was placed: you are signed out.' }).waitFor();
    expect([
      await sent(page).getAttribute('class'),
      await page.getByText('See the order').count(),
      await page.getByLabel('Quantity').inputValue(),
    ]).toEqual(['sent failed', 0, '3']);
    await page.getByRole('link', { name: 'Sign in and come back here' }).click();
    await signIn(page, ada);

    expect(new URL(page.url()).pathname).toBe(`/desk/${floor.instrumentId}`);
    expect([
      await page.getByLabel('Quantity').inputValue(),
      await page.getByLabel('Limit price').inputValue(),
      await orders(),
    ]).toEqual(['3', '6600', before]);
    expect(await page.locator('[data-unsent]').count()).toBe(1);
    await close();
  }, 60_000);

  it('restores its input after a sign-in without a script, and sends nothing by itself', async () => {
    const { page, complaints, close } = await enter(`/desk/${floor.instrumentId}?action_type=StopLimitOrderSub`, {
      script: false,
    });
    await page.getByLabel('Buy', { exact: true }).check();
    for (const [label, value] of Object.entries({ Quantity: '7', 'Limit price': '6604.25', 'Stop price': '6603' }))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Time in force').selectOption('GTC');
    await page.getByText('Reference and tag').click();
    await page.getByLabel('Tag').fill('hedge & more');
    const [before, name] = [await orders(), await reference(page)];
    await page.context().clearCookies();
    await page.locator('[data-send]').click();

    expect(new URL(page.url()).pathname).toBe('/login');
    expect(
      await page
        .getByText(
          'You were signed out, so nothing was sent. Sign in, and the ticket stands there as you filled it in.',
        )
        .count(),
    ).toBe(1);
    expect(page.url()).not.toMatch(/form_token|_ticket/);
    await signIn(page, ada);
    expect([new URL(page.url()).pathname, await page.locator('[data-unsent]').innerText()]).toEqual([
      '/orders/new',
      'You were signed out when you sent this, so no order was placed. Your entries are still here: check them, and send them if you still want the order.',
    ]);
    expect([await page.locator('.flash').count(), await orders(), await reference(page)]).toEqual([0, before, name]);
    for (const [label, value] of Object.entries({
      Quantity: '7',
      'Limit price': '6604.25',
      'Stop price': '6603',
      'Time in force': 'GTC',
    }))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    expect(await page.locator('[name="tag"]').inputValue()).toBe('hedge & more');
    expect(await page.getByLabel('Buy', { exact: true }).isChecked()).toBe(true);
    await page.locator('[data-send]').click();
    await page.getByRole('heading', { name: 'Buy 7 FLOOR' }).waitFor();
    expect([await orders(), complaints]).toEqual([before + 1, []]);
    await close();
  }, 60_000);

  it('sends once and restores its input when another user signed in meanwhile', async () => {
    const { page, close } = await desk();
    const other = await page.context().newPage();
    await page.context().clearCookies();
    await other.goto(`${app.home}/login`);
    await signIn(other, bob);
    let posts = 0;
    page.on('request', (request) => {
      posts += request.method() === 'POST' && request.url().endsWith('/orders/ticket') ? 1 : 0;
    });
    await page.locator('[data-send]').click();
    await sent(page)
      .filter({ hasText: 'No order was placed. This page was opened in another session or is too old; open it again.' })
      .waitFor();

    expect([posts, await page.getByLabel('Quantity').inputValue()]).toEqual([1, '2']);
    expect(await sent(page).getByRole('link').getAttribute('href')).toBe(`/desk/${floor.instrumentId}`);
    await close();
  }, 60_000);

  it('clears the last result with the next order, names a rejected order, and shows no success for it', async () => {
    const { page, close } = await desk({ 'Limit price': ' 6601.25 ' });
    await page.locator('[data-send]').click();
    await page.getByRole('link', { name: 'See the order' }).waitFor();
    expect([
      await page.getByLabel('Buy').isChecked(),
      await page.getByLabel('Quantity').inputValue(),
      await page.getByLabel('Limit price').inputValue(),
      await page.evaluate(() => document.activeElement?.tagName),
    ]).toEqual([true, '', '', 'BODY']);
    await page.getByLabel('Limit price').fill('6601.25');
    await page.getByLabel('Quantity').fill('2000000000');
    await page.locator('[data-send]').click();
    await page.locator('form .refusal').waitFor();

    expect(await page.locator('form .refusal').innerText()).toMatch(
      /^Order (\d+) was rejected: .*nothing was bought\..* See order \1$/,
    );
    expect([await sent(page).innerText(), await page.locator('[data-send]').innerText()]).toEqual([
      '',
      'Buy 2000000000 FLOOR at 6601.25',
    ]);
    await page.getByLabel('Quantity').fill('4');
    expect(await page.locator('[data-send]').innerText()).toBe('Buy 4 FLOOR at 6601.25');
    await close();
  }, 60_000);

  it('rejects a stop that is already reached, and keeps its shortcut key', async () => {
    const bobs = await floor.account(bob);
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 1, limit_price: 6650 }));
    await floor.act(ada.token, floor.limit(adas, { quantity: 1, limit_price: 6650 }));
    const { page, close } = await desk();
    await type(page, 'Stop');
    await page.getByLabel('Stop price').press('ArrowUp');
    expect(await page.getByLabel('Stop price').inputValue()).toBe('6650.00');
    expect(await page.locator('[data-warn]').innerText()).toBe(
      'The last price is 6650.00: this stop is reached already, so the order begins at once.',
    );
    expect(await page.locator('[data-send]').innerText()).toBe('Buy 2 FLOOR stop 6650.00');
    await page.getByLabel('Stop price').press('ArrowUp');
    expect([await page.getByLabel('Stop price').inputValue(), await page.locator('[data-warn]').innerText()]).toEqual([
      '6650.25',
      '',
    ]);
    await page.getByLabel('Stop price').press('Escape');
    await page.keyboard.press('n');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('side');
    await close();
  }, 60_000);

  it('stands in the column that the user arranged for it, with the panels that are shown', async () => {
    const { page, complaints, close } = await desk();
    const lefts = async (): Promise<readonly number[]> =>
      Promise.all(
        ['#ticket', '#ladder', '#chart'].map(async (part) => (await page.locator(part).boundingBox())?.x ?? NaN),
      );
    const [first = NaN, second = NaN, third = NaN] = await lefts();
    expect([first > second, second > third, await page.locator('#trades').isVisible()]).toEqual([true, true, true]);

    const width = async (): Promise<number> => (await page.locator('#ticket').boundingBox())?.width ?? NaN;
    const before = await width();
    await page.getByRole('link', { name: 'Panels' }).click();
    await page.getByRole('radiogroup', { name: 'Ticket' }).getByLabel('Wide').check();
    await page.getByLabel('ticket · book · chart').check();
    await page.getByLabel('Last trades').uncheck();
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.waitForURL(`${app.home}/desk/${floor.instrumentId}`);
    const arranged = await lefts();
    expect(arranged).toEqual(arranged.toSorted((one, other) => one - other));
    expect(await page.locator('#trades').isVisible()).toBe(false);
    expect((await width()) - before).toBe(64);
    expect(complaints).toEqual([]);
    await close();
  });
});
