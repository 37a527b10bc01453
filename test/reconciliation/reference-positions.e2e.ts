import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openBrowserClient } from '../support/browser-client.js';
import { clock } from '../support/set-clock.js';

type PositionCase = Readonly<{
  id: number;
  rows: number;
  breaks: Readonly<Record<'opened' | 'changed' | 'closed', readonly Record<string, unknown>[]>>;
}>;

describe('lists of reference positions', () => {
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
  const breaks = (query = '') => desk.read<Record<string, unknown>[]>(`/reconciliation/breaks${query}`);
  const threeTrades = async (): Promise<void> => {
    await desk.trade(3, 6700);
    await desk.trade(1, 6702.25);
    await desk.trade(-2, 6705);
  };

  it('are found by account and date, on the page as well', async () => {
    const [yesterday, before] = [daysAfter(today, -1), daysAfter(today, -2)];
    const post = async (acctId: number, date: string): Promise<number> =>
      (await desk.refer(acctId, date, [])).json<PositionCase>().id;
    const [one, two] = [await post(desk.adas, before), await post(desk.adas, yesterday)];
    const other = await post(desk.bobs, yesterday);
    const office = openBrowserClient(testApp);
    await office.signIn(desk.admin);
    const find = async (query: string) => {
      const { body } = await office.get(`/refpositions?${query}`);
      const shown = [...body.matchAll(/<tr><td[^>]*><a href="\/refpositions\/(\d+)"/g)].map(([, id]) => Number(id));
      const listed = (await desk.read<{ id: number }[]>(`/refpositions?${query.replaceAll(/\w+=(?:&|$)/g, '')}`)).map(
        ({ id }) => id,
      );
      expect(listed).toEqual(shown.toReversed());
      return [shown, body] as const;
    };
    const [[all, page], [adas, ofAda]] = [await find('as_of=&account='), await find(`account=ada&as_of=`)];
    const [none, empty] = await find(`account=nobody&as_of=`);

    expect(all).toEqual([other, two, one]);
    expect(page).toMatch(/<input id="as_of" name="as_of" type="date" value="">[^]*name="account" value=""/);
    expect(adas).toEqual([two, one]);
    expect(ofAda).toMatch(/name="account" value="ada"[^]*href="\/refpositions">Show all</);
    expect((await find(`account=&as_of=${yesterday}`))[0]).toEqual([other, two]);
    expect((await find(`account=${desk.bobs}&as_of=${before}`))[0]).toEqual([]);
    expect([none, empty.includes('No reference positions match this filter.')]).toEqual([[], true]);
    const [[, ofOne]] = [await find(`acct_id=${desk.adas}&as_of=${before}`)];
    expect(ofOne).toContain(`name="acct_id" value="${desk.adas}"`);
    expect(ofOne).toContain(`href="/refpositions?acct_id=${desk.adas}">Show all<`);
    expect(ofOne).not.toContain('name="account"');
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
    expect([taken.breaks.opened, await breaks()]).toEqual([
      [found],
      [
        {
          ...found,
          age_days: 0,
          assignee_id: null,
          due_on: null,
          overdue: false,
          closed_list_id: null,
          resolution: null,
          closed_by: null,
          note: null,
        },
      ],
    ]);
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

  it('omitted from a list are flat', async () => {
    await threeTrades();
    expect((await desk.refer(desk.adas, today, [])).json<PositionCase>()).toMatchObject({
      rows: 0,
      position: [],
      breaks: { opened: [{ internal: 2, reference: 0, difference: -2 }] },
    });
    expect(await desk.read(`/accounts/${desk.adas}`)).toMatchObject({
      realised_pnl: 0,
      unrealised_pnl: 0,
      margin_used: 0,
    });
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
      {
        id,
        acct_id: desk.adas,
        as_of: today,
        rows: 1,
        posted_at: expect.stringMatching(/Z$/),
        posted_by: desk.ada.id,
        replaced_by: null,
      },
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

  it('name the list that counts in their place, and are shown to a reader with the latest first', async () => {
    const post = async (quantity: number) =>
      (await desk.refer(desk.adas, today, [line(quantity, 6700)])).json<PositionCase>().id;
    const [first, second, last] = [await post(1), await post(2), await post(3)];
    const other = (await desk.refer(desk.adas, daysAfter(today, -1), [])).json<PositionCase>().id;
    const read = async (query: string) =>
      (await desk.read<{ id: number; replaced_by: number | null }[]>(`/refpositions?${query}`)).map(
        ({ id, replaced_by: list }) => [id, list],
      );
    const show = async (path: string) =>
      (await testApp.request('GET', path, { as: desk.admin.token, accept: 'text/html' })).body;
    const page = await show('/refpositions');

    expect(await read('order=asc')).toEqual([
      [first, last],
      [second, last],
      [last, null],
      [other, null],
    ]);
    expect(await read('order=desc&per_page=2')).toEqual([
      [other, null],
      [last, null],
    ]);
    expect([...page.matchAll(/<td[^>]*><a href="\/refpositions\/(\d+)">\1</g)].map(([, id]) => Number(id))).toEqual([
      other,
      last,
      second,
      first,
    ]);
    expect(page).toContain(`<span class="badge">replaced</span> by <a href="/refpositions/${last}">list ${last}</a>`);
    expect(await show(`/refpositions/${first}`)).toContain(`by <a href="/refpositions/${last}">list ${last}</a>`);
    expect(await show(`/refpositions/${last}`)).toContain('<span class="badge good">counts</span>');
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

  it('are rejected with all errors of a row, and count it once', async () => {
    const euros = await desk.account(desk.ada, { currency: 'EUR' });
    const refused = await desk.refer(euros, today, [{ instrument_id: desk.instrumentId, quantity: 1, price: 0 }]);

    expect(refused.json()).toMatchObject({
      detail: 'One row is invalid. Nothing of the list was stored.',
      errors: [
        { pointer: '/position/0/instrument_id', message: expect.stringContaining('trades in USD') },
        { pointer: '/position/0/price', message: 'the price is not possible for this instrument' },
      ],
    });
  });

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
