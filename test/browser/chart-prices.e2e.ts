import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

/** A word of the price scale; `y` is its middle, in pixels from the top of the scale. */
type ScaleText = Readonly<{ text: string; y: number; color: string }>;

describe('the price scale of the chart of GET /desk/:id', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    for (const price of [6700, 6720.25, 6710.5]) await desk.trade(1, price);
  }, 60_000);
  afterAll(() => app.close());

  const order = (side: 'Buy' | 'Sell', price: number, quantity = 1): Promise<unknown> =>
    desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', side, time_in_force: 'GTC', quantity, limit_price: price },
        ...{ acct_id: desk.adas, instrument_id: desk.instrumentId },
      },
      desk.ada,
    );

  const enter = async () => {
    const window = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await window.page.addInitScript(() => {
      const painted = new Map<string, ScaleText>();
      const words = new Set<string>();
      const paint = Reflect.get(CanvasRenderingContext2D.prototype, 'fillText') as (...rest: unknown[]) => void;
      CanvasRenderingContext2D.prototype.fillText = function (...rest) {
        const [text, , y] = rest;
        const { height } = this.canvas.getBoundingClientRect();
        words.add(text);
        const isOnScale = this.canvas.closest('td')?.cellIndex === 2;
        if (isOnScale && y > 0 && y < height) painted.set(text, { text, y, color: this.fillStyle as string });
        paint.apply(this, rest);
      };
      Object.assign(window, { painted, words });
    });
    await window.page.reload();
    await window.page.locator('#pulse[data-state="live"]').waitFor();
    await window.page.locator('#chart canvas').first().waitFor();
    return window;
  };

  /** What stands on the scale after it is painted anew, without its own marks, which are muted. */
  const listTags = async (page: Page, { isNew = true } = {}): Promise<readonly ScaleText[]> => {
    if (isNew) {
      await page.waitForTimeout(300);
      await page.evaluate(() => (globalThis as unknown as { painted: Map<string, ScaleText> }).painted.clear());
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      await page.setViewportSize({ width: width - 2, height });
      await page.waitForTimeout(300);
    }
    return page.evaluate(() => {
      const { painted } = globalThis as unknown as { painted: Map<string, ScaleText> };
      const probe = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      probe.fillStyle = getComputedStyle(document.querySelector('#chart .legend') as Element).color;
      return [...painted.values()].filter(({ color }) => color !== probe.fillStyle);
    });
  };

  it('points at its edges to working orders beyond its prices, one tag on each side, and none covers another', async () => {
    for (const price of [6400, 6399.75, 6300, 6705]) await order('Buy', price);
    await order('Sell', 7000, 3);
    const { page, complaints, close } = await enter();
    await page.locator('#mine', { hasText: '7000.00' }).waitFor();
    const tags = (await listTags(page)).toSorted((one, other) => one.y - other.y);

    expect(tags.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['▲ 7000.00', '6710.50', '6705.00', '▼ 6400.00 +2']),
    );
    expect(tags.filter(({ text }) => /^(?:6[34]|70)/.test(text))).toEqual([]);
    expect([tags[0]?.text, tags.at(-1)?.text]).toEqual(['▲ 7000.00', '▼ 6400.00 +2']);
    for (const [index, { text, y }] of tags.slice(1).entries())
      expect({ text, isFree: y - (tags[index]?.y ?? 0) >= 16 }).toEqual({ text, isFree: true });

    // What comes into sight has its own label, and what has gone none.
    await page.locator('#chart .drawn').focus();
    await order('Sell', 6715);
    await page.locator('#mine', { hasText: '6715.00' }).waitFor();
    await page.locator('#mine tr', { hasText: '6400.00' }).getByRole('button', { name: 'Cancel' }).click();
    await page.locator('#mine tr', { hasText: '6400.00' }).waitFor({ state: 'detached' });
    const texts = (await listTags(page)).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['▼ 6399.75 +1']));
    expect(texts.filter((text) => text.startsWith('▲'))).toHaveLength(1);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('names the average price of the position beside its price, and nothing over the bars', async () => {
    const { page, complaints, close } = await enter();
    // Bought at 6700, 6720.25 and 6710.50.
    const texts = (await listTags(page)).map(({ text }) => text);
    const words = await page.evaluate(() => [...(globalThis as unknown as { words: Set<string> }).words]);

    expect(texts.filter((text) => /avg|6710[.](?!50)/.test(text))).toEqual(['avg 6710.25']);
    expect(words.filter((text) => /average/.test(text))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('has a price of a whole tick at the pointer, wherever it points', async () => {
    const { page, complaints, close } = await enter();
    const { x, y, width, height } = (await page.locator('#chart .drawn').boundingBox()) ?? {
      ...{ x: 0, y: 0, width: 0, height: 0 },
    };
    const resting = new Set((await listTags(page)).map(({ text }) => text));
    const pointed = new Set<string>();
    for (let step = 2; step < 18; step++) {
      await page.mouse.move(x + width - 220, y + (height * step) / 20);
      await page.waitForTimeout(60);
      for (const { text } of await listTags(page, { isNew: false })) if (!resting.has(text)) pointed.add(text);
    }

    expect(pointed.size).toBeGreaterThan(3);
    expect([...pointed].filter((text) => !/\.(?:00|25|50|75)$/.test(text))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
