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

  it('open a break for a difference to a list, and close it with a list that agrees', async () => {
    await threeTrades();
    const taken = (await desk.refer(desk.adas, today, [line(5, 6701)])).json<PositionCase>();
    const found = {
      id: 1,
      acct_id: desk.adas,
      as_of: today,
      instrument_id: desk.instrumentId,
      symbol: 'DESK',
      kind: 'quantity',
      internal: 2,
      reference: 5,
      difference: 3,
      status: 'Open',
      opened_at: expect.any(String),
      closed_at: null,
    };
    expect([taken.breaks.opened, await breaks()]).toEqual([[found], [{ ...found, age_days: 0, note: null }]]);
    clock.set(new Date(Date.now() + 2 * 86_400_000).toISOString());
    expect([
      await breaks(),
      await breaks('?older_than_days=1'),
      await desk.read('/reconciliation/breaks/1'),
    ]).toMatchObject([[{ age_days: 0 }], [], { age_days: 0 }]);
    clock.runOn();

    const changed = (await desk.refer(desk.adas, today, [line(4, 6701)])).json<PositionCase>();
    expect(changed.breaks.changed).toMatchObject([{ id: 1, reference: 4, difference: 2, status: 'Open' }]);
    const closed = (await desk.refer(desk.adas, today, [line(2, 6701)])).json<PositionCase>();
    expect(closed.breaks.closed).toMatchObject([
      { id: 1, difference: 0, status: 'Closed', closed_at: expect.any(String) },
    ]);
    expect([
      await breaks('?status=Open'),
      (await breaks('?status=Closed')).length,
      (await breaks(`?as_of=${today}&acct_id=${desk.adas}&instrument_id=${desk.instrumentId}`)).length,
    ]).toEqual([[], 1, 1]);
  });

  it('keep notes and history of breaks', async () => {
    await threeTrades();
    const [broken] = (await desk.refer(desk.adas, today, [line(5, 6701)])).json<PositionCase>().breaks.opened;
    const path = `/reconciliation/breaks/${(broken as { id: number }).id}`;
    const noted = (text: string, as = desk.admin) =>
      testApp.request('POST', `${path}/notes`, { as: as.token, body: { text } });
    const closing = await testApp.request('POST', '/refpositions', {
      as: desk.admin.token,
      body: { acct_id: desk.adas, as_of: today, position: [line(2, 6701)], note: ' One trade was theirs. ' },
    });

    expect([
      (await noted('We called them.')).statusCode,
      (await noted('')).statusCode,
      (await noted('a\u202eb')).statusCode,
      (await noted('x'.repeat(501))).statusCode,
      (await noted('mine', desk.bob)).statusCode,
    ]).toEqual([201, 400, 400, 400, 404]);
    expect(await desk.read(path)).toMatchObject({
      status: 'Closed',
      note: { text: 'We called them.', user_id: desk.admin.id, list_id: null },
      notes: [
        { text: 'One trade was theirs.', list_id: closing.json<{ id: number }>().id },
        { text: 'We called them.' },
      ],
      history: [
        { happened: 'Opened', difference: 3, user_id: desk.admin.id },
        { happened: 'Closed', difference: 0, list_id: closing.json<{ id: number }>().id },
      ],
    });
    expect(
      (await desk.read<{ detail: string }[]>('/audit?action=break.noted')).map(({ detail }) =>
        detail.replace(/\d+$/, 'n'),
      ),
    ).toEqual(Array(2).fill(`break 1 of account ${desk.adas}, note n`));
    expect([
      (await breaks(`?account=${encodeURIComponent(desk.ada.email)}&older_than_days=0`)).length,
      (await breaks('?account=nobody')).length,
      (await breaks('?older_than_days=1')).length,
    ]).toEqual([1, 0, 0]);
  });

  it('omitted from a list are flat', async () => {
    await threeTrades();
    expect((await desk.refer(desk.adas, today, [])).json<PositionCase>()).toMatchObject({
      rows: 0,
      position: [],
      breaks: { opened: [{ internal: 2, reference: 0, difference: -2 }] },
    });
    expect(await account(desk.adas)).toMatchObject({ realised_pnl: 0, unrealised_pnl: 0, margin_used: 0 });
  });

  it('are unchanged by a list of an earlier date', async () => {
    await threeTrades();
    await desk.refer(desk.adas, today, [line(2, 6701)]);
    const before = await desk.position(desk.adas);
    const late = (await desk.refer(desk.adas, daysAfter(today, -3), [line(7, 6600)])).json<PositionCase>();

    expect([late.breaks.opened, await desk.position(desk.adas)]).toMatchObject([
      [
        { as_of: daysAfter(today, -3), internal: 0, reference: 7 },
        { as_of: today, internal: 9, reference: 2 },
      ],
      before ?? {},
    ]);
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
    expect([
      await ids(`/positions?acct_id=${desk.adas}`, desk.bob),
      await ids(`/positions?acct_id=${desk.adas}&acct_id=${desk.bobs}`),
      await ids('/positions?instrument_id=999'),
    ]).toEqual([[], [desk.adas, desk.bobs], []]);
    expect(await breaks('?acct_id=1')).toEqual([]);
  });

  it('may have five thousand rows in a list; every unknown instrument is named', async () => {
    const refused = await desk.refer(
      desk.adas,
      today,
      Array.from({ length: 5000 }, (_, at) => lineOf(at + 1_000_000)),
    );

    expect([refused.statusCode, refused.json<{ errors: unknown[] }>().errors.length]).toEqual([422, 5000]);
  });

  it('are returned as lists to users who may view the account', async () => {
    const { id } = (await desk.refer(desk.adas, today, [line(-3, 6712.25)], desk.ada)).json<PositionCase>();
    await desk.refer(desk.bobs, daysAfter(today, -1), []);
    const listed = await desk.read<Record<string, unknown>[]>('/refpositions', desk.ada);

    expect(listed).toEqual([
      { id, acct_id: desk.adas, as_of: today, rows: 1, posted_at: expect.stringMatching(/Z$/), posted_by: desk.ada.id },
    ]);
    expect(await desk.read(`/refpositions/${id}`, desk.ada)).toEqual({
      ...listed[0],
      position: [{ instrument_id: desk.instrumentId, symbol: 'DESK', quantity: -3, price: 6712.25 }],
    });
    expect([
      (await desk.read<unknown[]>('/refpositions')).length,
      (await desk.read<unknown[]>(`/refpositions?as_of=${today}`)).length,
      (await testApp.request('GET', `/refpositions/${id}`, { as: desk.bob.token })).statusCode,
    ]).toEqual([2, 1, 404]);
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
        `^id,.*\r\n1,${desk.adas},An account,ada Example,${today},${desk.instrumentId},DESK,quantity,2,5,3,Open,.*Z,,0,,,\r\n$`,
      ),
    );

    for (const path of ['/positions', '/reconciliation/breaks', '/refpositions']) {
      expect((await testApp.request('GET', path, { as: desk.ada.token, accept: 'text/html' })).statusCode).toBe(200);
    }
  });
});

