import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';

describe('pages of halted and closed instruments', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let browser: BrowserClient;
  let acctId: number;
  /** Three instruments; an order works in the first two, and something is held of the second. */
  let ids: number[];
  let workingOrderIds: number[];
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    acctId = await fixture.account(ada);
    const bob = await people.bob(testApp);
    ids = [];
    for (const symbol of ['ONE', 'TWO', 'IDLE']) ids.push(await fixture.data.instrument(fixture.productId, { symbol }));
    await fixture.order(
      bob.token,
      fixture.limit(await fixture.account(bob), { instrument_id: ids[1], side: 'Sell', quantity: 1 }),
    );
    await fixture.order(ada.token, fixture.limit(acctId, { instrument_id: ids[1], quantity: 1 }));
    workingOrderIds = [];
    for (const instrument_id of ids.slice(0, 2))
      workingOrderIds.push(
        (await fixture.order(ada.token, fixture.limit(acctId, { instrument_id, limit_price: 6500 }))).id,
      );
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());

  const setStatus = async (status: 'Open' | 'Halted' | 'Closed', instrumentIds = ids): Promise<void> => {
    for (const id of instrumentIds) await fixture.data.send('PUT', `/instruments/${id}`, { status });
  };
  const plain = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const page = async (path: string): Promise<string> => (await browser.follow(await browser.get(path))).body;
  const readText = async (path: string, where: RegExp): Promise<string[]> =>
    [...(await page(path)).matchAll(where)].map(([, words = '']) =>
      plain(words).trim().replaceAll(' .', '.').replaceAll(' ,', ','),
    );
  const readPauses = (): Promise<string[]> => readText('/orders', /<p class="pause">([\s\S]*?)<\/p>/g);
  const MEANWHILE = 'Its orders can be canceled but not modified.';

  it('name the pause above the list of orders, and replace the actions of each order by it', async () => {
    await setStatus('Open');
    expect(await readPauses()).toEqual([]);
    expect(await page('/orders')).toContain(`Modify order ${workingOrderIds[0]}`);

    await setStatus('Halted');
    expect(await readPauses()).toEqual([`Trading in ONE and TWO is halted. ${MEANWHILE}`]);
    await fixture.data.send('PUT', `/instruments/${ids[0]}`, { status_reason: 'A wrong price' });
    await setStatus('Open', ids.slice(1));
    expect(await readPauses()).toEqual([`Trading in ONE is halted: A wrong price. ${MEANWHILE}`]);
    await setStatus('Halted', ids.slice(1));
    await setStatus('Closed', ids.slice(0, 1));
    expect(await readPauses()).toEqual([
      `Trading in TWO is halted. ${MEANWHILE}`,
      `The market of ONE is closed. ${MEANWHILE}`,
    ]);
    const list = await page('/orders');
    for (const [at, word] of ['closed', 'halted'].entries())
      expect(plain(new RegExp(`<tr id="o${workingOrderIds[at]}"[\\s\\S]*?</tr>`).exec(list)?.[0] ?? '')).toContain(
        `open ${word} Cancel`,
      );
    expect(list).not.toContain('>Change<');
    // What is finished waits for nothing, wherever it was.
    expect(await readText('/orders?status=Filled', /<p class="pause">([\s\S]*?)<\/p>/g)).toEqual([]);
    expect(await (await testApp.request('GET', '/orders?status=Open', { as: ada.token })).json()).toHaveLength(2);
  });

  it('offer no order form while trading is halted or closed', async () => {
    await setStatus('Halted');
    for (const path of [`/desk/${ids[0]}`, `/orders/new?instrument_id=${ids[0]}`]) {
      const ticket = await page(path);
      expect(plain(ticket)).toContain('Trading in ONE is halted. Orders are rejected until trading resumes.');
      expect(ticket).toMatch(
        /<button type="submit" data-send disabled>Trading is halted<\/button> <a href="\/(?:desk\/\d+|orders\/new\?instrument_id=\d+&amp;client_order_id=[\w-]+)">Check again<\/a>/,
      );
    }
    expect(plain(await page(`/desk/${ids[0]}`))).toContain('halted Cancel');
    await setStatus('Closed');
    expect(await page(`/desk/${ids[0]}`)).toContain('disabled>The market is closed</button>');
    await setStatus('Open');
    expect(await page(`/desk/${ids[0]}`)).toContain(
      '<button type="submit" class="primary" data-send>Place order</button>',
    );
  });

  it('show a halt first in the overview of users with orders or positions there', async () => {
    const readAttention = (path = '/desk'): Promise<string[]> =>
      readText(path, /<section class="attention message"[\s\S]*?<ul>([\s\S]*?)<\/ul>/g);
    await setStatus('Open');
    expect(await readAttention()).toEqual([]);
    await setStatus('Halted');
    expect(await readAttention()).toEqual([
      'Trading in ONE is halted. 1 working order can only be canceled; stops do not trigger. Trading in TWO is halted. 1 working order can only be canceled; stops do not trigger. Your position cannot be closed meanwhile.',
    ]);
    const eve = openBrowserClient(testApp);
    await eve.signIn(await people.eve(testApp));
    expect((await eve.get('/desk')).body).not.toContain('is halted');
    await setStatus('Closed');
    expect(await readAttention()).toEqual([]);
  });

  it('explain the pause on the pages of an order', async () => {
    const instrumentId = await fixture.data.instrument(fixture.productId, { symbol: 'PAUSE' });
    const { id } = await fixture.order(
      ada.token,
      fixture.limit(acctId, { instrument_id: instrumentId, limit_price: 6500 }),
    );
    const at = async (path: string): Promise<string> => plain((await browser.follow(await browser.get(path))).body);
    expect(await at(`/orders/new?instrument_id=${instrumentId}`)).not.toContain('are rejected');

    for (const [status, why] of [
      ['Halted', 'Trading in PAUSE is halted.'],
      ['Closed', 'The market of PAUSE is closed.'],
    ] as const) {
      await fixture.data.send('PUT', `/instruments/${instrumentId}`, { status });
      for (const path of [`/orders/new?instrument_id=${instrumentId}`, `/desk/${instrumentId}`])
        expect(await at(path)).toContain(`${why} Orders are rejected until trading resumes.`);
      for (const path of [`/orders/${id}`, `/orders/${id}/modification`])
        expect(await at(path)).toContain(
          `${why} This order cannot trade or be modified meanwhile. It can be canceled.`,
        );
    }
    const page = await browser.get(`/orders/${id}`);
    expect([page.body.includes('>Modify</a>'), page.body.includes('Cancel order')]).toEqual([false, true]);
    expect(plain((await browser.follow(await browser.press(page, '/orders/ticket'))).body)).toContain(
      `Order ${id} is canceled`,
    );
  });
});
