import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { seedSandboxMarket } from '../support/seeding.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { tradingFloor } from '../support/trading-floor.js';

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
  });
});
