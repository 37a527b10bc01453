import { parseDecimal } from '../../src/money/decimal.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { clock } from '../support/set-clock.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { venue } from '../support/venue.js';

const DAY_MS = 86_400_000;
/** The clock stands still where it is set, so seconds pass on the other one. */
const NEAR_MS = 60_000;

describe('a clock that jumps by more than five minutes', () => {
  let testApp: TestApp;
  let floor: Floor;
  let acctId: number;
  let ada: Person;
  let trader: string;
  const log: string[] = [];
  const warnings = (): string[] =>
    log.map((line) => (JSON.parse(line) as { msg: string }).msg).filter((message) => message.includes('clock'));

  beforeAll(async () => {
    testApp = await openTestApp({ log: (line) => log.push(line) });
    floor = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    trader = ada.token;
    acctId = await floor.account(ada);
  });
  afterEach(() => {
    clock.runOn();
    log.length = 0;
  });
  afterAll(() => testApp.close());

  const session = () =>
    venue(testApp).exchange.look(({ products }) => products.get(floor.productId)?.currentSession ?? null);
  const health = async () =>
    (await testApp.request('GET', '/health/ready')).json<{
      status: string;
      checks: Record<string, string>;
      notes?: Record<string, string>;
    }>();
  const shown = async (path: string) =>
    (await testApp.request('GET', path, { as: floor.admin.token, accept: 'text/html' })).body;
  const jump = (ms: number): void => clock.set(new Date(Date.now() + ms).toISOString());

  it.each([
    [DAY_MS, '24 h 0 min ahead'],
    [-DAY_MS, '24 h 0 min back'],
    [6 * 60_000, '6 min ahead'],
  ])(
    'by %d ms is damped: sessions and the journal continue, and it is reported until the clock is right',
    async (ms, text) => {
      const [now, running] = [Date.now(), await session()];
      jump(ms);
      await venue(testApp).exchange.keepSessions();
      const order = await floor.order(trader, floor.limit(acctId));

      expect(Math.abs(Date.parse(String(order['created_at'])) - now)).toBeLessThan(NEAR_MS);
      expect(await session()).toBe(running);
      expect(await health()).toMatchObject({
        status: 'ok',
        checks: { clock: 'held_back', exchange: 'ok' },
        notes: { clock: expect.stringContaining(text) as string },
      });
      expect(await shown('/health/ready')).toContain('held_back');
      for (const path of ['/administration', '/administration/health']) {
        const { held_clock: held } = (await testApp.request('GET', path, { as: floor.admin.token })).json<{
          held_clock: { ahead_seconds: number; venue_time: string; machine_time: string };
        }>();
        expect(Math.abs(held.ahead_seconds - ms / 1_000)).toBeLessThan(NEAR_MS / 1_000);
        expect(Math.abs(Date.parse(held.venue_time) - now)).toBeLessThan(NEAR_MS);
        expect(await shown(path)).toContain('kontor clock accept');
      }
      clock.runOn();
      expect(await health()).toMatchObject({ checks: { clock: 'ok' } });
      expect(await health()).not.toHaveProperty('notes');
      expect(warnings()).toEqual([
        expect.stringContaining(`jumped ${text}`),
        expect.stringContaining('is right again'),
      ]);
    },
  );

  it('by less is followed at once', async () => {
    const before = Date.now();
    jump(4 * 60_000);
    const order = await floor.order(trader, floor.limit(acctId));

    expect(Date.parse(String(order['created_at'])) - before).toBeGreaterThanOrEqual(4 * 60_000);
    expect(await health()).toMatchObject({ checks: { clock: 'ok' } });
    expect(warnings()).toEqual([]);
  });

  it('by a day keeps previews at the venue’s time, and the administrator who accepts it is named', async () => {
    // The venue has followed the clock back before it jumps.
    await health();
    const now = Date.now();
    const body = {
      type: 'LimitOrderSub',
      acctId,
      instrumentId: floor.instrumentId,
      side: 'Buy',
      quantity: 1,
      timeInForce: 'GTC',
      limitPrice: parseDecimal(6700),
      stopPrice: null,
      postOnly: false,
      expireDate: null,
      clientOrderId: null,
      tag: null,
    } as const;
    jump(DAY_MS);
    const [previewed] = await venue(testApp).exchange.preview(
      { userId: ada.id, actingUserId: floor.admin.id, clientId: null, isAdministrator: false },
      [body],
    );

    expect(Math.abs((previewed?.time ?? 0) - now)).toBeLessThan(NEAR_MS);
    expect(previewed?.events).toContainEqual(
      expect.objectContaining({
        order: expect.objectContaining({ userId: ada.id, placedBy: floor.admin.id }) as unknown,
      }),
    );
  });
});
