import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { openBrowserClient } from '../support/browser-client.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

describe('the chart of GET /desk/:id', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    await desk.trade(1, 6700);
  }, 60_000);
  afterAll(() => app.close());

  // From the end of the trading day the script knows where VWAP begins anew.
  it('has the same trading day while trading is halted', async () => {
    const ada = openBrowserClient(app.testApp);
    await ada.signIn(desk.ada);
    const readFigure = async (): Promise<string | undefined> =>
      /<figure id="chart"[^>]*>/.exec((await ada.get(`/desk/${desk.instrumentId}`)).body)?.[0];
    const open = await readFigure();
    await desk.data.turn(desk.instrumentId, 'Halted');
    const halted = await readFigure();
    await desk.data.turn(desk.instrumentId, 'Open');

    expect(open).toMatch(/ data-day-end="\d\d:\d\d"/);
    expect(halted).toBe(open);
  });
});
