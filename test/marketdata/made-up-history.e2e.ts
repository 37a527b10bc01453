import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { seedSandboxMarket } from '../support/seeding.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('made-up bars of an instrument of the sandbox', () => {
  let testApp: TestApp;
  let browser: BrowserClient;
  let desk: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    await seedSandboxMarket(testApp, new Date().toISOString());
    desk = await tradingFloor(testApp);
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());

  /** The figures of each minute. */
  const readHistory = async (instrumentId: number): Promise<ReadonlyMap<string, string>> => {
    const { body } = await browser.get(`/desk/${instrumentId}/history?interval=1m`);
    const rows = [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      row
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
    return new Map(rows.filter((row) => /^\d{4}-/.test(row)).map((row) => [row.slice(0, 16), row.slice(16)]));
  };

  it('are the same after the first trade, at whatever price that is', async () => {
    const [instrument] = await desk.read<{ id: number }[]>(ada.token, '/instruments?symbol=AAPL');
    const instrumentId = instrument?.id ?? 0;
    const before = await readHistory(instrumentId);
    const order = { instrument_id: instrumentId, quantity: 1, limit_price: 269.1 };
    await desk.act(bob.token, desk.limit(await desk.account(bob), { ...order, side: 'Sell' }));
    await desk.act(ada.token, desk.limit(await desk.account(ada), order));
    const after = await readHistory(instrumentId);
    const minutes = [...before.keys()].filter((minute) => after.has(minute));

    expect(minutes.length).toBeGreaterThan(290);
    expect(minutes.filter((minute) => before.get(minute) !== after.get(minute))).toEqual([]);
  });

  it('are marked in the table of a chart, which has each bar of the chart', async () => {
    const [instrument] = await desk.read<{ id: number }[]>(ada.token, '/instruments?symbol=AAPL');
    const { body } = await browser.get(`/desk/${instrument?.id ?? 0}?interval=1w`);
    const [, drawn, madeUp] = /aria-label="(\d+) bars, (\d+) of them made up/.exec(body) ?? [];
    const [, path = ''] = /<a href="([^"]*)">Show as table</.exec(body) ?? [];
    const rows = (await browser.get(path.replaceAll('&amp;', '&'))).body.match(/<tr[^>]*><t[hd][^>]*><time.*/g) ?? [];

    expect(Number(drawn)).toBe(Number(madeUp) + 1);
    expect([rows.length, rows.filter((row) => row.includes('made up')).length]).toEqual([drawn, madeUp].map(Number));
    expect(rows[0]).not.toContain('made up');
  });
});
