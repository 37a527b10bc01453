import { randomBytes } from 'node:crypto';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';

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
