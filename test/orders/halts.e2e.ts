import { type House, openHouse } from '../support/house.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { type Visitor, visitor } from '../support/visitor.js';

describe('pages of what is halted or closed', () => {
  let house: House;
  let floor: Floor;
  let ada: Person;
  let browser: Visitor;
  let acctId: number;
  /** Three instruments; an order works in the first two, and something is held of the second. */
  let ids: number[];
  let works: number[];
  beforeAll(async () => {
    house = await openHouse();
    floor = await tradingFloor(house);
    ada = await people.ada(house);
    acctId = await floor.account(ada);
    const bob = await people.bob(house);
    ids = [];
    for (const symbol of ['ONE', 'TWO', 'IDLE']) ids.push(await floor.data.instrument(floor.productId, { symbol }));
    await floor.order(
      bob.token,
      floor.limit(await floor.account(bob), { instrument_id: ids[1], side: 'Sell', quantity: 1 }),
    );
    await floor.order(ada.token, floor.limit(acctId, { instrument_id: ids[1], quantity: 1 }));
    works = [];
    for (const instrument_id of ids.slice(0, 2))
      works.push((await floor.order(ada.token, floor.limit(acctId, { instrument_id, limit_price: 6500 }))).id);
    browser = visitor(house);
    await browser.signIn(ada);
  });
  afterAll(() => house.close());

  const give = async (status: 'Open' | 'Halted' | 'Closed', of = ids): Promise<void> => {
    for (const id of of) await floor.data.send('PUT', `/instruments/${id}`, { status });
  };
  const plain = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const page = async (path: string): Promise<string> => (await browser.follow(await browser.get(path))).body;
  const said = async (path: string, where: RegExp): Promise<string[]> =>
    [...(await page(path)).matchAll(where)].map(([, words = '']) =>
      plain(words).trim().replaceAll(' .', '.').replaceAll(' ,', ','),
    );
  const pauses = (): Promise<string[]> => said('/orders', /<p class="pause">([\s\S]*?)<\/p>/g);
  const MEANWHILE = 'Orders there wait: they can be cancelled, and not changed.';

  it('say it above the list of orders in a sentence, and in every row in a word in place of what cannot be done', async () => {
    await give('Open');
    expect(await pauses()).toEqual([]);
    expect(await page('/orders')).toContain(`Change order ${works[0]}`);

    await give('Halted');
    expect(await pauses()).toEqual([`Trading in ONE and TWO is halted. ${MEANWHILE}`]);
    await give('Closed', ids.slice(0, 1));
    expect(await pauses()).toEqual([
      `Trading in TWO is halted. ${MEANWHILE}`,
      `The market of ONE is closed. ${MEANWHILE}`,
    ]);
    const list = await page('/orders');
    for (const [at, word] of ['closed', 'halted'].entries())
      expect(plain(new RegExp(`<tr id="o${works[at]}"[\\s\\S]*?</tr>`).exec(list)?.[0] ?? '')).toContain(
        `Open ${word} Cancel`,
      );
    expect(list).not.toContain('>Change<');
    // What is finished waits for nothing, wherever it was.
    expect(await said('/orders?status=Filled', /<p class="pause">([\s\S]*?)<\/p>/g)).toEqual([]);
    expect(await (await house.knock('GET', '/orders?status=Open', { as: ada.token })).json()).toHaveLength(2);
  });

  it('offer no order that would be refused, and do when it would not', async () => {
    await give('Halted');
    for (const path of [`/desk/${ids[0]}`, `/orders/new?instrument_id=${ids[0]}`]) {
      const ticket = await page(path);
      expect(plain(ticket)).toContain(
        'Trading in ONE is halted. An order that is sent now is refused, and nothing is ordered. Send it when trading is resumed.',
      );
      expect(ticket).toMatch(
        /<button type="submit" data-send disabled>Not while trading is halted<\/button> <a href="\/(?:desk\/\d+|orders\/new\?instrument_id=\d+&amp;client_order_id=[\w-]+)">Look again<\/a>/,
      );
    }
    expect(plain(await page(`/desk/${ids[0]}`))).toContain('halted Cancel');
    await give('Closed');
    expect(await page(`/desk/${ids[0]}`)).toContain('disabled>Not while the market is closed</button>');
    await give('Open');
    expect(await page(`/desk/${ids[0]}`)).toContain(
      '<button type="submit" class="primary" data-send>Send the order</button>',
    );
  });

  it('have a halt first in the overview of whoever has something there, with what follows from it, and of nobody else', async () => {
    const attention = (path = '/desk'): Promise<string[]> =>
      said(path, /<section class="attention"[\s\S]*?<ul>([\s\S]*?)<\/ul>/g);
    await give('Open');
    expect(await attention()).toEqual([]);
    await give('Halted');
    expect(await attention()).toEqual([
      'Trading in ONE is halted. 1 order of yours waits there, and can only be cancelled; stops do not trigger. Trading in TWO is halted. 1 order of yours waits there, and can only be cancelled; stops do not trigger. What you hold of it cannot be sold or bought back meanwhile.',
    ]);
    const eve = visitor(house);
    await eve.signIn(await people.eve(house));
    expect((await eve.get('/desk')).body).not.toContain('is halted');
    await give('Closed');
    expect(await attention()).toEqual([]);
  });
});
