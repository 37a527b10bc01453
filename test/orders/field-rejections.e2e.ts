import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { alwaysOpen } from '../support/reference-data.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

describe('an order form with several invalid fields', () => {
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

  const open = async (query = ''): ReturnType<BrowserClient['get']> =>
    browser.follow(await browser.get(`/orders/new?instrument_id=${fixture.instrumentId}&acct_id=${acctId}${query}`));
  const send = async (page: Awaited<ReturnType<typeof open>>, filled: Record<string, string>, isForced = false) =>
    browser.press(page, '/orders/ticket', filled, { isForced });
  const buy = { side: 'Buy', quantity: '5', limit_price: '6700.25', time_in_force: 'GTC' };
  const readFieldErrors = (body: string): Record<string, string> =>
    Object.fromEntries(
      [...body.matchAll(/id="(\w+)-fault">([^<]*)</g)].map(([, name = '', words = '']) => [name, words]),
    );
  const steps = 'The price tick is 0.25; the nearest are 6700.25 and 6700.50.';

  it.each([
    [
      'by the rules of the venue',
      { quantity: '2000000000', limit_price: '6700.3' },
      422,
      {
        quantity: 'The quantity is a whole number from 1 to 1000000000. Enter the number of contracts or shares.',
        limit_price: steps,
      },
    ],
    [
      'by the rules, in a date as well',
      { limit_price: '6700.3', time_in_force: 'GTD', expire_date: '2020-01-01' },
      422,
      { limit_price: steps, expire_date: 'The session of its last day has closed. Choose a later date.' },
    ],
    [
      'in both its prices',
      { action_type: 'StopLimitOrderSub', limit_price: '6700.3', stop_price: '6700.4' },
      422,
      { stop_price: steps, limit_price: steps },
    ],
    [
      'by separators',
      { quantity: '1,000', limit_price: '6,700.25' },
      400,
      { quantity: 'Write 1000, without separators.', limit_price: 'Write 6700.25, without separators.' },
    ],
    [
      'by its form',
      { side: '', quantity: 'five', limit_price: 'low' },
      400,
      {
        side: 'Choose buy or sell.',
        quantity: 'Enter the quantity as a whole number, such as 5.',
        limit_price: 'Enter prices in plain digits, such as 4500.25.',
      },
    ],
    [
      'by its form and by the rules',
      { quantity: '', limit_price: '6700.3' },
      400,
      { quantity: 'Enter a quantity as a whole number, such as 5.', limit_price: steps },
    ],
    [
      'by its side, and by the rules',
      { side: '', quantity: '-1', limit_price: '6700.3' },
      400,
      { side: 'Choose buy or sell.', quantity: 'Enter the quantity as a whole number, such as 5.', limit_price: steps },
    ],
  ] as const)('says next to each what is wrong there: %s', async (_how, filled, status, faults) => {
    const isStop = 'stop_price' in filled;
    const page = await open(isStop ? '&action_type=StopLimitOrderSub' : '');
    const { body, statusCode } = await send(page, { ...buy, post_only: '', ...filled }, true);

    expect([statusCode, readFieldErrors(body)]).toEqual([status, faults]);
    expect(body).toContain(`${Object.keys(faults).length} fields need correction.`);
    expect(/<input[^>]* name="(\w+)"[^>]* autofocus/.exec(body)?.[1] ?? 'side').toBe(Object.keys(faults)[0]);
  });

  it('asks before a modification trades at once, and again at another price or quantity', async () => {
    const bob = await people.bob(testApp);
    const bobs = await fixture.account(bob);
    await fixture.order(bob.token, fixture.limit(bobs, { side: 'Sell', quantity: 2, limit_price: 6710 }));
    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 6500 }));
    const page = await browser.get(`/orders/${id}/modification`);
    const asked = await browser.press(page, '/orders/ticket', { limit_price: '6710' });
    const again = await browser.press(asked, '/orders/ticket', { limit_price: '6711' });
    const more = await browser.press(again, '/orders/ticket', { quantity: '7' });
    for (const { statusCode, body } of [asked, again, more]) {
      expect([statusCode, /role="alert">([^<]*)/.exec(body)?.[1]]).toEqual([
        409,
        'At this price, 2 would trade at once, at 6710.00. The order is unchanged.',
      ]);
      expect(body).toContain('>Modify and trade</button>');
      expect(/autofocus>([^<]*)/.exec(body)?.[1]).toBe('Leave it unchanged');
    }
    expect(await fixture.read(ada.token, `/orders/${id}`)).toMatchObject({ version: 1, filled_quantity: 0 });
    expect((await browser.press(again, '/orders/ticket', {})).statusCode).toBe(303);
    expect(await fixture.read(ada.token, `/orders/${id}`)).toMatchObject({ limit_price: 6711, filled_quantity: 2 });
    await fixture.act(ada.token, { action_type: 'OrderCancellation', order_id: id });
  });

  it('reports every invalid field of a modification, account limits included', async () => {
    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 6500 }));
    const change = async (filled: Record<string, string>) =>
      browser.press(await browser.get(`/orders/${id}/modification`), '/orders/ticket', filled);
    const [rejected, mixed] = [
      await change({ quantity: '2000000000', limit_price: '6700.3' }),
      await change({ quantity: 'x', limit_price: '6700.3' }),
    ];

    expect([rejected.statusCode, mixed.statusCode]).toEqual([422, 400]);
    expect(readFieldErrors(rejected.body)).toEqual({
      quantity: expect.stringContaining('whole number from 1'),
      limit_price: steps,
    });
    expect(readFieldErrors(mixed.body)).toEqual({
      quantity: expect.stringContaining('such as 5.'),
      limit_price: steps,
    });
    expect(rejected.body).toContain('The order is unchanged. 2 fields need correction.');
    expect(await fixture.read(ada.token, `/orders/${id}`)).toMatchObject({ version: 1, quantity: 5 });
    const again = (version: number) =>
      browser.get(`/orders/${id}/modification?quantity=8&limit_price=6400.50&expected_version=${version}&unsent=yes`);
    const [same, other] = [(await again(1)).body, (await again(9)).body];
    for (const page of [same, other])
      expect(formsOf(page).find(({ action }) => action === '/orders/ticket')?.fields).toMatchObject({
        quantity: '8',
        limit_price: '6400.50',
        expected_version: '1',
      });
    expect([same, other].map((page) => page.includes('The order itself has changed since'))).toEqual([false, true]);
    const unknown = await send(await open(), { ...buy, acct_id: '2000000000', limit_price: '6700.3' });
    expect(readFieldErrors(unknown.body)).toMatchObject({ limit_price: steps });
  });

  it('reports limits and price band to users with access to the account only', async () => {
    const small = await fixture.account(ada, { maxOrderQuantity: 4 });
    const bob = await people.bob(testApp);
    const productId = await fixture.data.product(
      await fixture.data.group({ ...alwaysOpen, symbol: 'BAND', price_band: 5 }),
      { symbol: 'BAND' },
    );
    const instrumentId = await fixture.data.instrument(productId, { symbol: 'BAND' });
    await fixture.order(ada.token, fixture.limit(acctId, { instrument_id: instrumentId }));
    await fixture.order(
      bob.token,
      fixture.limit(await fixture.account(bob), { instrument_id: instrumentId, side: 'Sell' }),
    );
    const at = async (account: number, filled: Record<string, string>) =>
      send(
        await browser.follow(await browser.get(`/orders/new?instrument_id=${instrumentId}&acct_id=${small}`)),
        { ...buy, acct_id: String(account), post_only: '', ...filled },
        true,
      );
    const size = 'An order here may be for 4 at most. Send a smaller order.';

    const two = readFieldErrors((await at(small, { quantity: '9', limit_price: '9000' })).body);
    expect(two).toEqual({
      quantity: size,
      limit_price: expect.stringContaining(
        'beyond the reference price, 6700.00. The price band is 6365.00 to 7035.00. Choose a price closer to the market.',
      ),
    });
    expect(readFieldErrors((await at(small, { quantity: '9', limit_price: '', time_in_force: 'GTC' })).body)).toEqual({
      quantity: size,
      limit_price: 'Enter a limit price in plain digits.',
    });
    const foreign = await fixture.account(await people.eve(testApp), { maxOrderQuantity: 4 });
    expect(Object.keys(readFieldErrors((await at(foreign, { quantity: '9', limit_price: '6700.3' })).body))).toEqual([
      'acct_id',
      'limit_price',
    ]);
  });
});
