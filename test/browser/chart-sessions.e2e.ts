import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { type ClockedApp, openClockedApp } from '../support/clocked-app.js';
import { people } from '../support/people.js';
import { signedIn } from '../support/signed-in.js';

type Candle = Readonly<{ time: number; high: number; low: number; close: number }>;
type Point = Readonly<{ time: number; value: number }>;
/** What the chart was given to draw last. */
type ChartData = Readonly<{ candles: readonly Candle[]; vwap: readonly Point[] }>;

const DASHED = 2;
const toSeconds = (moment: string): number => Date.parse(moment) / 1000;

/** Every call by which the page gives its chart data, since the bars are loaded again. */
async function recordDrawn(page: Page): Promise<void> {
  await page.locator('#chart .legend', { hasText: ' C ' }).waitFor();
  await page.evaluate(async (dashed) => {
    const [library] = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('lightweight-charts'));
    const { createChart, LineSeries } = (await import(library ?? '')) as typeof import('lightweight-charts');
    const probe = createChart(document.createElement('div'));
    const series = Object.getPrototypeOf(probe.addSeries(LineSeries)) as {
      setData: (this: Probe, data: unknown) => void;
    };
    type Probe = { seriesType(): string; options(): { lineStyle?: number } };
    const drawn: Record<string, unknown> = {};
    const { setData } = series;
    series.setData = function (data) {
      if (this.seriesType() === 'Candlestick') drawn['candles'] = data;
      if (this.options().lineStyle === dashed) drawn['vwap'] = data;
      setData.call(this, data);
    };
    probe.remove();
    Object.assign(window, { drawn });
  }, DASHED);
  await page.getByRole('link', { name: '1m', exact: true }).click();
  await page.getByRole('link', { name: '5m', exact: true }).click();
  await page.waitForFunction(() => 'candles' in (window as unknown as { drawn: object }).drawn);
  await page.waitForTimeout(300);
}

type CanvasRecord = Readonly<{ texts: readonly string[]; lines: readonly (readonly [x: number, color: string])[] }>;

/** The words of the chart, and its dashed lines from the top to the bottom, painted anew. */
async function listPainted(page: Page): Promise<CanvasRecord> {
  await page.evaluate(() => {
    const painted = { texts: [] as string[], lines: [] as [number, string][] };
    const { prototype } = CanvasRenderingContext2D;
    type Draw = (...rest: unknown[]) => void;
    const fillText = Reflect.get(prototype, 'fillText') as Draw;
    const lineTo = Reflect.get(prototype, 'lineTo') as Draw;
    prototype.fillText = function (...rest) {
      painted.texts.push(rest[0]);
      fillText.apply(this, rest);
    };
    prototype.lineTo = function (x, y) {
      if (this.getLineDash().join() === '4,4' && y === this.canvas.height)
        painted.lines.push([x, this.strokeStyle as string]);
      lineTo.call(this, x, y);
    };
    Object.assign(globalThis, { painted });
  });
  await page.setViewportSize({ width: 1270, height: 800 });
  await page.waitForTimeout(300);
  const painted = await page.evaluate(() => (globalThis as unknown as { painted: CanvasRecord }).painted);
  return { texts: [...new Set(painted.texts)], lines: painted.lines };
}

const readDrawn = (page: Page): Promise<ChartData> =>
  page.evaluate(() => (window as unknown as { drawn: ChartData }).drawn);

