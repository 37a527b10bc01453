import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the mark beside the positions of GET /desk/:id', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: BrowserClient;
  let today: string;
  beforeEach(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    today = await desk.sessionDate();
    browser = openBrowserClient(testApp);
    await browser.signIn(desk.ada);
  });
  afterEach(() => testApp.close());

  const refer = (acctId: number, quantity: number, price: number, asOf = today) =>
    desk.refer(acctId, asOf, [{ instrument_id: desk.instrumentId, quantity, price }]);
  const quote = (side: 'Buy' | 'Sell', price: number, quantity: number) =>
    desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', side, time_in_force: 'GTC', quantity, limit_price: price },
        ...{ acct_id: desk.bobs, instrument_id: desk.instrumentId },
      },
      desk.bob,
    );
  const readMark = async (): Promise<string | undefined> => {
    const { body } = await browser.get(`/desk/${desk.instrumentId}`);
    const [, line] = /<p class="hint" id="mark"[^>]*>(.*?)<\/p>/.exec(body) ?? [];
    return line?.replaceAll(/<span hidden>.*<\/span>|<[^>]+>/g, '').replace(/\d\d:\d\d:\d\d/, 'TIME');
  };

  it('is named: the statement, the middle of bid and offer, the last trade; without a position there is none', async () => {
    expect(await readMark()).toBeUndefined();
    await refer(desk.adas, 2, 6701.125);
    expect(await readMark()).toBe(`Mark: price of the statement of ${today}`);
    await quote('Buy', 6700, 5);
    expect(await readMark()).toBe(
      `Mark: price of the statement of ${today} · closing at the bid, 6700.00: -112.50 USD`,
    );
    await quote('Sell', 6702, 5);
    expect(await readMark()).toBe('Mark: middle of bid and offer · closing at the bid, 6700.00: -112.50 USD');
    await desk.trade(1, 6702);
    expect(await readMark()).toBe('Mark: last trade TIME UTC · closing at the bid, 6700.00: -212.50 USD');
  });

  it('is the settlement after the session', async () => {
    await desk.trade(2, 6700);
    await desk.roll();
    expect(await readMark()).toBe('Mark: settlement price');
  });

  it('adds what a long and a short account bring at bid and offer', async () => {
    const second = await desk.account(desk.ada);
    await desk.trade(3, 6700);
    await desk.trade(-1, 6700, second);
    await quote('Buy', 6699, 2);
    await quote('Sell', 6703, 2);
    expect(await readMark()).toBe(
      'Mark: last trade TIME UTC · closing all at the bid, 6699.00 (size 2), and the offer, 6703.00: -300.00 USD',
    );
  });
});
