import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { listSmallTargets } from '../support/touch-targets.js';

describe('what is pressed at 360 pixels', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    await desk.trade(2, 6700);
    const order = { side: 'Buy', time_in_force: 'GTC', acct_id: desk.adas, instrument_id: desk.instrumentId };
    const limit = { action_type: 'LimitOrderSub', quantity: 12, limit_price: 6600.25 };
    await desk.send('/orderactions', { ...order, ...limit }, desk.ada);
  }, 60_000);
  afterAll(() => app.close());

  // Not every window that is as narrow as a telephone says that it is touched.
  it.each(
    ['/', '/desk', '/desk/:id', '/positions', '/orders', '/fills', '/watchlists', '/accounts', '/marketdata'].flatMap(
      (path) => [
        { path, isTouched: true },
        { path, isTouched: false },
      ],
    ),
  )(
    'is as high as a finger: %j',
    async ({ path, isTouched }) => {
      const place = path.replace(':id', String(desk.instrumentId));
      const { page, complaints, close } = await app.enter(desk.ada, place, { width: 360, isTouched });

      expect(await page.evaluate(listSmallTargets)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );
});
