import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { seedSandboxMarket } from '../support/seeding.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { tradingFloor } from '../support/trading-floor.js';

type Group = Readonly<{ session_calendar: { overrides: { date: string; end_time?: number }[] } }>;

/** The weekday before a date that is no holiday of the group. */
function findPreviousDate(date: string, group: Group | undefined): string {
  const holidays = group?.session_calendar.overrides.filter((override) => override.end_time === undefined) ?? [];
  const day = new Date(date);
  do day.setUTCDate(day.getUTCDate() - 1);
  while (
    [0, 6].includes(day.getUTCDay()) ||
    holidays.some((holiday) => holiday.date === day.toISOString().slice(0, 10))
  );
  return day.toISOString().slice(0, 10);
}

describe('made-up bars of an instrument of the sandbox', () => {
  let testApp: TestApp;
  let browser: BrowserClient;
  let [ada, bob] = [{} as Person, {} as Person];
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    await seedSandboxMarket(testApp, new Date().toISOString());
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());

  /** The figures of each bar. */
  const readHistory = async (instrumentId: number, interval = '1m'): Promise<ReadonlyMap<string, string>> => {
    const { body } = await browser.get(`/desk/${instrumentId}/history?interval=${interval}`);
    const rows = [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      row
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
    const length = interval === '1m' ? 16 : 10;
    return new Map(rows.filter((row) => /^\d{4}-/.test(row)).map((row) => [row.slice(0, length), row.slice(length)]));
  };

  it('are the same after the first trade, at whatever price that is, and end with the session before it', async () => {
    const floor = await tradingFloor(testApp);
    const [instrument] = await floor.read<{ id: number }[]>(ada.token, '/instruments?symbol=AAPL');
    const instrumentId = instrument?.id ?? 0;
    const before = await readHistory(instrumentId);
    const order = { instrument_id: instrumentId, quantity: 1, limit_price: 269.1 };
    await floor.act(bob.token, floor.limit(await floor.account(bob), { ...order, side: 'Sell' }));
    await floor.act(ada.token, floor.limit(await floor.account(ada), order));
    const after = await readHistory(instrumentId);
    const minutes = [...before.keys()].filter((minute) => after.has(minute));

    expect(minutes.length).toBeGreaterThan(290);
    expect(minutes.filter((minute) => before.get(minute) !== after.get(minute))).toEqual([]);

    const bars = await floor.read<{ start: string; session_date: string }[]>(
      ada.token,
      `/bars?instrument_id=${instrumentId}&interval=1d`,
    );
    expect(bars).toHaveLength(1);
    const groups = await floor.read<(Group & { symbol: string })[]>(ada.token, '/productgroups?per_page=100');
    const group = groups.find(({ symbol }) => symbol === 'US-SHARES');
    const previousDate = findPreviousDate(bars[0]?.session_date ?? '', group);
    const days = [...(await readHistory(instrumentId, '1d')).keys()];
    expect(days.slice(0, 2)).toEqual([bars[0]?.session_date, previousDate]);
  });

  it('are marked in the table of a chart, which has each bar of the chart', async () => {
    const [instrument] = await (
      await tradingFloor(testApp)
    ).read<{ id: number }[]>(ada.token, '/instruments?symbol=AAPL');
    const { body } = await browser.get(`/desk/${instrument?.id ?? 0}?interval=1w`);
    const [, drawn, madeUp] = /aria-label="(\d+) bars, (\d+) of them made up/.exec(body) ?? [];
    const [, path = ''] = /<a href="([^"]*)">Show as table</.exec(body) ?? [];
    const rows = (await browser.get(path.replaceAll('&amp;', '&'))).body.match(/<tr[^>]*><t[hd][^>]*><time.*/g) ?? [];

    expect(Number(drawn)).toBe(Number(madeUp) + 1);
    expect([rows.length, rows.filter((row) => row.includes('made up')).length]).toEqual([drawn, madeUp].map(Number));
    expect(rows[0]).not.toContain('made up');
  });
});
