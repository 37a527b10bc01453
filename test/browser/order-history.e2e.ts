import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import type { Window } from '../support/browser.js';
import { issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

const LONG_NAME = 'maximiliana.featherstonehaugh-cholmondeley.derivatives-trading.of-the-second-floor.london-office';

/** How many pixels of the table are out of its frame, how wide the page is, and what its cells cut off. */
function measureTable(box: Element): Readonly<{ hidden: number; page: number; cut: (string | null)[] }> {
  return {
    hidden: box.scrollWidth - box.clientWidth,
    page: document.documentElement.scrollWidth,
    cut: [...box.querySelectorAll('td')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map(({ textContent }) => textContent),
  };
}

describe('GET /orders/:id/history in a browser', () => {
  let app: BrowserApp;
  let floor: Floor;
  let admin: Person;
  let eventful: number;
  let plain: number;
  let rejected: number;
  beforeAll(async () => {
    app = await openBrowserApp();
    const { testApp } = app;
    floor = await tradingFloor(testApp);
    const [ada, bob, eve] = [
      await people.named(testApp, LONG_NAME),
      await people.bob(testApp),
      await people.eve(testApp),
    ];
    admin = await people.named(testApp, LONG_NAME.replace('maximiliana', 'wilhelmina'), 'Admin');
    const acctId = await floor.account(ada, { maxOrderQuantity: 900 });
    const [bobs, eves] = [await floor.account(bob), await floor.account(eve)];
    const onBehalf = { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId };
    const token = await issueToken(testApp, onBehalf);
    const sell = (quantity: number, price: number) =>
      floor.order(bob.token, floor.limit(bobs, { side: 'Sell', quantity, limit_price: price }));
    const buy = (quantity: number, price: number) =>
      floor.order(eve.token, floor.limit(eves, { quantity, limit_price: price }));

    plain = (await floor.order(ada.token, floor.limit(acctId, { limit_price: 6000 }))).id;
    const stop = { action_type: 'StopLimitOrderSub', stop_price: 123_456.75, limit_price: 123_460.25, quantity: 800 };
    const order = await floor.order(token, floor.limit(acctId, stop));
    eventful = order.id;
    await sell(1, 123_456.75);
    await buy(1, 123_456.75);
    for (let at = 0; at < 3; at++) await sell(100 + at, 123_457.25 + at);
    await floor.act(token, { action_type: 'OrderModification', order_id: eventful, quantity: 700 });
    await floor.act(token, { action_type: 'OrderCancellation', order_id: eventful });
    const refusal = (await floor.act(token, floor.limit(acctId, { quantity: 1000 }))).json<{
      action?: { order?: { id: number } };
    }>();
    rejected = refusal.action?.order?.id ?? 0;
  }, 60_000);
  afterAll(() => app.close());

  const enter = (id: number, width: number): Promise<Window> => app.enter(admin, `/orders/${id}/history`, { width });

  it.each([
    ['with every kind of event, by an administrator with a long email', () => eventful],
    ['with one event', () => plain],
    ['that was rejected', () => rejected],
  ])(
    'shows each cell of an order %s, at 1280 and at 360 pixels',
    async (_, toId) => {
      for (const width of [1280, 360]) {
        const { page, complaints, close } = await enter(toId(), width);
        const measures = await page.locator('#rows .scroll').evaluate(measureTable);

        expect([width, measures]).toEqual([width, { hidden: 0, page: width, cut: [] }]);
        expect(complaints).toEqual([]);
        await close();
      }
    },
    60_000,
  );

  it('has columns of different titles, and none without a value in any row', async () => {
    const readTitles = async (id: number): Promise<string[]> => {
      const { page, close } = await enter(id, 1280);
      const titles = await page.locator('#rows thead th').allInnerTexts();
      await close();
      return titles;
    };

    const always = ['Step', 'Version', 'Time', 'Event', 'State', 'Time in force'];
    expect(await readTitles(plain)).toEqual([...always, 'Limit', 'Quantity', 'Filled', 'Action']);
    expect(await readTitles(rejected)).toEqual([...[...always, 'Limit', 'Quantity', 'Filled', 'Action', 'On behalf']]);
    expect(await readTitles(eventful)).toEqual([
      ...[...always, 'Limit', 'Stop', 'Quantity', 'Filled', 'Average', 'Trade', 'Action', 'On behalf'],
    ]);
  }, 60_000);
});