describe('the sessions in the chart of GET /desk/:id, on a Friday on which a market closes early', () => {
  let days: ClockedApp;
  let browser: Browser;
  let window: Window;
  const trade = async (moment: string, price: number): Promise<void> => {
    await days.at(moment);
    const [one, other] = days.accounts;
    await days.order({ acctId: one, side: 'Buy', price });
    await days.order({ acctId: other, side: 'Sell', price });
  };
  beforeAll(async () => {
    // The session of the day closes at 18:15, and that of Monday takes orders from then on.
    days = await openClockedApp('2026-11-27T17:00:00Z', {});
    browser = await openBrowser();
    await trade('2026-11-27T18:10:30Z', 6700);
    await trade('2026-11-27T21:46:30Z', 6800);
    const cookies = await signedIn(days.testApp, await people.ada(days.testApp));
    const path = `/desk/${await days.instrument('ES')}?interval=5m`;
    window = await browser.open((await days.testApp.url()) + path, { cookies, isFresh: true, timeZone: 'UTC' });
    await recordDrawn(window.page);
  }, 120_000);
  afterAll(async () => {
    await window.close();
    await browser.close();
    await days.close();
  });

  it.each([
    ['after the night', '2026-11-26T23:00:00Z'],
    ['after the early close', '2026-11-27T21:45:00Z'],
  ])('begin VWAP anew with their first bar, %s', async (_, moment) => {
    const { candles, vwap } = await readDrawn(window.page);
    const { high = NaN, low = NaN, close = NaN } = candles.find(({ time }) => time === toSeconds(moment)) ?? {};

    expect(vwap.find(({ time }) => time === toSeconds(moment))?.value).toBeCloseTo((high + low + close) / 3, 6);
  });

  it('have live bars, which count into VWAP from their first bar on', async () => {
    const { page, complaints } = window;
    await page.locator('#pulse[data-state="live"]').waitFor();
    await trade('2026-11-27T21:51:30Z', 6810);
    await page.locator('#chart .legend', { hasText: 'C 6810.00' }).waitFor();
    await page.waitForFunction(
      (time) => (globalThis as unknown as { drawn: ChartData }).drawn.vwap.at(-1)?.time === time,
      toSeconds('2026-11-27T21:50:00Z'),
    );

    expect((await readDrawn(page)).vwap.at(-1)?.value).toBeCloseTo(6805, 6);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['1d', ['2026-11-27', '2026-11-30']],
    ['1w', ['2026-11-23', '2026-11-30']],
  ])('have the own fills of Friday evening in the bar of Monday, with bars of %s', async (interval, dates) => {
    const cookies = await signedIn(days.testApp, await people.ada(days.testApp));
    const path = `/desk/${await days.instrument('ES')}?interval=${interval}`;
    const { page, close } = await browser.open((await days.testApp.url()) + path, { cookies, script: false });
    const own = JSON.parse((await page.locator('#mine').getAttribute('data-own')) ?? '') as { fills: [string][] };
    expect([...new Set(own.fills.map(([date]) => date))]).toEqual(dates);
    await close();
  });

  it.each(['light', 'dark'] as const)('begin at a line with their date on the axis, %s', async (colors) => {
    const cookies = await signedIn(days.testApp, await people.ada(days.testApp));
    const path = `/desk/${await days.instrument('ES')}?interval=5m`;
    const { page, close } = await browser.open((await days.testApp.url()) + path, {
      ...{ cookies, colors, isFresh: true, timeZone: 'America/New_York' },
    });
    await page.locator('#chart .legend', { hasText: ' C ' }).waitFor();
    const { texts, lines } = await listPainted(page);
    const muted = await page.locator('#chart .legend').evaluate((legend) => {
      const probe = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      probe.strokeStyle = getComputedStyle(legend).color;
      return probe.strokeStyle;
    });
    const chart = await page.locator('#chart .drawn').boundingBox();

    // Of the session of Friday, the beginning is not seen.
    expect(texts.filter((text) => /^(?:→ )?\w+ \w+$/.test(text) && text.includes('Nov'))).toEqual([
      expect.stringMatching(/^→ (?:30 Nov|Nov 30)$/),
    ]);
    expect(await page.locator('#chart .legend').innerText()).toMatch(
      /^(?:27 Nov|Nov 27), 16:50 {2}session (?:30 Nov|Nov 30) {2}O 6810\.00/,
    );
    const seen = lines.filter(([x]) => x > 0);
    expect(new Set(seen.map(([, color]) => color))).toEqual(new Set([muted]));
    expect(Math.max(...seen.map(([x]) => x))).toBeLessThan(chart?.width ?? 0);

    await page.locator('#chart .drawn').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const status = page.locator('#chart [role="status"]');
    await status.filter({ hasText: /first of the session of (?:30 Nov|Nov 30)$/ }).waitFor({ state: 'attached' });
    await status
      .filter({ hasText: /^(?:27 Nov|Nov 27), 16:45, session (?:30 Nov|Nov 30): / })
      .waitFor({ state: 'attached' });
    await close();
  });

  it('have an arrow at their date only where the clock has another', async () => {
    const cookies = await signedIn(days.testApp, await people.ada(days.testApp));
    const path = `/desk/${await days.instrument('ES')}?interval=1h`;
    const { page, close } = await browser.open((await days.testApp.url()) + path, {
      ...{ cookies, isFresh: true, timeZone: 'Asia/Tokyo' },
    });
    await page.locator('#chart .legend', { hasText: ' C ' }).waitFor();
    const dates = (await listPainted(page)).texts.filter((text) => /Nov/.test(text) && !text.includes(','));

    // The session of Friday begins at eight in the morning there, and that of Monday on Saturday.
    expect(dates).toEqual(expect.arrayContaining([expect.stringMatching(/^(?:27 Nov|Nov 27)$/)]));
    expect(dates.filter((text) => text.includes('→'))).toEqual([expect.stringMatching(/^→ (?:30 Nov|Nov 30)$/)]);
    // The legend has no session where it has the date of the clock.
    await page.locator('#chart .drawn').focus();
    for (let bar = 0; bar < 8; bar++) await page.keyboard.press('ArrowLeft');
    expect(await page.locator('#chart .legend').innerText()).toMatch(/^(?:27 Nov|Nov 27), \d\d:00 {2}O /);
    await close();
  });
});
