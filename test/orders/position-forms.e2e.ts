import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { type BrowserClient, formsOf, openBrowserClient } from '../support/browser-client.js';

describe('the forms that close and reverse a position', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let acctId: number;
  let bobsId: number;
  let browser: BrowserClient;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [acctId, bobsId] = [await fixture.account(ada), await fixture.account(bob)];
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    // What she closes and reverses with.
    await trade(bob, 'Buy', 20, 6700);
  });
  afterAll(() => testApp.close());

  const trade = async (as: Person, side: 'Buy' | 'Sell', quantity: number, limit_price: number): Promise<void> => {
    await fixture.order(
      as.token,
      fixture.limit(as === ada ? acctId : bobsId, { side, quantity, limit_price, time_in_force: 'GTC' }),
    );
  };
  /** Ada buys two. */
  const hold = async (): Promise<void> => {
    await trade(bob, 'Sell', 2, 6710);
    await trade(ada, 'Buy', 2, 6710);
  };
  const readQuantity = async (): Promise<number> =>
    (await fixture.read<{ quantity: number }[]>(ada.token, `/positions?acct_id=${acctId}`))[0]?.quantity ?? 0;
  const openForm = async (): Promise<Record<string, string>> => {
    const page = await browser.follow(await browser.get(`/desk/${fixture.instrumentId}`));
    const form = formsOf(page.body).find(({ fields }) => fields['_position'] !== undefined);
    return { ...form?.fields };
  };
  const press = (form: Record<string, string>, quantity: number) =>
    browser.post('/orders/ticket', { ...form, quantity: String(quantity) });

  it('close a position once, also from two pages at once, and say why the second closes nothing', async () => {
    await hold();
    const [first, second] = [await openForm(), await openForm()];
    expect(first['client_order_id']).not.toBe(second['client_order_id']);
    const answers = await Promise.all([press(first, 2), press(second, 2)]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    const refusal = answers.find(({ statusCode }) => statusCode === 409)?.body;
    expect(refusal).toContain('The position is 0 now and was 2 on your page. Nothing was sent.');
    expect(refusal).toContain(`href="/desk/${fixture.instrumentId}">Go back`);
    expect(await readQuantity()).toBe(0);
    const closed = answers[0].statusCode === 303 ? first : second;
    expect((await press(closed, 2)).headers['idempotent-replayed']).toBe('true');
    expect(await readQuantity()).toBe(0);
  });

  it('reverse a position once', async () => {
    await hold();
    const [first, second] = [await openForm(), await openForm()];
    expect((await press(first, 4)).statusCode).toBe(303);
    expect(await readQuantity()).toBe(-2);
    expect((await press(second, 4)).statusCode).toBe(409);
    expect(await readQuantity()).toBe(-2);
  });

  it.each([
    ['a cancellation of an order that is gone', { action_type: 'OrderCancellation', order_id: '999999' }],
    ['a cancellation of all orders of an unknown account', { action_type: 'MassCancellation', acct_id: '999999' }],
    ['a ticket without its instrument', { action_type: 'MarketOrderSub', side: 'Buy', quantity: '1' }],
    ['an unknown action', { action_type: 'Nothing' }],
  ])('stand beside others that lead back when they are refused: %s', async (_, fields) => {
    const { form_token = '' } = await openForm();
    const back = `/desk/${fixture.instrumentId}?interval=1d`;
    const refusal = await browser.post('/orders/ticket', { form_token, ...fields, _back: back });
    expect(refusal.statusCode).toBeGreaterThanOrEqual(400);
    expect(refusal.body).toContain(`href="${back}">Go back`);

    const foreign = await browser.post('/orders/ticket', { form_token, ...fields, _back: '//evil.example/' });
    expect(foreign.body).not.toContain('evil.example');
  });

  it('do not tell the position of an account that the user may not trade', async () => {
    const form = { ...(await openForm()), acct_id: String(bobsId), _position: '999', client_order_id: 'probe' };
    const { statusCode, body } = await press(form, 2);
    expect([statusCode, body.includes('The position is')]).toEqual([422, false]);
  });

  it('reject a modification to a date of an order without GTD, with a position as without', async () => {
    const { id, version } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 6680 }));
    const { form_token = '' } = await openForm();
    const form = { form_token, action_type: 'OrderModification', order_id: String(id), expire_date: '2027-01-04' };
    for (const position of [{}, { _position: '0' }]) {
      const { statusCode, body } = await browser.post('/orders/ticket', { ...form, ...position });
      expect([statusCode, body.includes('allowed with time_in_force GTD only, and the order has another')]).toEqual([
        400,
        true,
      ]);
    }
    expect(await fixture.read(ada.token, `/orders/${id}`)).toMatchObject({ version, expire_date: null });
  });

  it('are not on the page of an administrator, and neither are orders, for accounts of others', async () => {
    await trade(ada, 'Buy', 1, 6690);
    const administrator = openBrowserClient(testApp);
    await administrator.signIn(await people.admin(testApp));
    const { body } = await administrator.follow(await administrator.get(`/desk/${fixture.instrumentId}`));
    expect(body).toContain('No working orders.');
    expect(body).toContain('No position.');
    expect(formsOf(body).some(({ fields }) => fields['_position'] !== undefined)).toBe(false);
  });
});
