import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the question before a modification trades, while the order is filled', () => {
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
  });
  afterAll(() => testApp.close());

  const sell = (quantity: number, limit_price: number) =>
    fixture.order(bob.token, fixture.limit(bobsId, { side: 'Sell', quantity, limit_price }));
  const plain = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

  /** Ada has a bid of five at 6690 and is asked before it buys at 6700; meanwhile so much of it is sold to. */
  const answerAfter = async (sold: number) => {
    const offer = await sell(5, 6700);
    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 6690 }));
    const form = await browser.get(`/orders/${id}/modification`);
    const question = await browser.press(form, '/orders/ticket', { limit_price: '6700' });
    expect(question.body).toContain('Modify and trade');
    await sell(sold, 6690);
    const answer = await browser.press(question, '/orders/ticket', {});
    for (const order_id of [id, offer.id])
      await fixture.act(order_id === id ? ada.token : bob.token, { action_type: 'OrderCancellation', order_id });
    return { id, answer, text: plain(answer.body) };
  };

  it('trades what is left of an order that was filled partially, and says how much that was', async () => {
    const { id, answer } = await answerAfter(2);
    expect(answer.statusCode).toBe(303);
    expect(plain((await browser.follow(answer)).body)).toContain(
      `Order ${id} is modified, and 3 FLOOR were bought at once.`,
    );
  });

  it('says how an order stands that was modified meanwhile, and changes nothing', async () => {
    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 6680 }));
    const form = await browser.get(`/orders/${id}/modification`);
    await fixture.act(ada.token, { action_type: 'OrderModification', order_id: id, quantity: 4 });
    const { statusCode, body } = await browser.press(form, '/orders/ticket', { limit_price: '6681' });
    expect(statusCode).toBe(409);
    expect(plain(body)).toContain(
      `Order ${id} is open: it buys 4 FLOOR at 6680.00 or below. It has changed since you opened the form, so your change was not made.`,
    );
    expect(plain(body)).toContain('Modify the current order');
  });

  it('says that an order is complete that was filled', async () => {
    const { id, answer, text } = await answerAfter(5);
    expect(answer.statusCode).toBe(409);
    expect(text).toContain(
      `Order ${id}: bought 5 FLOOR at 6690.00. It is complete. Nothing is left to modify or cancel.`,
    );
  });

  it('says the same to a cancellation and to a move in the ladder, which name no version', async () => {
    await sell(5, 6691);
    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 6691 }));
    const form_token = /name="form_token" value="([^"]+)"/.exec((await browser.get('/orders')).body)?.[1] ?? '';
    for (const action of [
      { action_type: 'OrderCancellation' },
      { action_type: 'OrderModification', limit_price: '6700', _trade_at: '6700' },
    ]) {
      const { statusCode, body } = await browser.post('/orders/ticket', {
        form_token,
        order_id: String(id),
        ...action,
      });
      expect([statusCode, plain(body)]).toEqual([
        409,
        expect.stringContaining(`Order ${id}: bought 5 FLOOR at 6691.00. It is complete.`),
      ]);
    }
  });
});
