import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { issueToken, people } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';

describe('GET /orderactions in a browser', () => {
  let app: BrowserApp;
  beforeAll(async () => {
    app = await openBrowserApp();
  }, 60_000);
  afterAll(() => app.close());

  it('shows whole at 1280 pixels who acted for whom, and why an action was refused', async () => {
    const { testApp } = app;
    const floor = await tradingFloor(testApp);
    const [admin, ada] = [await people.admin(testApp), await people.ada(testApp)];
    await testApp.orm.em
      .fork()
      .execute(`update users set first_name = 'Friederike', last_name = 'von Hohenlohe' where id = ?`, [ada.id]);
    const acctId = await floor.account(ada, { maxOrderQuantity: 3 });
    const acting = { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId };
    const token = await issueToken(testApp, acting);
    const more = { quantity: 2, limit_price: 6700.25, time_in_force: 'GTC', client_order_id: 'desk-2026-11-27-0001' };
    await floor.act(token, floor.limit(acctId, more));
    await floor.act(token, floor.limit(acctId, { ...more, client_order_id: 'desk-2', quantity: 4 }));

    const { page, complaints, close } = await app.enter(admin, '/orderactions');
    const rows = page.locator('#rows tbody tr', { hasText: 'on behalf' });
    expect(await rows.count()).toBe(2);
    const list = page.locator('#rows .scroll');
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const [edge, by] = [await list.boundingBox(), await rows.first().locator('.on-behalf').boundingBox()];
    expect((by?.x ?? 0) + (by?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
