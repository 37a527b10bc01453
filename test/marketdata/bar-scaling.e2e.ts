import { costsOfToday, foldBars } from '../support/bars.js';
import { openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { query } from '../support/postgres-service.js';

/** So many trades, as many seconds apart, the last of them at that time. */
const insertTradesSql = (
  instrumentId: number,
  { first, count, seconds, until }: Readonly<{ first: number; count: number; seconds: number; until: string }>,
): string => `
  insert into trades (id, seq, instrument_id, price, quantity, aggressor_side, buy_order_id, sell_order_id, buy_acct_id, sell_acct_id, session_date, at)
  select ${first} + n, 1, ${instrumentId}, 670000 + (n * 7919 % 400) * 25, 1 + n % 9, 'Buy', 1, 2, 1, 2, at::date, at
  from (select n, timestamptz '${until}' - (${count} - 1 - n) * interval '${seconds} seconds' as at from generate_series(0, ${count} - 1) n) moments`;

const YEARS = 30_000;

describe('bars over three years of trades', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it('cost the same to count and read today as without history', async () => {
    const { url } = testApp.database;
    const { instrumentId: id, ada } = await openBackOffice(testApp);
    const today = (first: number) =>
      query(url, insertTradesSql(id, { first, count: 200, seconds: 1, until: '2026-11-20T12:00:00Z' }));
    // Two days, and the beginning of today.
    await query(url, insertTradesSql(id, { first: 1, count: 3_000, seconds: 60, until: '2026-11-20T11:00:00Z' }));
    await foldBars(testApp);
    await query(url, 'analyze trades; analyze bars');
    await today(10_000);
    const costsBefore = await costsOfToday(url, id);

    await query(url, 'truncate trades; truncate bars; update bar_progress set trade_id = 0');
    await query(url, insertTradesSql(id, { first: 1, count: YEARS, seconds: 3_150, until: '2026-11-20T11:00:00Z' }));
    // The service may be counting by itself already.
    await foldBars(testApp);
    expect(await query(url, `select sum(trades)::int counted from bars where span = '1m'`)).toEqual([
      { counted: YEARS },
    ]);
    await query(url, 'analyze trades; analyze bars');
    await today(YEARS + 10_000);
    const costsAfter = await costsOfToday(url, id);

    const [{ days } = { days: 0 }] = await query(url, `select count(*)::int days from bars where span = '1d'`);
    expect(days).toBeGreaterThan(1_000);
    for (const what of ['counting', 'reading', 'ofASession'] as const)
      expect({
        what,
        young: costsBefore,
        old: costsAfter,
        isAsItWas: costsAfter[what] <= costsBefore[what] * 1.5,
      }).toMatchObject({ isAsItWas: true });
    const [bar] = (
      await testApp.request('GET', `/bars?instrument_id=${id}&interval=1h&newest=true&per_page=1`, { as: ada.token })
    ).json<object[]>();
    expect(bar).toMatchObject({ start: '2026-11-20T12:00:00.000Z', trades: 1 });
  }, 120_000);
});
