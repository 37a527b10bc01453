import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the card of an account on the overview', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: BrowserClient;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    browser = openBrowserClient(testApp);
    await browser.signIn(desk.ada);
  });
  afterAll(() => testApp.close());

  const list = async (quantity: number, price: number) =>
    desk.refer(desk.adas, await desk.sessionDate(), [{ instrument_id: desk.instrumentId, quantity, price }]);

  async function readCard(
    acctId = desk.adas,
  ): Promise<Readonly<{ figures: readonly number[]; notes: readonly string[] }>> {
    const { body } = await browser.get('/desk');
    const card = new RegExp(`<li class="account" id="account-${acctId}">[^]*?</li>`).exec(body)?.[0] ?? '';
    const figures = ['day_pnl', 'unrealised_pnl', 'realised_pnl'].map((key) =>
      Number(new RegExp(`data-field="${key}"><span[^>]*>([^<]*)<`).exec(card)?.[1]?.replaceAll(/[+,]/g, '')),
    );
    const notes = [...card.matchAll(/<p class="hint">(.*?)<\/p>/g)].map(([, words = '']) =>
      words.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&'),
    );
    return { figures, notes };
  }

  it('has no note while P&L today is unrealized and realized P&L', async () => {
    await desk.trade(2, 6700);
    await desk.trade(1, 6710, await desk.account(desk.ada));

    expect(await readCard()).toEqual({ figures: [1_000, 1_000, 0], notes: [] });
  });

  it('says how much of P&L today is from before a corrected list of today', async () => {
    await list(2, 6700);
    await list(2, 6704);

    expect(await readCard()).toEqual({
      figures: [1_000, 600, 0],
      notes: [
        `+400.00 of P&L today is from before the reference positions of ${await desk.sessionDate()}: unrealized and realized P&L count from their prices.`,
      ],
    });
  });

  it('says how much of unrealized and realized P&L is from before the last close', async () => {
    await desk.roll();
    await desk.trade(-1, 6712);

    expect(await readCard()).toEqual({
      figures: [200, 400, 400],
      notes: ['+600.00 of unrealized and realized P&L is from before the last close, where P&L today begins.'],
    });
  });
  it('counts what a list of a closed date had open at the close as from before it', async () => {
    const acctId = await desk.account(desk.ada);
    const closed = daysAfter(await desk.sessionDate(), -1);
    await desk.refer(acctId, closed, [{ instrument_id: desk.instrumentId, quantity: 2, price: 6700 }]);

    expect(await readCard(acctId)).toEqual({
      figures: [200, 1_200, 0],
      notes: ['+1,000.00 of unrealized and realized P&L is from before the last close, where P&L today begins.'],
    });
  });
});
