import { parseDecimal } from '../../src/money/decimal.js';
import { type BackOffice, type Fields, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { alwaysOpen } from '../support/reference-data.js';

/** The longest prices of the sandbox, beside its longest name of a group. */
const yen: Fields = { symbol: '6JZ26', tick_size: '0.0000005', tick_value: 6.25, multiplier: 12_500_000 };
const note: Fields = { symbol: 'ZNZ26', tick_size: 0.015625, tick_value: 15.625, multiplier: 1000 };

describe('the quotes of the desk at 1280 by 800', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let groupId: number;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    groupId = await desk.data.group({ ...alwaysOpen, symbol: 'RATES', name: 'US interest rate futures' });
  }, 60_000);
  afterAll(() => app.close());

  const sendOrder = (
    instrumentId: number,
    acctId: number,
    [side, quantity, price]: readonly [string, number, string],
  ) =>
    desk.execute({
      ...{ type: 'LimitOrderSub', side: side as 'Buy', quantity, timeInForce: 'GTC', limitPrice: parseDecimal(price) },
      ...{ acctId, instrumentId, stopPrice: null },
      ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null },
    });

  it.each([
    [yen, '0.0064350', ['0.0057900', '0.0057910']],
    [note, '113.015625', ['101.703125', '101.718750']],
  ] as const)(
    'are one line after a fall of a tenth, with large volumes: %j',
    async ({ symbol, ...product }, settled, [bid, offer]) => {
      const productId = await desk.data.product(groupId, { symbol, max_order_quantity: 1_000_000, ...product });
      const id = await desk.data.instrument(productId, { symbol, settlement_price: settled });
      await sendOrder(id, desk.bobs, ['Buy', 1_000_000, bid]);
      await sendOrder(id, desk.adas, ['Sell', 998_750, bid]);
      await sendOrder(id, desk.bobs, ['Sell', 1250, offer]);
      const { page, complaints, close } = await app.enter(desk.ada, `/desk/${id}`);
      await page.locator('#pulse[data-state="live"]').waitFor();
      const figures = await page.locator('#quote .figure').allTextContents();
      expect({ symbol, figures: figures.filter((text) => text === '') }).toEqual({ symbol, figures: [] });
      for (const width of [1280, 1152, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const heights = await page
          .locator('.desk > header')
          .evaluate((header) => [header.clientHeight, header.scrollWidth - header.clientWidth] as const);
        const tops = await page
          .locator('#quote > div')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
        expect({ width, isOneLine: heights[0] < 50, overflow: heights[1], rows: new Set(tops).size }).toEqual({
          ...{ width, isOneLine: true, overflow: 0, rows: 1 },
        });
      }
      // At 1280 nothing of it is cut.
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const part of ['.back a', '.figure'])
        expect(
          await page
            .locator(`.desk > header ${part}`)
            .evaluateAll((texts) =>
              texts.map((text) => text.scrollWidth - text.clientWidth).filter((more) => more > 0),
            ),
        ).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );
});
