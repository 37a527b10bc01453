import type { Page } from 'playwright-core';
import { type Browser, openBrowser } from '../support/browser.js';
import { type ClockedApp, openClockedApp } from '../support/clocked-app.js';
import { people } from '../support/people.js';
import { signedIn } from '../support/signed-in.js';

/** A text of a fill in its chart: where it begins and ends, and at what height. */
type FillText = Readonly<{ text: string; left: number; right: number; y: number; width: number }>;

const OPEN = Date.parse('2026-11-25T15:00:00Z');
const FONT_PIXELS = 12;

describe('the fills in the chart of GET /desk/:id', () => {
  let days: ClockedApp;
  let browser: Browser;
  beforeAll(async () => {
    days = await openClockedApp('2026-11-25T14:00:00Z', {});
    browser = await openBrowser();
    const [one, other] = days.accounts;
    for (let n = 0; n < 18; n++) {
      await days.at(new Date(OPEN + n * 150_000).toISOString());
      const [buyer, seller] = n % 3 === 0 ? [one, other] : [other, one];
      const price = 6700 + Math.round(Math.sin(n / 3) * 40) * 0.25;
      await days.order({ acctId: seller, side: 'Sell', price });
      await days.order({ acctId: buyer, side: 'Buy', price });
    }
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await days.close();
  });

  const recordTexts = (page: Page): Promise<void> =>
    page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const paint = Reflect.get(prototype, 'fillText') as (...rest: unknown[]) => void;
      const painted = new Map<string, FillText>();
      prototype.fillText = function (text, x, y) {
        const { width } = this.measureText(text);
        const left = this.textAlign === 'center' ? x - width / 2 : x;
        if (/^[BS] /.test(text))
          painted.set(`${text} ${Math.round(x)}`, { text, left, right: left + width, y, width: this.canvas.width });
        paint.call(this, text, x, y);
      };
      Object.assign(globalThis, { painted });
    });
  /** What the last painting had. */
  const readTexts = async (page: Page): Promise<FillText[]> => {
    await page.evaluate(() => (globalThis as unknown as { painted: Map<string, FillText> }).painted.clear());
    await page.mouse.move(300 + Math.random() * 50, 400);
    await page.waitForTimeout(200);
    return page.evaluate(() => [...(globalThis as unknown as { painted: Map<string, FillText> }).painted.values()]);
  };

  it('have texts that neither cover each other nor leave the chart, however far it is zoomed out', async () => {
    const cookies = await signedIn(days.testApp, await people.ada(days.testApp));
    const path = `/desk/${await days.instrument('ES')}?interval=1m`;
    const { page, complaints, close } = await browser.open((await days.testApp.url()) + path, {
      ...{ cookies, isFresh: true },
    });
    await page.locator('#chart .legend', { hasText: ' C ' }).waitFor();
    await recordTexts(page);
    for (let step = 0; step < 8; step++) {
      const texts = await readTexts(page);
      expect(texts.length).toBeGreaterThan(1);
      expect(texts.filter(({ right, width }) => right > width)).toEqual([]);
      const overlaps = texts.flatMap((one, n) =>
        texts
          .slice(n + 1)
          .filter(
            (other) => Math.abs(one.y - other.y) < FONT_PIXELS && one.left < other.right && other.left < one.right,
          )
          .map((other) => [step, one, other]),
      );
      expect(overlaps).toEqual([]);
      await page.locator('#chart .drawn').focus();
      await page.keyboard.press('-');
    }
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it.each(['1m', '1w'])(
    'have texts whole below the upper edge, with bars of %s',
    async (interval) => {
      const [one, other] = days.accounts;
      await days.order({ acctId: one, side: 'Buy', price: 6790 });
      await days.order({ acctId: other, side: 'Sell', price: 6790 });
      const cookies = await signedIn(days.testApp, await people.ada(days.testApp));
      const path = `/desk/${await days.instrument('ES')}?interval=${interval}`;
      const { page, close } = await browser.open((await days.testApp.url()) + path, { cookies, isFresh: true });
      await page.locator('#chart .legend', { hasText: ' C ' }).waitFor();
      await recordTexts(page);
      for (let step = 0; step < 4; step++) {
        const texts = await readTexts(page);
        expect(texts.length).toBeGreaterThan(0);
        expect(texts.filter(({ y }) => y < FONT_PIXELS / 2)).toEqual([]);
        await page.locator('#chart .drawn').focus();
        await page.keyboard.press('+');
      }
      await close();
    },
    60_000,
  );
});
