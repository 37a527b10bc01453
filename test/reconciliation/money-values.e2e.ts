import { randomBytes } from 'node:crypto';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { clock } from '../support/set-clock.js';

type Value = Readonly<{ version: number; cash_balance: number; as_of: string; posted_by: number }>;

describe('money values', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let adas: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
  });
  beforeEach(async () => (adas = await desk.account(desk.ada)));
  afterAll(() => testApp.close());

  const values = (query = '') => desk.read<Value[]>(`/accounts/${adas}/moneyvals${query}`, desk.ada);

  it('are posted once, repeated without a new version, corrected, and kept', async () => {
    const [first, again, other] = [
      await desk.money(adas, ['2026-01-30', 1000, 1000.5]),
      await desk.money(adas, ['2026-01-30', '1000.00', 1000.5]),
      await desk.money(adas, ['2026-01-30', 1100, 1100]),
    ];

    expect([first, again, other].map(({ statusCode }) => statusCode)).toEqual([201, 200, 201]);
    expect([first, again, other].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
      ...[undefined, 'true', undefined],
    ]);
    expect(first.json()).toEqual({
      acct_id: adas,
      as_of: '2026-01-30',
      version: 1,
      cash_balance: 1000,
      net_liq: 1000.5,
      posted_at: expect.stringMatching(/Z$/),
      posted_by: desk.admin.id,
    });
    expect([again.json(), other.json<Value>().version]).toEqual([first.json(), 2]);
    expect((await values()).map(({ version, cash_balance: cash }) => [version, cash])).toEqual([[2, 1100]]);
    expect((await values('?versions=all')).map(({ version, cash_balance: cash }) => [version, cash])).toEqual([
      [1, 1000],
      [2, 1100],
    ]);
  });

  it('of another’s account are for administrators and, in the sandbox, for its owner', async () => {
    await testApp.request('PUT', `/accounts/${adas}/grants/${desk.bob.id}`, {
      ...{ as: desk.admin.token, body: { access: 'Trade' } },
    });
    const refused = [
      await desk.money(adas, ['2026-01-30', 1, 1], desk.bob),
      await desk.refer(adas, '2026-01-30', [], desk.bob),
    ].map((answer) => answer.json<{ code: string; detail: string }>());

    expect(refused.map(({ code }) => code)).toEqual(['administrators_only', 'administrators_only']);
    for (const { detail } of refused) expect(detail).toContain('or the owner of the account');
  });

  it('get a new version when the first values are posted again', async () => {
    for (const cash of [1, 2, 1]) expect((await desk.money(adas, ['2026-01-30', cash, cash])).statusCode).toBe(201);
    expect((await values('?versions=all')).map(({ version, cash_balance: cash }) => [version, cash])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
    ]);
  });

  it('are listed in the order of posting, filtered by date, page by page', async () => {
    for (const date of ['2026-01-30', '2026-01-28', '2026-01-29']) await desk.money(adas, [date, 1, 1]);
    const page = await testApp.request('GET', `/accounts/${adas}/moneyvals?per_page=2`, { as: desk.ada.token });
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? [];

    expect(
      [page.json<Value[]>(), await desk.read<Value[]>(next, desk.ada)].map((rows) =>
        rows.map(({ as_of: asOf }) => asOf),
      ),
    ).toEqual([['2026-01-30', '2026-01-28'], ['2026-01-29']]);
    expect((await values('?as_of=2026-01-28')).map(({ as_of: asOf }) => asOf)).toEqual(['2026-01-28']);
  });

  it('with the latest date are the baseline of live values, in any order of posting', async () => {
    await desk.money(adas, ['2026-01-30', '1000000.1234', 1_000_001]);
    await desk.money(adas, ['2026-01-29', 5, 5]);

    expect(await desk.read(`/accounts/${adas}`)).toMatchObject({
      cash_balance: 1000000.1234,
      net_liq: 1_000_001,
      baseline: { as_of: '2026-01-30' },
    });
  });

  it.each([
    [{ as_of: '2026-02-30' }, 400, '/as_of'],
    [{ as_of: '2026-2-3' }, 400, '/as_of'],
    [{ as_of: '2026-02-03T00:00:00Z' }, 400, '/as_of'],
    [{ as_of: 'infinity' }, 400, '/as_of'],
    [{ as_of: '2199-01-01' }, 422, 'date_in_the_future'],
    [{ cash_balance: 0.00001 }, 400, '/cash_balance'],
    [{ cash_balance: '1e3' }, 400, '/cash_balance'],
    [{ net_liq: 'NaN' }, 400, '/net_liq'],
    [{ net_liq: null }, 400, '/net_liq'],
    [{ net_liq: undefined }, 400, '/net_liq'],
    [{ comment: 'x' }, 400, '/comment'],
  ])('are refused with %j, and nothing is stated', async (wrong, status, named) => {
    const refused = await desk.send(`/accounts/${adas}/moneyvals`, {
      cash_balance: 1,
      net_liq: 1,
      as_of: '2026-01-30',
      ...wrong,
    });

    expect([refused.statusCode, refused.body]).toEqual([status, expect.stringContaining(named)]);
    expect(await values('?versions=all')).toEqual([]);
  });

  it('are refused for dates in the future in the account’s time zone', async () => {
    const [ahead, behind] = [
      await desk.account(desk.ada, { time_zone: 'Pacific/Kiritimati' }),
      await desk.account(desk.ada, { time_zone: 'Pacific/Niue' }),
    ];
    const date = (offsetHours: number) => new Date(Date.now() + offsetHours * 3_600_000).toISOString().slice(0, 10);

    // Fourteen hours before UTC and eleven behind it: there is always a day between them.
    expect([
      (await desk.money(ahead, [date(14), 1, 1])).statusCode,
      (await desk.money(behind, [date(14), 1, 1])).statusCode,
      (await desk.money(behind, [date(-11), 1, 1])).statusCode,
    ]).toEqual([201, 422, 201]);
  });

  it('are posted by administrators and, in the sandbox, by owners; not by users with a grant', async () => {
    await testApp.request('PUT', `/accounts/${adas}/grants/${desk.bob.id}`, {
      as: desk.admin.token,
      body: { access: 'Trade' },
    });
    const eve = await people.eve(testApp);
    const answers = [
      await desk.money(adas, ['2026-01-30', 1, 1], desk.ada),
      await desk.money(adas, ['2026-01-30', 2, 2], desk.bob),
      await desk.money(adas, ['2026-01-30', 2, 2], eve),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 403, 404]);
    expect(await values()).toMatchObject([{ cash_balance: 1, posted_by: desk.ada.id }]);
  });

  it('are returned as CSV and as a page', async () => {
    await desk.money(adas, ['2026-01-30', 1000, 1000.5]);
    const [csv, page] = await Promise.all(
      ['text/csv', 'text/html'].map((accept) =>
        testApp.request('GET', `/accounts/${adas}/moneyvals`, { as: desk.ada.token, accept }),
      ),
    );

    expect(csv?.body.split('\r\n').slice(0, 2)).toEqual([
      'acct_id,acct_name,owner_name,as_of,version,cash_balance,net_liq,posted_at,posted_by',
      expect.stringMatching(
        new RegExp(`^${adas},An account,ada Example,2026-01-30,1,1000,1000\\.5,.*Z,${desk.admin.id}$`),
      ),
    ]);
    expect(page?.body).toContain('<h1>Money values of An account</h1>');
  });

  it('have a page for an account without any', async () => {
    const acctId = await desk.account(desk.ada, { name: 'A new one' });
    const page = await testApp.request('GET', `/accounts/${acctId}/moneyvals`, {
      as: desk.ada.token,
      accept: 'text/html',
    });

    expect(page.body).toContain('<h1>Money values of A new one</h1>');
  });

  it('are listed latest first on request, page by page', async () => {
    const acctId = await desk.account(desk.ada);
    for (const day of ['2026-01-26', '2026-01-27', '2026-01-28']) await desk.money(acctId, [day, 1, 1]);
    const first = await testApp.request('GET', `/accounts/${acctId}/moneyvals?order=desc&per_page=2`, {
      as: desk.admin.token,
    });
    const [, next = ''] = /<([^>]*)>/.exec(String(first.headers.link)) ?? [];

    expect(
      [first.json<{ as_of: string }[]>(), await desk.read<{ as_of: string }[]>(next)]
        .flat()
        .map((value) => value.as_of),
    ).toEqual(['2026-01-28', '2026-01-27', '2026-01-26']);
  });
});

