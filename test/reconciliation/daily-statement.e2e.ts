import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { clock } from '../support/set-clock.js';

type Statement = Readonly<{
  as_of: string;
  final: boolean;
  previous: string | null;
  next: string | null;
  net_liq: number;
  day_pnl: number;
  position: object[];
}>;

const COLUMNS =
  'acct_id,acct_name,owner_name,as_of,currency,final,instrument_id,symbol,session_date,quantity,change,mark_price,day_pnl,day_realised_pnl,reference_quantity,net_liq,cash_balance,mark_source,mark_date,list_change,list_date,difference,break_id,break_resolution,previous_price,previous_date,list_price,total_day_pnl,total_day_realised_pnl';

describe('the statement of a day', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let admin: Person;
  let untraded: number;
  let days: readonly [string, string, string];
  beforeAll(async () => {
    testApp = await openTestApp({ env: { CLOCK_HOLD_SECONDS: '0' } });
    desk = await openBackOffice(testApp);
    untraded = await desk.account(desk.ada);
    const first = await desk.sessionDate();
    await desk.trade(3, 6700);
    const second = await desk.roll();
    await desk.trade(-1, 6710);
    days = [first, second, await desk.roll()];
    clock.set(`${days[2]}T12:00:00Z`);
    admin = await people.named(testApp, 'later', 'Admin');
  });
  afterAll(async () => {
    clock.runOn();
    await testApp.close();
  });

  const readStatement = (query = '') => desk.read<Statement>(`/accounts/${desk.adas}/statement${query}`, admin);

  it('has the positions, the values and the profit of that very day', async () => {
    const [first, second] = [await readStatement(`?as_of=${days[0]}`), await readStatement(`?as_of=${days[1]}`)];

    expect(first).toMatchObject({
      ...{ final: true, net_liq: 0, cash_balance: 0, day_pnl: 0, previous: null, next: days[1], baseline: null },
      position: [
        {
          ...{ quantity: 3, change: 3, mark_price: 6700, day_pnl: 0, session_date: days[0], reference_quantity: null },
          ...{ previous_price: null, previous_date: null, list_price: null },
        },
      ],
    });
    // Two of three contracts are still held; each has earned ten points.
    expect(second).toMatchObject({
      ...{ net_liq: 1500, cash_balance: 500, day_pnl: 1500, day_realised_pnl: 500, previous: days[0] },
      total: { day_pnl: 1500, day_realised_pnl: 500 },
      position: [
        {
          ...{ quantity: 2, change: -1, mark_price: 6710, day_pnl: 1500, day_realised_pnl: 500 },
          ...{ previous_price: 6700, previous_date: days[0], list_price: null },
        },
      ],
    });
  });

  it('says when the sessions of its date close, after which trades count for the next one', async () => {
    const { body } = await testApp.request('GET', `/accounts/${desk.adas}/statement?as_of=${days[1]}`, {
      ...{ as: admin.token, accept: 'text/html' },
    });
    const closesAt = expect.stringMatching(/^20..-..-..T0[56]:00:00\.000Z$/) as string;

    // Midnight in Chicago.
    expect(await readStatement(`?as_of=${days[1]}`)).toMatchObject({
      session_closes: { first: closesAt, last: closesAt },
    });
    expect(body.replaceAll(/<[^>]*>/g, '')).toMatch(
      /Its sessions close at 20..-..-.. 0[56]:00 UTC; later trades are in the next statement\./,
    );
  });

  it('is not final while a session of its date is open, and shows the last close', async () => {
    expect(await readStatement(`?as_of=${days[2]}`)).toMatchObject({
      final: false,
      day_pnl: 0,
      position: [{ quantity: 2, change: 0, session_date: days[1] }],
    });
    expect(await readStatement()).toMatchObject({ as_of: days[1], final: true });
  });

  it('is not final for an account whose only trades are in the session that is open, and shows the last closed date', async () => {
    await desk.trade(1, 6710, untraded);
    const read = (query = '') => desk.read<Statement>(`/accounts/${untraded}/statement${query}`, admin);

    expect(await read(`?as_of=${days[2]}`)).toMatchObject({ final: false, position: [] });
    expect(await read()).toMatchObject({ as_of: days[1], final: true, position: [] });
  });

  it('counts values from the money values of that day or the latest before, and shows what was reported', async () => {
    await desk.money(desk.adas, [days[0], 1000, 1000.5], admin);
    await desk.refer(desk.bobs, days[1], [{ instrument_id: desk.instrumentId, quantity: -5, price: 6710 }], admin);

    expect(await readStatement(`?as_of=${days[0]}`)).toMatchObject({ cash_balance: 1000, net_liq: 1000.5 });
    expect(await readStatement(`?as_of=${days[1]}`)).toMatchObject({
      ...{ cash_balance: 1500, net_liq: 2500.5, baseline: { as_of: days[0], version: 1 } },
      position: [{ reference_quantity: null }],
    });
    expect(await desk.read(`/accounts/${desk.bobs}/statement?as_of=${days[1]}`, admin)).toMatchObject({
      position: [{ quantity: -2, reference_quantity: -5 }],
    });
  });

  it('goes on from the list of the back office before the date where no session has closed since', async () => {
    const stated = await desk.account(desk.ada);
    const held = (quantity: number) => [{ instrument_id: desk.instrumentId, quantity, price: 6710 }];
    const readPositions = async (date: string) =>
      (await desk.read<Statement>(`/accounts/${stated}/statement?as_of=${date}`, admin)).position;
    await desk.refer(stated, days[0], held(3), admin);
    expect(await readPositions(days[0])).toMatchObject([{ quantity: 0, reference_quantity: 3 }]);
    expect(await readPositions(days[1])).toMatchObject([
      { quantity: 3, session_date: days[1], reference_quantity: null, list_change: 3, list_date: days[0] },
    ]);
    await desk.refer(stated, days[1], held(4), admin);
    expect(await readPositions(days[1])).toMatchObject([{ quantity: 3, reference_quantity: 4 }]);
    expect(await readPositions(days[2])).toMatchObject([
      { quantity: 4, change: 0, mark_price: 6710, reference_quantity: null, list_change: 1, list_date: days[1] },
    ]);
    expect((await readPositions(days[0]))[0]).toMatchObject({ list_change: null, list_date: null });
    await desk.refer(stated, days[2], held(4), admin);
    expect(await readPositions(days[2])).toMatchObject([{ quantity: 4, day_pnl: 0, reference_quantity: 4 }]);
    await desk.refer(stated, days[1], [], admin);
    expect(await readPositions(days[2])).toMatchObject([{ quantity: 0, reference_quantity: 4 }]);
  });

  it('names the list of an earlier date that was posted after its sessions had closed', async () => {
    const corrected = await desk.account(desk.ada);
    const path = `/accounts/${corrected}/statement?as_of=${days[0]}`;
    const early = daysAfter(days[0], -9);
    /** As if it had been posted on that day. */
    const post = async (day: string, quantity: number): Promise<number> => {
      const list = [{ instrument_id: desk.instrumentId, quantity, price: 6690 }];
      const { id } = (await desk.refer(corrected, early, list, admin)).json<{ id: number }>();
      await testApp.orm.em.execute('update position_statements set posted_at = ? where seq = ?', [
        `${day}T12:00:00Z`,
        id,
      ]);
      return id;
    };
    await post(early, 3);
    expect(await desk.read(path, admin)).toMatchObject({ later_list: null });
    const id = await post(daysAfter(days[0], 3), 4);
    const { body } = await testApp.request('GET', path, { as: admin.token, accept: 'text/html' });

    expect(await desk.read(path, admin)).toMatchObject({
      later_list: { id, as_of: early, posted_at: `${daysAfter(days[0], 3)}T12:00:00.000Z` },
    });
    expect(body.replaceAll(/<[^>]*>/g, '')).toContain(
      `Counted from the list of ${early}, posted ${daysAfter(days[0], 3)} 12:00 UTC, after this close.`,
    );
  });

  it('has a closing price and its source where the account has no close of its own', async () => {
    const listed = await desk.account(desk.ada);
    const readRow = async (date: string) =>
      (await desk.read<Statement>(`/accounts/${listed}/statement?as_of=${date}`, admin)).position[0];
    const list = [{ instrument_id: desk.instrumentId, quantity: 3, price: 6690.125 }];
    await desk.refer(listed, daysAfter(days[0], -1), list, admin);
    const before = await readRow(daysAfter(days[0], -1));
    await desk.refer(listed, days[1], [], admin);
    await desk.refer(listed, days[2], list, admin);

    expect(before).toMatchObject({
      ...{ quantity: 0, reference_quantity: 3, session_date: null },
      ...{ mark_price: 6690.125, mark_source: 'reference', mark_date: daysAfter(days[0], -1) },
    });
    // Closed at 6700 by what others traded; the list of the day before is counted from then.
    expect(await readRow(days[0])).toMatchObject({
      ...{ quantity: 3, mark_price: 6700, mark_source: 'close', mark_date: days[0] },
      ...{ list_price: 6690.125, list_date: daysAfter(days[0], -1), previous_price: null, day_pnl: 1481.25 },
    });
    const other = await desk.account(desk.ada);
    await desk.refer(other, days[1], list, admin);
    const {
      net_liq: netLiq,
      day_pnl: profit,
      position,
    } = await desk.read<Statement>(`/accounts/${other}/statement?as_of=${days[1]}`, admin);
    expect(position).toMatchObject([
      { quantity: 0, session_date: null, mark_price: 6710, mark_source: 'settlement', mark_date: days[1] },
    ]);
    // What is no close of the account is in none of its amounts.
    expect([netLiq, profit]).toEqual([0, 0]);
    const page = await testApp.request('GET', `/accounts/${other}/statement?as_of=${days[1]}`, {
      ...{ as: admin.token, accept: 'text/html' },
    });
    // The list holds the position, so the page has its price, as JSON and CSV do, and says what becomes of it.
    expect(page.body.replaceAll(/<[^>]*>/g, ' ')).toMatch(
      /0\s+afterwards 3 by the list[^]*6710\.00[^]*settlement of\s+20[^]*are in no amount of this page/,
    );
    const next = await testApp.request('GET', `/accounts/${other}/statement?as_of=${days[2]}`, {
      ...{ as: admin.token, accept: 'text/html' },
    });
    expect(next.body.replaceAll(/<[^>]*>/g, '')).toContain(`+3 by the list of ${days[1]}`);
    expect(next.body.replaceAll(/<[^>]*>/g, '')).toMatch(/settlement of 20[^]*are in no amount of this page/);
  });

  it('counts from the closing price what money of the date of a list has of it', async () => {
    const known = await desk.account(desk.ada);
    await desk.refer(known, days[0], [{ instrument_id: desk.instrumentId, quantity: 3, price: 6690 }], admin);
    await desk.money(known, [days[0], 1000, 2500], admin);
    const readOf = (date: string) => desk.read<Statement>(`/accounts/${known}/statement?as_of=${date}`, admin);

    // Closed at 6700 and 6710; the money has the ten points of the first close.
    expect(await readOf(days[0])).toMatchObject({ net_liq: 2500, cash_balance: 1000, day_pnl: 0 });
    const second = { net_liq: 4000, cash_balance: 1000, day_pnl: 1500 };
    expect(await readOf(days[1])).toMatchObject({ ...second, position: [{ list_price: 6700, previous_price: null }] });
    const all = await desk.read<{ acct_id: number }[]>(`/accounts/statements?as_of=${days[1]}`, admin);
    expect(all.find(({ acct_id: id }) => id === known)).toMatchObject(second);
    expect(await desk.read(`/accounts/${known}`, admin)).toMatchObject({ net_liq: 4000, unrealised_pnl: 3000 });
  });

  it('has its money in a CSV file of an account without positions', async () => {
    const flat = await desk.account(desk.ada);
    await desk.money(flat, [days[1], 250, 250.5], admin);
    const csv = await testApp.request('GET', `/accounts/${flat}/statement?as_of=${days[1]}`, {
      ...{ as: admin.token, accept: 'text/csv' },
    });

    expect(csv.body.split('\r\n')).toEqual([
      COLUMNS,
      `${flat},An account,ada Example,${days[1]},USD,true,,,,,,,0,0,,250.5,250,,,,,,,,,,,0,0`,
      '',
    ]);
  });

  it('is refused for a date before the account was opened, unless it was reported', async () => {
    const before = (date: string) => `/accounts/${untraded}/statement?as_of=${date}`;
    const refused = await testApp.request('GET', before('2026-01-05'), { as: admin.token });
    const newest = await desk.account(desk.ada);
    await desk.money(untraded, ['2026-01-06', 5, 5], admin);

    expect(refused.json()).toMatchObject({
      ...{ status: 422, code: 'date_before_account' },
      errors: [{ pointer: '/as_of', message: expect.stringContaining('must not be earlier than 20') }],
    });
    expect(await desk.read(before('2026-01-06'), admin)).toMatchObject({ final: true, cash_balance: 5 });
    expect((await testApp.request('GET', before('2026-01-05'), { as: admin.token })).json()).toMatchObject({
      detail: expect.stringContaining('nothing was reported before 2026-01-06.') as string,
      errors: [{ pointer: '/as_of', message: 'as_of must not be earlier than 2026-01-06' }],
    });
    expect(await desk.read(`/accounts/${newest}/statement`, admin)).toMatchObject({ as_of: days[2], final: false });
  });

  it.each(['money values', 'a list'])(
    'is of the last closed date for an account that was opened later, with %s by then',
    async (what) => {
      const [opened, ofToday] = [await desk.account(desk.ada), await desk.account(desk.ada)];
      const report = (acctId: number, date: string) =>
        what === 'a list' ? desk.refer(acctId, date, [], admin) : desk.money(acctId, [date, 5, 5], admin);
      await report(opened, days[0]);
      await report(ofToday, days[2]);
      const [all] = await desk.read<{ as_of: string }[]>('/accounts/statements', admin);

      expect(all?.as_of).toBe(days[1]);
      expect(await desk.read(`/accounts/${opened}/statement`, admin)).toMatchObject({ as_of: days[1], final: true });
      expect(await desk.read(`/accounts/${ofToday}/statement`, admin)).toMatchObject({ as_of: days[2], final: false });
    },
  );

  it('is a page and a table as well, and is refused for the future and to users without access', async () => {
    const get = async (query: string, accept: string, as = admin) =>
      testApp.request('GET', `/accounts/${desk.adas}/statement?as_of=${query}`, { as: as.token, accept });
    const [csv, page] = [await get(days[1], 'text/csv'), await get(days[1], 'text/html')];

    expect(csv.body.split('\r\n')).toEqual([
      COLUMNS,
      `${desk.adas},An account,ada Example,${days[1]},USD,true,${desk.instrumentId},DESK,${days[1]},2,-1,6710,1500,500,,2500.5,1500,close,${days[1]},,,,,,6700,${days[0]},,1500,500`,
      '',
    ]);
    const text = page.body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain(`6700.00 close of ${days[0]} `);
    expect(text).toContain('Total USD +1,500.00 +500.00');
    expect(page.body).toMatch(new RegExp(`<h1>Statement of .+ at the close of <time datetime="${days[1]}">`));
    expect((await get('2199-01-01', 'application/json')).json()).toMatchObject({
      status: 422,
      code: 'date_in_the_future',
    });
    expect((await get('2026-02-30', 'application/json')).statusCode).toBe(400);
    expect((await get(days[1], 'application/json', await people.newUser(testApp))).statusCode).toBe(404);
  });

  it('leads to the days before and after, as far as there are statements of them', async () => {
    const listed = await desk.account(desk.ada);
    const list = [{ instrument_id: desk.instrumentId, quantity: 3, price: 6710 }];
    await desk.refer(listed, days[1], list, admin);
    const findDays = async (date: string) => {
      const path = `/accounts/${listed}/statement?as_of=`;
      const { body } = await testApp.request('GET', `${path}${date}`, { as: admin.token, accept: 'text/html' });
      return ['Before', 'After'].map((way) => new RegExp(`href="[^"]*as_of=([^"]*)">${way}:`).exec(body)?.[1]);
    };

    expect(await findDays(days[1])).toEqual([undefined, days[2]]);
    expect(await findDays(days[2])).toEqual([days[1], undefined]);
  });

  it('leads to a file named after its date', async () => {
    const page = await testApp.request('GET', `/accounts/${desk.adas}/statement`, {
      as: admin.token,
      accept: 'text/html',
    });
    const file = `/accounts/${desk.adas}/statement?as_of=${days[1]}&_as=csv`;
    const { headers } = await testApp.request('GET', file, { as: admin.token });

    expect(page.body).toContain(`href="${file.replace('&', '&amp;')}" download`);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="accounts-${desk.adas}-statement-${days[1]}.csv"`,
    );
  });

  it.each([
    ['2199-01-01', 422, 'is in the future'],
    ['2026-01-04', 422, 'the account was opened on'],
    ['yesterday', 400, 'Date must be a date that exists'],
  ])('is asked for again where there is none of %s', async (date, status, words) => {
    const path = `/accounts/${untraded}/statement`;
    const page = await testApp.request('GET', `${path}?as_of=${date}`, { as: admin.token, accept: 'text/html' });

    expect([page.statusCode, page.body.replaceAll(/\s+/g, ' ')]).toEqual([status, expect.stringContaining(words)]);
    expect(page.body).toContain(`<form class="search span" method="get" action="${path}"`);
    expect(page.body).toContain(`href="${path}">Last statement</a>`);
    expect(page.body).not.toMatch(/as_of must|\/as_of|welcome page/);
  });
});