/** Nothing comes of them, so all of them are tried at one desk. */
describe('invalid lists of positions', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let today: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    today = await desk.sessionDate();
  });
  afterAll(() => testApp.close());

  it.each([
    [
      [
        { instrument_id: 999, quantity: 1, price: 1 },
        { quantity: 1, price: 0 },
        { instrument_id: 998, quantity: 0, price: 1 },
      ],
      ['/position/0/instrument_id', '/position/1/price', '/position/2/instrument_id'],
    ],
    [[{ instrument_id: 998, quantity: 1, price: 1 }], ['/position/0/instrument_id']],
  ])('are refused as a whole, and every wrong row is named: %j', async (rows, pointers) => {
    const refused = await desk.refer(
      desk.adas,
      today,
      rows.map((row) => ({ instrument_id: desk.instrumentId, ...row })),
    );

    expect([refused.statusCode, refused.json<{ code: string; errors: { pointer: string }[] }>()]).toMatchObject([
      422,
      { code: 'positions_refused', errors: pointers.map((pointer) => ({ pointer })) },
    ]);
    expect([await desk.read('/refpositions'), await desk.position(desk.adas)]).toEqual([[], undefined]);
  });

  it.each([
    [{ position: [lineOf(1), lineOf(1)] }, 400, '/position'],
    [{ position: [{ ...lineOf(1), quantity: 1.5 }] }, 400, '/position/0/quantity'],
    [{ position: [{ ...lineOf(1), price: '1e3' }] }, 400, '/position/0/price'],
    [{ position: [{ ...lineOf(1), comment: '' }] }, 400, '/position/0/comment'],
    [{ position: {} }, 400, '/position'],
    [{ position: undefined }, 400, '/position'],
    [{ position: Array.from({ length: 5001 }, (_, at) => lineOf(at + 1)) }, 413, 'too_many_rows'],
    [{ as_of: '2026-02-30' }, 400, '/as_of'],
    [{ as_of: '2199-01-01' }, 422, 'date_in_the_future'],
    [{ acct_id: 999 }, 404, 'unknown_account'],
  ])('are not stated with %#', async (wrong, status, named) => {
    const refused = await desk.send('/refpositions', { acct_id: desk.adas, as_of: today, position: [], ...wrong });

    expect([refused.statusCode, refused.body]).toEqual([status, expect.stringContaining(named)]);
    expect(await desk.read('/refpositions')).toEqual([]);
  });
});

function lineOf(instrumentId: number) {
  return { instrument_id: instrumentId, quantity: 1, price: 1 };
}