type Statement = Readonly<{
  as_of: string;
  final: boolean;
  previous: string | null;
  next: string | null;
  position: object[];
}>;

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
        { quantity: 3, change: 3, mark_price: 6700, day_pnl: 0, session_date: days[0], reference_quantity: null },
      ],
    });
    // Two of three contracts are still held; each has earned ten points.
    expect(second).toMatchObject({
      ...{ net_liq: 1500, cash_balance: 500, day_pnl: 1500, day_realised_pnl: 500, previous: days[0] },
      position: [{ quantity: 2, change: -1, mark_price: 6710, day_pnl: 1500, day_realised_pnl: 500 }],
    });
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
      { quantity: 3, session_date: days[1], reference_quantity: null },
    ]);
    await desk.refer(stated, days[1], held(4), admin);
    expect(await readPositions(days[1])).toMatchObject([{ quantity: 3, reference_quantity: 4 }]);
    expect(await readPositions(days[2])).toMatchObject([
      { quantity: 4, change: 0, mark_price: 6710, reference_quantity: null },
    ]);
    await desk.refer(stated, days[2], held(4), admin);
    expect(await readPositions(days[2])).toMatchObject([{ quantity: 4, day_pnl: 0, reference_quantity: 4 }]);
    await desk.refer(stated, days[1], [], admin);
    expect(await readPositions(days[2])).toMatchObject([{ quantity: 0, reference_quantity: 4 }]);
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

  it('is a page and a table as well, and is refused for the future and to users without access', async () => {
    const get = async (query: string, accept: string, as = admin) =>
      testApp.request('GET', `/accounts/${desk.adas}/statement?as_of=${query}`, { as: as.token, accept });
    const [csv, page] = [await get(days[1], 'text/csv'), await get(days[1], 'text/html')];

    expect(csv.body.split('\r\n')).toEqual([
      'acct_id,acct_name,owner_name,as_of,currency,final,instrument_id,symbol,session_date,quantity,change,mark_price,day_pnl,day_realised_pnl,reference_quantity,net_liq,cash_balance',
      `${desk.adas},An account,ada Example,${days[1]},USD,true,${desk.instrumentId},DESK,${days[1]},2,-1,6710,1500,500,,2500.5,1500`,
      '',
    ]);
    expect(page.body).toMatch(new RegExp(`<h1>Statement of .+ at the close of <time datetime="${days[1]}">`));
    expect((await get('2199-01-01', 'application/json')).json()).toMatchObject({
      status: 422,
      code: 'date_in_the_future',
    });
    expect((await get('2026-02-30', 'application/json')).statusCode).toBe(400);
    expect((await get(days[1], 'application/json', await people.newUser(testApp))).statusCode).toBe(404);
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

describe('money values in production', () => {
  it('are posted by administrators only', async () => {
    const testApp = await openTestApp({
      env: {
        MODE: 'production',
        BASE_URL: 'https://kontor.example',
        TRUST_PROXY: '1',
        SECRET_KEY: randomBytes(32).toString('hex'),
      },
    });
    const desk = await openBackOffice(testApp);

    expect([
      (await desk.money(desk.adas, ['2026-01-30', 1, 1], desk.ada)).statusCode,
      (await desk.money(desk.adas, ['2026-01-30', 1, 1])).statusCode,
    ]).toEqual([403, 201]);
    await testApp.close();
  });
});
