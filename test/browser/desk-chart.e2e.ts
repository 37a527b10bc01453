import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

describe('the chart of GET /desk/:id', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let sandboxId = 0;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    const productId = await desk.data.product(await desk.data.group({ symbol: 'CME-INDEX' }), { symbol: 'ES' });
    sandboxId = await desk.data.instrument(productId, { symbol: 'ESX', settlement_price: 6700 });
  }, 60_000);
  afterAll(() => app.close());

  /** Words in the chart, without those of its axes, which are muted. */
  const listPainted = async (page: Page): Promise<string[]> => {
    await page.addInitScript(() => {
      const painted: [text: string, style: string][] = [];
      const paint = Reflect.get(CanvasRenderingContext2D.prototype, 'fillText') as (...rest: unknown[]) => void;
      CanvasRenderingContext2D.prototype.fillText = function (...rest) {
        painted.push([rest[0], this.fillStyle as string]);
        paint.apply(this, rest);
      };
      Object.assign(window, { painted });
    });
    await page.reload();
    await page.locator('#chart .legend', { hasText: ' C ' }).waitFor();
    await page.locator('#chart canvas').first().waitFor();
    await page.waitForTimeout(500);
    return page.evaluate(() => {
      const { painted } = window as unknown as { painted: [text: string, style: string][] };
      const probe = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      const muted = getComputedStyle(document.querySelector('#chart .legend') as Element).color;
      probe.fillStyle = muted;
      const { fillStyle } = probe;
      return [...new Set(painted.flatMap(([text, style]) => (style === fillStyle ? [] : [text])))];
    });
  };

  it('fills the panel with the few bars of weeks, and says why a study draws nothing', async () => {
    const { page, complaints, close } = await app.enter(desk.ada, `/desk/${sandboxId}?interval=1w`);
    const legend = page.locator('#chart .legend', { hasText: 'made up' });
    await legend.waitFor();
    const last = await legend.innerText();
    const chart = await page.locator('#chart .drawn').boundingBox();
    await page.mouse.move((chart?.x ?? 0) + 25, (chart?.y ?? 0) + 50);
    await page.waitForTimeout(200);
    const vwap = page.getByRole('checkbox', { name: 'VWAP' });

    // The first bar of the list is at the left edge.
    expect((await legend.innerText()).slice(0, 10) < last.slice(0, 10)).toBe(true);
    expect([await vwap.isDisabled(), await vwap.isChecked()]).toEqual([true, false]);
    expect(await page.locator('.study', { has: vwap }).getAttribute('title')).toBe(
      'VWAP begins anew with each session, so bars of a session or a week have none',
    );
    expect(await page.locator('.studies').innerText()).toMatch(/^MA 20 \(needs 20 bars\)\s*MA 50\s*VWAP$/);

    // Where they can be drawn, they are as they were chosen.
    await page.getByRole('link', { name: '5m', exact: true }).click();
    await page.locator('.study:not(:has(:disabled))', { hasText: 'VWAP' }).waitFor();
    expect([await vwap.isChecked(), await page.locator('.studies').innerText()]).toEqual([
      true,
      expect.stringMatching(/^MA 20\s*MA 50\s*VWAP$/),
    ]);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('keeps the length of its bars for the next instrument and the next visit', async () => {
    const { page, complaints, close } = await app.enter(desk.ada, `/desk/${sandboxId}`);
    const readInterval = (): Promise<string | null> => page.locator('#chart').getAttribute('data-interval');
    expect(await readInterval()).toBe('5m');
    const isKept = page.waitForResponse((response) => response.request().method() === 'HEAD');
    await page.getByRole('link', { name: '1h', exact: true }).click();
    expect((await isKept).status()).toBe(200);
    const next = new URL(`/desk/${desk.instrumentId}`, page.url()).href;
    await page.goto(next);
    expect(await readInterval()).toBe('1h');

    // A page that asks for its parts anew chooses nothing; a link that is followed does.
    await page.evaluate(() => fetch('?interval=1d', { headers: { accept: 'text/html' } }));
    await page.goto(next);
    expect(await readInterval()).toBe('1h');
    await page.goto(`${next}?interval=4h`);
    await page.goto(next);
    expect(await readInterval()).toBe('4h');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('has the average price of a position between two ticks exactly, and the ladder marks the row nearest to it', async () => {
    await desk.trade(1, 6700);
    await desk.trade(1, 6700.25);
    const { page, complaints, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    const own = JSON.parse((await page.locator('#mine').getAttribute('data-own')) ?? '') as { averages: unknown };
    const marked = page.locator('#ladder .average td[title]');
    const readMark = async () => [await marked.innerText(), await marked.getAttribute('title')];
    const mark = ['6700.25', 'Average price of your position: 6700.125'];

    expect(own.averages).toEqual({ [6700.25 / 0.25]: '6700.125' });
    expect(await readMark()).toEqual(mark);
    await page.locator('#pulse[data-state="live"]').waitFor();
    await desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', acct_id: desk.adas, instrument_id: desk.instrumentId, side: 'Buy' },
        ...{ time_in_force: 'GTC', quantity: 1, limit_price: 6699.5 },
      },
      desk.ada,
    );
    await page.locator('#ladder td:first-child', { hasText: 'B 1' }).waitFor();
    expect(await readMark()).toEqual(mark);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('labels the last price only of bars that were traded', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${sandboxId}`);
    const untraded = await listPainted(page);
    await desk.trade(1, 6700);
    await page.goto(new URL(`/desk/${desk.instrumentId}`, page.url()).href);
    const traded = await listPainted(page);

    expect(untraded).toEqual([]);
    expect(traded).toContain('6700.00');
    await close();
  }, 60_000);
});
