import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { clock } from '../support/set-clock.js';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

type Statement = Readonly<{ net_liq: number; cash_balance: number; position: readonly Record<string, unknown>[] }>;

/** Fifty a point; the instrument closes at 6710. */
describe('a list of positions that came before the close of its date', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let admin: Person;
  let listed: number;
  let days: readonly [string, string];
  beforeAll(async () => {
    testApp = await openTestApp({ env: { CLOCK_HOLD_SECONDS: '0' } });
    desk = await openBackOffice(testApp);
    await desk.trade(1, 6700);
    await desk.roll();
    listed = await desk.account(desk.ada);
    const first = await desk.sessionDate();
    clock.set(`${first}T12:00:00Z`);
    admin = await people.named(testApp, 'sooner', 'Admin');
    await desk.trade(1, 6700);
    await desk.refer(listed, first, held(3, 66.9), admin);
    const mistyped = await readLive();
    await desk.refer(listed, first, held(3, 6690), admin);

    expect([mistyped, await readLive()]).toEqual([994_965, 1500]);
    await desk.trade(-1, 6710, listed);
    days = [first, await desk.roll()];
    clock.set(`${days[1]}T12:00:00Z`);
    admin = await people.named(testApp, 'later', 'Admin');
  });
  afterAll(async () => {
    clock.runOn();
    await testApp.close();
  });

  const held = (quantity: number, price: number) => [{ instrument_id: desk.instrumentId, quantity, price }];
  const readLive = async (): Promise<number> =>
    (await desk.read<{ net_liq: number }>(`/accounts/${listed}`, admin)).net_liq;
  const readDay = (date: string) => desk.read<Statement>(`/accounts/${listed}/statement?as_of=${date}`, admin);

  it('is in that close, as the change that it made', async () => {
    expect(await readDay(days[0])).toMatchObject({
      ...{ net_liq: 3000, cash_balance: 1000 },
      position: [
        {
          ...{ quantity: 2, change: -1, list_change: 3, list_date: days[0], session_date: days[0] },
          ...{ list_price: 6690, previous_price: null },
        },
      ],
    });
    expect((await readDay(days[1])).position).toMatchObject([{ quantity: 2, list_change: null }]);
  });

  it('does not count once more what was sold until then, for money of that close', async () => {
    await desk.money(listed, [days[0], 5000, 7000], admin);
    const known = { net_liq: 7000, cash_balance: 5000 };

    expect(await desk.read(`/accounts/${listed}`, admin)).toMatchObject(known);
    expect(await readDay(days[0])).toMatchObject(known);
    const all = await desk.read<{ acct_id: number }[]>(`/accounts/statements?as_of=${days[0]}`, admin);
    expect(all.find(({ acct_id: id }) => id === listed)).toMatchObject(known);
  });

  it('gives its place to a list after the close, from whose price the day after begins', async () => {
    await desk.refer(listed, days[0], held(4, 6600), admin);

    expect(await readDay(days[0])).toMatchObject({
      ...{ net_liq: 7000, cash_balance: 5000 },
      position: [{ quantity: 4, change: -1, list_change: 5, list_date: days[0], reference_quantity: 4 }],
    });
    expect((await readDay(days[1])).position).toMatchObject([{ quantity: 4, list_change: null }]);
    await desk.trade(1, 6712);
    expect(await readLive()).toBe(7400);
  });
});
