import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { alwaysOpen } from '../support/reference-data.js';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

/** The tick of FLOOR is 0.25. */
describe('numbers as people type them in order forms', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let acctId: number;
  let browser: BrowserClient;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    acctId = await fixture.account(ada);
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());

  const order = { side: 'Buy', quantity: '5', time_in_force: 'GTC' };
  const open = async (instrumentId = fixture.instrumentId) =>
    browser.follow(await browser.get(`/orders/new?instrument_id=${instrumentId}&acct_id=${acctId}`));
  const readOrder = (location: unknown) => fixture.read<{ limit_price: number }>(ada.token, String(location));
  const findFault = (body: string, field: string): string | undefined =>
    new RegExp(`id="${field}-fault">([^<]*)<`).exec(body)?.[1];

  it.each([
    ['6722,25', 6722.25],
    ['6.722,25', 6722.25],
    ['6722,5', 6722.5],
    // A price of 6.7 is off the tick.
    ['6,700', 6700],
    ['6.700', 6700],
    ['6722.25', 6722.25],
    [' 6722,250 ', 6722.25],
  ])('a ticket takes the price %s as %d', async (typed, limit_price) => {
    const { statusCode, headers } = await browser.press(await open(), '/orders/ticket', {
      ...order,
      limit_price: typed,
    });
    expect(statusCode).toBe(303);
    expect(await readOrder(headers.location)).toMatchObject({ limit_price });
  });

  it.each([
    ['6,750', '6750 or 6,75'],
    ['6.750', '6750 or 6.75'],
    ['1.000', '1000 or 1.0'],
  ])('a ticket refuses the price %s, which the tick lets mean both %s', async (typed, readings) => {
    const page = await browser.press(
      await open(),
      '/orders/ticket',
      { ...order, limit_price: typed },
      { isForced: true },
    );
    expect(page.statusCode).toBe(400);
    expect(findFault(page.body, 'limit_price')).toBe(`“${typed}” may be ${readings}. Write it in one of these ways.`);
    expect(formsOf(page.body)[0]?.fields).toMatchObject({ limit_price: typed });
  });

  it('takes a point before three decimals as the page writes it where the tick has three', async () => {
    const { data } = fixture;
    const product = await data.product(await data.group({ ...alwaysOpen, symbol: 'GAS' }), {
      symbol: 'GAS',
      tick_size: 0.001,
      tick_value: 0.05,
    });
    const gas = await data.instrument(product, { symbol: 'GAS', settlement_price: undefined });
    const send = async (limit_price: string) =>
      browser.press(await open(gas), '/orders/ticket', { ...order, limit_price }, { isForced: true });
    const { statusCode, headers } = await send('3.125');
    const ambiguous = await send('3,125');

    expect([statusCode, ambiguous.statusCode]).toEqual([303, 400]);
    expect(await readOrder(headers.location)).toMatchObject({ limit_price: 3.125 });
    expect(findFault(ambiguous.body, 'limit_price')).toBe(
      '“3,125” may be 3125 or 3,1250. Write it in one of these ways.',
    );
  });

  it.each(['-5', '0', '-1', '1.5', 'abc'])(
    'a ticket and a modification refuse the quantity %s beside its field, and no order is stored',
    async (quantity) => {
      const latest = async () => (await fixture.read<{ id: number }[]>(ada.token, '/orderactions?newest=true'))[0]?.id;
      const filled = { ...order, quantity, limit_price: '6722,25' };
      const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 10 }));
      const before = await latest();
      const page = await browser.press(await open(), '/orders/ticket', filled, { isForced: true });
      const form = await browser.get(`/orders/${id}/modification`);
      const modified = await browser.press(form, '/orders/ticket', { quantity }, { isForced: true });
      const words = 'Enter the quantity as a whole number, such as 5.';

      expect([page.statusCode, findFault(page.body, 'quantity')]).toEqual([400, words]);
      expect([modified.statusCode, findFault(modified.body, 'quantity')]).toEqual([400, words]);
      expect(await latest()).toBe(before);
    },
  );

  it.each([
    ['1.000', '“1.000” may be 1000 or 1. Write the quantity without a separator.'],
    ['1,000', 'Write 1000, without separators.'],
    ['1,5', 'Enter the quantity as a whole number, such as 5.'],
  ])('a ticket refuses the quantity %s', async (quantity, words) => {
    const filled = { ...order, quantity, limit_price: '6722,25' };
    const page = await browser.press(await open(), '/orders/ticket', filled, { isForced: true });
    expect([page.statusCode, findFault(page.body, 'quantity')]).toEqual([400, words]);
  });

  it('the preview and the form of a modification take a decimal comma as well', async () => {
    const page = await open();
    const fields = formsOf(page.body).find(({ action }) => action === '/orders/ticket')?.fields ?? {};
    const preview = await browser.post('/orders/ticket/preview', { ...fields, ...order, limit_price: '6722,25' });
    expect(preview.statusCode).toBe(200);
    expect(preview.body).toContain('value="6722,25"');

    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 10 }));
    const form = await browser.get(`/orders/${id}/modification`);
    const modified = await browser.press(form, '/orders/ticket', { limit_price: '11,25' });
    expect(modified.statusCode).toBe(303);
    expect(await readOrder(`/orders/${id}`)).toMatchObject({ limit_price: 11.25 });
  });

  it('the JSON API takes decimal points only', async () => {
    const body = { ...fixture.limit(acctId, {}), limit_price: '6722,25' };
    expect((await testApp.request('POST', '/orderactions', { as: ada.token, body })).statusCode).toBe(400);
  });
});
