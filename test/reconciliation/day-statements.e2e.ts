import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { clock } from '../support/set-clock.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

type Row = Readonly<{ acct_id: number; as_of: string; open_breaks: number }>;

const SHARED = ['acct_id', 'as_of', 'currency', 'final', 'net_liq', 'cash_balance', 'day_pnl', 'day_realised_pnl'];

describe('the statements of a day', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let admin: Person;
  let days: readonly [string, string, string];
  let later: number;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { CLOCK_HOLD_SECONDS: '0' } });
    desk = await openBackOffice(testApp);
    const first = await desk.sessionDate();
    await desk.trade(3, 6700);
    const second = await desk.roll();
    await desk.trade(-1, 6710);
    days = [first, second, await desk.roll()];
    clock.set(`${days[2]}T12:00:00Z`);
    admin = await people.named(testApp, 'later', 'Admin');
    await desk.money(desk.adas, [days[0], 1000, 1000.5], admin);
    await desk.refer(desk.bobs, days[1], [{ instrument_id: desk.instrumentId, quantity: -5, price: 6710 }], admin);
    later = await desk.account(desk.ada);
  });
  afterAll(async () => {
    clock.runOn();
    await testApp.close();
  });

  const list = (query = '', as = admin) => desk.read<Row[]>(`/accounts/statements?${query}`, as);

  it('have the figures of the statement of each account', async () => {
    for (const date of days) {
      const rows = await list(`as_of=${date}`);
      for (const row of rows) {
        const single = await desk.read<Record<string, unknown>>(
          `/accounts/${row.acct_id}/statement?as_of=${date}`,
          admin,
        );
        expect(row).toMatchObject(Object.fromEntries(SHARED.map((name) => [name, single[name]])));
      }
      expect(rows.map(({ acct_id: id }) => id)).toEqual(expect.arrayContaining([desk.adas, desk.bobs]));
    }
    expect((await list(`as_of=${days[1]}`)).find(({ acct_id: id }) => id === desk.adas)).toMatchObject({
      ...{ net_liq: 2500.5, cash_balance: 1500, day_pnl: 1500, day_realised_pnl: 500, final: true, open_breaks: 0 },
    });
  });

  it('count the open breaks up to the date, and are of the last closed date without one', async () => {
    const breaksOf = async (query: string) =>
      (await list(query)).find(({ acct_id: id }) => id === desk.bobs)?.open_breaks;

    expect([await breaksOf(`as_of=${days[0]}`), await breaksOf(`as_of=${days[1]}`)]).toEqual([0, 1]);
    expect((await list())[0]?.as_of).toBe(days[1]);
  });

  it('leave out accounts that were opened later, unless they had been reported', async () => {
    const ids = async (date: string) => (await list(`as_of=${date}&per_page=1000`)).map(({ acct_id: id }) => id);
    const before = await ids(days[1]);
    await desk.money(later, [days[1], 5, 5], admin);

    expect([
      before.includes(later),
      (await ids(days[1])).includes(later),
      (await ids(days[2])).includes(later),
    ]).toEqual([false, true, true]);
    expect(await ids('2026-01-05')).toEqual([]);
  });

  it('have an account that was opened later with its break, if a list of positions had been reported', async () => {
    const acctId = await desk.account(desk.ada);
    await desk.refer(acctId, days[1], [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }]);
    const find = async (date: string) =>
      (await list(`as_of=${date}&per_page=1000`)).find(({ acct_id: id }) => id === acctId)?.open_breaks;

    expect([await find(days[0]), await find(days[1])]).toEqual([undefined, 1]);
  });

  it('are of the accounts that the caller may view, and found by account and owner', async () => {
    const ids = async (query: string, as: Person) =>
      (await list(`as_of=${days[2]}&${query}`, as)).map(({ acct_id: id }) => id);
    const adas = await ids('', desk.ada);
    const [first = 0, ...others] = await ids('', admin);

    expect([adas.includes(desk.adas), adas.includes(desk.bobs)]).toEqual([true, false]);
    expect(await ids(`account=${encodeURIComponent(desk.bob.email)}`, admin)).toContain(desk.bobs);
    expect(await ids(`account=${desk.adas}`, admin)).toContain(desk.adas);
    expect(await ids(`account=${encodeURIComponent(desk.bob.email)}`, desk.ada)).toEqual([]);
    const page = await testApp.request('GET', `/accounts/statements?as_of=${days[2]}&per_page=1`, { as: admin.token });
    const next = /<([^>]*)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    expect([
      page.json<Row[]>().map(({ acct_id: id }) => id),
      (await desk.read<Row[]>(next, admin))[0]?.acct_id,
    ]).toEqual([[first], others[0]]);
  });

  it('are a page with the days beside it, and a file', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(admin);
    const page = await browser.get(`/accounts/statements?as_of=${days[1]}&account=ada`);
    const csv = await browser.get(`/accounts/statements?as_of=${days[1]}&_as=csv`);
    const refused = await browser.get('/accounts/statements?as_of=2199-01-01');

    for (const date of [daysAfter(days[1], -1), daysAfter(days[1], 1)])
      expect(page.body).toContain(`href="/accounts/statements?as_of=${date}&amp;account=ada"`);
    expect(page.body).toContain(`href="/accounts/${desk.adas}/statement?as_of=${days[1]}"`);
    expect((await browser.get(`/accounts/statements?as_of=${days[2]}`)).body).not.toContain('After:');
    expect(csv.body.split('\r\n')[0]).toBe(
      'acct_id,acct_name,owner_name,as_of,currency,final,net_liq,cash_balance,day_pnl,day_realised_pnl,open_breaks',
    );
    expect(csv.body).toContain(`${desk.adas},An account,ada Example,${days[1]},USD,true,2500.5,1500,1500,500,0`);
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('is in the future')]);
  });
});
