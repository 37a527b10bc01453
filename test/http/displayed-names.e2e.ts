import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('names on pages', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('are shown only to users who may view the account', async () => {
    const market = await tradingFloor(testApp);
    const [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    const acctId = await market.account(ada);
    await market.order(ada.token, market.limit(acctId, { limit_price: 10 }));
    const [adaBrowser, bobBrowser] = [openBrowserClient(testApp), openBrowserClient(testApp)];
    await adaBrowser.signIn(ada);
    await bobBrowser.signIn(bob);
    const formToken = /name="form_token" value="([^"]+)"/.exec((await bobBrowser.get('/orders')).body)?.[1] ?? '';
    const pages = [
      `/orders?acct_id=${acctId}`,
      `/positions?acct_id=${acctId}`,
      `/fills?acct_id=${acctId}`,
      `/events?acct_id=${acctId}`,
      `/accounts/${acctId}`,
      `/orders/new?acct_id=${acctId}&instrument_id=${market.instrumentId}`,
    ];

    expect((await adaBrowser.get(`/accounts/${acctId}`)).body).toContain('A floor account');
    for (const page of pages)
      expect([page, (await bobBrowser.get(page)).body.includes('A floor account')]).toEqual([page, false]);
    const rejected = await bobBrowser.post('/orders/ticket', {
      form_token: formToken,
      action_type: 'MarketOrderSub',
      acct_id: String(acctId),
      instrument_id: String(market.instrumentId),
      side: 'Buy',
      quantity: '1',
    });
    expect([rejected.statusCode, rejected.body.includes('A floor account')]).toEqual([422, false]);
  });

  it('have prices with the decimals of the instrument on pages, and unchanged in JSON', async () => {
    const market = await tradingFloor(testApp);
    const [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    const [adaAccountId, bobAccountId] = [await market.account(ada), await market.account(bob)];
    const { id } = await market.order(ada.token, market.limit(adaAccountId, { limit_price: 6600.5, quantity: 3 }));
    await market.act(ada.token, { action_type: 'OrderModification', order_id: id, limit_price: 6601.5 });
    await market.act(bob.token, market.limit(bobAccountId, { side: 'Sell', quantity: 2, limit_price: 6601.5 }));
    await market.act(
      bob.token,
      market.limit(bobAccountId, { side: 'Sell', quantity: 1, limit_price: 6603.5, client_order_id: 'sold' }),
    );
    const statement = {
      acct_id: adaAccountId,
      as_of: '2026-01-30',
      position: [{ instrument_id: market.instrumentId, quantity: 2, price: 6601.5 }],
    };
    const { id: list } = (
      await testApp.request('POST', '/refpositions', { as: market.admin.token, body: statement })
    ).json<{ id: number }>();
    const adaBrowser = openBrowserClient(testApp);
    await adaBrowser.signIn(ada);
    const pages = [
      `/orders/${id}`,
      `/orders/${id}/history`,
      `/orders/${id}/modification`,
      `/orders?acct_id=${adaAccountId}`,
      `/fills?acct_id=${adaAccountId}`,
      `/orderactions?order_id=${id}`,
      `/positions?acct_id=${adaAccountId}`,
      `/events?acct_id=${adaAccountId}`,
      `/trades?instrument_id=${market.instrumentId}`,
      `/bars?instrument_id=${market.instrumentId}&interval=1d`,
      `/refpositions/${list}`,
      '/desk',
    ];

    for (const page of pages) {
      const { body } = await adaBrowser.get(page);
      expect([page, body.match(/\b660[013][.]5(?!\d)/g), body.includes('6601.50')]).toEqual([page, null, true]);
    }
    expect((await adaBrowser.get(`/orders/${id}/history`)).body).toContain('6600.50');
    expect((await testApp.request('GET', `/orders/${id}`, { as: ada.token })).body).toContain('"limit_price":6601.5,');
    const cancelled = await adaBrowser.press(await adaBrowser.get(`/orders/${id}`), '/orders/ticket');
    expect((await adaBrowser.follow(cancelled)).body).toContain('2 FLOOR were bought at 6601.50 before');
  });
});
