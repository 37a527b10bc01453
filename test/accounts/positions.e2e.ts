import { daysAfter, type BackOffice, openBackOffice, type TicketFields } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { clock } from '../support/set-clock.js';

type PositionCase = Readonly<{
  id: number;
  rows: number;
  breaks: Readonly<Record<'opened' | 'changed' | 'closed', readonly Record<string, unknown>[]>>;
}>;
type Account = Readonly<{
  net_liq: number;
  cash_balance: number;
  realised_pnl: number;
  unrealised_pnl: number;
  margin_used: number;
  baseline_mismatch: boolean;
}>;

describe('positions', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let today: string;
  beforeEach(async () => {
    clock.runOn();
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    today = await desk.sessionDate();
  });
  afterEach(() => testApp.close());

  const line = (quantity: number, price: number | string) => ({ instrument_id: desk.instrumentId, quantity, price });
  const account = (acctId: number): Promise<Account> => desk.read<Account>(`/accounts/${acctId}`);
  const inAll = async (what: (account: Account) => number): Promise<number> =>
    what(await account(desk.adas)) + what(await account(desk.bobs));
  const breaks = (query = '') => desk.read<Record<string, unknown>[]>(`/reconciliation/breaks${query}`);
  const threeTrades = async (): Promise<void> => {
    await desk.trade(3, 6700);
    await desk.trade(1, 6702.25);
    await desk.trade(-2, 6705);
  };

  it('have the average price, P&L and mark of a calculation by hand', async () => {
    await threeTrades();

    // Bought 3 at 6700 and 1 at 6702.25: 26802.25 for four. Half of it, 13401.125, goes with the two that were sold for 13410,
    // and is counted in hundredths of a point: 13401.12 (half to even). So 8.88 points were won at 50 each, and 13401.13 was paid for what is left.
    expect(await desk.position(desk.adas)).toEqual({
      ...{
        acct_id: desk.adas,
        instrument_id: desk.instrumentId,
        symbol: 'DESK',
        currency: 'USD',
        quantity: 2,
        average_price: 6700.565,
      },
      ...{ realised_pnl: 444, unrealised_pnl: 443.5, mark_price: 6705, mark_source: 'last', reference: null },
      trade_prices: [
        { price: 6700, quantity: 3 },
        { price: 6702.25, quantity: 1 },
        { price: 6705, quantity: -2 },
      ],
    });
    expect(await desk.position(desk.bobs)).toMatchObject({
      quantity: -2,
      average_price: 6700.565,
      realised_pnl: -444,
      unrealised_pnl: -443.5,
    });
  });

  it('satisfy the P&L identity', async () => {
    const trades = [
      [3, 6700],
      [-5, 6701.25],
      [4, 6698.5],
      [-1, 6703.75],
      [7, 6699],
      [-9, 6702.5],
    ] as const;
    for (const [quantity, price] of trades) {
      await desk.trade(quantity, price);
      const {
        quantity: held,
        mark_price: mark,
        realised_pnl: realised,
        unrealised_pnl: unrealised,
        trade_prices: traded,
      } = (await desk.position(desk.adas)) as TicketFields & { trade_prices: { price: number; quantity: number }[] };
      const paid = traded.reduce((sum, { price: at, quantity: of }) => sum + at * of, 0);
      expect(realised + unrealised).toBe(desk.valuePerPoint * (held * mark - paid));
      expect([await inAll((one) => one.realised_pnl + one.unrealised_pnl), await inAll((one) => one.net_liq)]).toEqual([
        0, 0,
      ]);
    }
  });

  it('sum to the account values and use margin', async () => {
    await desk.money(desk.adas, [daysAfter(today, -1), 1_000_000, 1_000_000]);
    await threeTrades();

    expect(await account(desk.adas)).toMatchObject({
      net_liq: 1_000_887.5,
      cash_balance: 1_000_444,
      realised_pnl: 444,
      unrealised_pnl: 443.5,
      margin_used: 2 * 18500,
      baseline_mismatch: false,
    });
  });

  it('are listed when flat while they have P&L', async () => {
    await desk.trade(2, 6700);
    await desk.trade(-2, 6701);
    expect(await desk.position(desk.adas)).toMatchObject({
      quantity: 0,
      average_price: null,
      realised_pnl: 100,
      unrealised_pnl: 0,
    });

    await desk.refer(desk.adas, today, []);
    expect(await desk.position(desk.adas)).toBeUndefined();
  });

  it('start at a reference list and add trades of later sessions', async () => {
    await threeTrades();
    const taken = await desk.refer(desk.adas, today, [line(2, '6701.00')]);
    expect([taken.statusCode, taken.json<PositionCase>().breaks]).toEqual([
      201,
      { opened: [], changed: [], closed: [] },
    ]);
    expect(await desk.position(desk.adas)).toMatchObject({
      quantity: 2,
      average_price: 6701,
      realised_pnl: 0,
      unrealised_pnl: 400,
      trade_prices: [],
      reference: { as_of: today, quantity: 2, price: 6701 },
    });

    await desk.roll();
    await desk.trade(-1, 6710);
    expect(await desk.position(desk.adas)).toMatchObject({
      quantity: 1,
      realised_pnl: 450,
      unrealised_pnl: 450,
      trade_prices: [{ price: 6710, quantity: -1 }],
    });
  });

  it('show the trades behind a list of the session that goes on', async () => {
    await threeTrades();
    await desk.refer(desk.adas, today, [line(2, '6701.00')]);
    await desk.trade(-1, 6710);
    expect(await desk.position(desk.adas)).toMatchObject({
      quantity: 1,
      realised_pnl: 450,
      trade_prices: [{ price: 6710, quantity: -1 }],
    });
  });

  it('keep earlier profit across lists and sessions', async () => {
    await desk.money(desk.adas, [daysAfter(today, -1), 1_000_000, 1_000_000]);
    await threeTrades();
    await desk.roll();
    expect(await account(desk.adas)).toMatchObject({ net_liq: 1_000_887.5 });

    await desk.refer(desk.adas, today, [line(2, 6705)]);
    expect(await account(desk.adas)).toMatchObject({ net_liq: 1_000_887.5, baseline_mismatch: true });
    await desk.money(desk.adas, [today, 1_000_444, 1_000_900]);
    expect(await account(desk.adas)).toMatchObject({ net_liq: 1_000_900, baseline_mismatch: false });
    await desk.trade(1, 6706);
    expect(await account(desk.adas)).toMatchObject({ net_liq: 1_000_900 + 2 * 50 });
    // The back office changes its mind about the same date: quantity and price are taken up, and the trade since stays.
    await desk.refer(desk.adas, today, [line(1, 6704)]);
    expect(await desk.position(desk.adas)).toMatchObject({
      quantity: 2,
      average_price: 6705,
      unrealised_pnl: 100,
      trade_prices: [{ price: 6706, quantity: 1 }],
    });
  });

  it('are marked by the settlement price after the session, and by the reference price without trades', async () => {
    await desk.refer(desk.adas, today, [line(2, 6701)]);
    expect(await desk.position(desk.adas)).toMatchObject({
      mark_price: 6701,
      mark_source: 'reference',
      unrealised_pnl: 0,
    });

    await desk.trade(1, 6704);
    await desk.roll();
    expect(await desk.position(desk.adas)).toMatchObject({ mark_price: 6704, mark_source: 'settlement' });
  });

  it('have their sums below the list, and Close where the instrument trades', async () => {
    await desk.trade(1, 6700);
    const totalsOf = async (path: string) => {
      const { body } = await testApp.request('GET', path, { as: desk.admin.token, accept: 'text/html' });
      const [, foot = ''] = /<tfoot>([^]*)<\/tfoot>/.exec(body) ?? [];
      return [...foot.matchAll(/<th scope="row"[^>]*>([^<]+)|<td class="n[^>]*>([^<]+)/g)].map(
        ([, label, sum]) => label ?? sum,
      );
    };

    expect(await totalsOf('/positions')).toEqual(['Total USD', '0.00', '0.00']);
    expect(await totalsOf('/positions?per_page=1')).toEqual([]);
    expect((await totalsOf('/accounts'))[0]).toBe('Total USD');

    const close = async (): Promise<boolean> =>
      (await testApp.request('GET', '/positions', { as: desk.admin.token, accept: 'text/html' })).body.includes(
        'Close …',
      );
    expect(await close()).toBe(true);
    await desk.data.turn(desk.instrumentId, 'Halted');
    expect(await close()).toBe(false);
    await desk.data.turn(desk.instrumentId, 'Open');
  });

  it('of an account that the reader may only view have no Close on their page', async () => {
    await desk.trade(1, 6700);
    const viewer = await people.named(testApp, 'vic');
    const grant = async (access: 'Read' | 'Trade'): Promise<string> => {
      await testApp.request('PUT', `/accounts/${desk.adas}/grants/${viewer.id}`, {
        as: desk.admin.token,
        body: { access },
      });
      return (await testApp.request('GET', '/positions', { as: viewer.token, accept: 'text/html' })).body;
    };
    const [readPage, tradePage] = [await grant('Read'), await grant('Trade')];

    expect([readPage.includes('Close …'), readPage.includes('<small>view only</small>')]).toEqual([false, true]);
    expect([tradePage.includes('Close …'), tradePage.includes('view only')]).toEqual([true, false]);
  });

  it('are listed page by page, for visible accounts and instruments', async () => {
    await desk.trade(1, 6700);
    const eve = await people.eve(testApp);
    const ids = async (path: string, as = desk.admin) =>
      (await desk.read<{ acct_id: number }[]>(path, as)).map(({ acct_id: id }) => id);
    const page = await testApp.request('GET', '/positions?per_page=1', { as: desk.admin.token });
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? [];

    expect([await ids('/positions'), await ids('/positions', desk.ada), await ids('/positions', eve)]).toEqual([
      [desk.adas, desk.bobs],
      [desk.adas],
      [],
    ]);
    expect([page.json<{ acct_id: number }[]>().map(({ acct_id: id }) => id), await ids(next)]).toEqual([
      [desk.adas],
      [desk.bobs],
    ]);
    expect([await ids('/positions?sort=quantity'), await ids('/positions?sort=-quantity')]).toEqual([
      [desk.bobs, desk.adas],
      [desk.adas, desk.bobs],
    ]);
    const sorted = await testApp.request('GET', '/positions?sort=quantity&per_page=1', { as: desk.admin.token });
    const [, rest = ''] = /<([^>]+)>; rel="next"/.exec(String(sorted.headers.link)) ?? [];
    expect(await ids(rest)).toEqual([desk.adas]);
    expect([
      await ids(`/positions?acct_id=${desk.adas}`, desk.bob),
      await ids(`/positions?acct_id=${desk.adas}&acct_id=${desk.bobs}`),
      await ids('/positions?instrument_id=999'),
    ]).toEqual([[], [desk.adas, desk.bobs], []]);
    expect(await breaks('?acct_id=1')).toEqual([]);
  });

  it('are returned as CSV and pages, and so are breaks', async () => {
    await threeTrades();
    await desk.refer(desk.adas, today, [line(5, '6701')]);
    const [positions, differences] = await Promise.all(
      ['/positions', '/reconciliation/breaks'].map((path) =>
        testApp.request('GET', path, { as: desk.ada.token, accept: 'text/csv' }),
      ),
    );
    expect(positions?.body.split('\r\n')).toEqual([
      'acct_id,acct_name,owner_name,instrument_id,symbol,currency,quantity,average_price,realised_pnl,unrealised_pnl,mark_price,mark_source,reference_as_of,reference_quantity,reference_price,trade_prices',
      `${desk.adas},An account,ada Example,${desk.instrumentId},DESK,USD,5,6701,0,1000,6705,last,${today},5,6701,[]`,
      '',
    ]);
    expect(differences?.body).toMatch(
      new RegExp(
        `^id,.*\r\n1,${desk.adas},An account,ada Example,${today},${desk.instrumentId},DESK,quantity,2,5,3,Open,.*Z,,0,,,,,,false,,,,,\r\n$`,
      ),
    );

    for (const path of ['/positions', '/reconciliation/breaks', '/refpositions']) {
      expect((await testApp.request('GET', path, { as: desk.ada.token, accept: 'text/html' })).statusCode).toBe(200);
    }
  });
});
