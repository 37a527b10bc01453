import type { CommandBody, OrderSubmissionCommand } from '../../src/engine/command.js';
import { findNextAccountId } from '../../src/accounts/live-account.js';
import { SYSTEM_CALLER } from '../../src/exchange/caller.js';
import { MarketListingService } from '../../src/instruments/sandbox/market-listing.service.js';
import { parseDecimal } from '../../src/money/decimal.js';
import { type TestApp, openTestApp } from './test-app.js';
import { query } from './postgres-service.js';
import { people } from './people.js';
import { seedSandboxMarket } from './seeding.js';
import { clock } from './set-clock.js';
import { noLimits, venue } from './venue.js';

type Terms = Partial<
  Pick<OrderSubmissionCommand, 'side' | 'timeInForce' | 'expireDate' | 'instrumentId' | 'tag' | 'acctId'>
> &
  Readonly<{ price?: number }>;
type Env = Readonly<Record<string, string>>;

/** A test app with the market of the sandbox whose clock stands at a moment; the hours are those of the exchanges unless it is said otherwise. */
export async function openClockedApp(moment: string, env: Env = { SANDBOX_HOURS: 'exchange' }) {
  clock.set(moment);
  // Days pass in a moment here, and none of them is held back.
  const settings = { CLOCK_HOLD_SECONDS: '0', ...env };
  let testApp: TestApp = await openTestApp({ env: settings });
  const first = testApp;
  // The journal never goes back in time, and a new one begins today.
  await query(testApp.database.url, `update exchange_state set time = '2026-01-01'`);
  await seedSandboxMarket(testApp, moment);
  const { id: userId } = await people.admin(testApp);
  const caller = { userId, actingUserId: userId, clientId: null, isAdministrator: true };
  const rows = async <Row>(statement: string): Promise<Row[]> => (await query(first.database.url, statement)) as Row[];
  const exchange = () => venue(testApp).exchange;
  await exchange().keepSessions();
  /** The accounts have two owners, because the sandbox keeps an owner from trading with themselves. */
  const open = async (ownerId: number): Promise<number> => {
    const { events } = await exchange().execute(SYSTEM_CALLER, (state) => ({
      type: 'OpenAccount',
      acctId: findNextAccountId(state),
      ownerId,
      name: 'One',
      currency: 'USD',
      timeZone: 'UTC',
      limits: noLimits,
    }));
    return events.flatMap((event) => (event.type === 'AccountChanged' ? [event.acctId] : []))[0] ?? 0;
  };
  const accounts = [await open(userId), await open((await people.ada(testApp)).id)] as const;
  const product = async (symbol: string): Promise<number> =>
    Number((await rows<{ id: string }>(`select id from products where symbol = '${symbol}'`))[0]?.id);
  const instrument = async (symbol: string): Promise<number> =>
    Number(
      (
        await rows<{ id: string }>(
          `select id from instruments where product_id = ${await product(symbol)} order by expiration nulls first, id limit 1`,
        )
      )[0]?.id,
    );

  const days = {
    ...{ accounts, rows, product, instrument, url: first.database.url },
    get testApp() {
      return testApp;
    },
    look: () => exchange(),
    /** The clock is set, and the venue receives it. */
    async at(when: string): Promise<void> {
      clock.set(when);
      // A timer, an order that comes at that moment and an administrator may all look at the clock at once.
      await Promise.all([1, 2, 3].map(() => exchange().keepSessions()));
    },
    /** The clock is set, and the venue has not received it yet. */
    setClock: (when: string) => clock.set(when),
    /** Which session a product is in, if any. */
    session: async (symbol: string): Promise<string | null> => {
      const id = await product(symbol);
      return exchange().look(({ products }) => products.get(id)?.currentSession ?? null);
    },
    /** Every session of a product that the journal has, in its order. */
    history: async (symbol: string): Promise<string[]> => {
      const events = await rows<{ type: string; date: string; at: Date }>(
        `select type, payload->>'sessionDate' as date, at from journal where type in ('OpenSession', 'CloseSession') and (payload->>'productId')::int = ${await product(symbol)} order by seq`,
      );
      return events.map(
        ({ type, date, at }) =>
          `${type === 'OpenSession' ? 'opens' : 'closes'} ${date} at ${at.toISOString().slice(5, 16)}`,
      );
    },
    async order({ price = 6700, ...terms }: Terms = {}): Promise<string> {
      const body: CommandBody = {
        ...({
          type: 'LimitOrderSub',
          acctId: accounts[0],
          instrumentId: await instrument('ES'),
          side: 'Buy',
          quantity: 1,
          timeInForce: 'Day',
          limitPrice: parseDecimal(price),
          stopPrice: null,
        } as const),
        ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null, ...terms },
      };
      const { events } = await exchange().execute(caller, body);
      return events.map((event) => ('refusal' in event ? event.refusal.code : event.type))[0] ?? '';
    },
    orders: () =>
      rows<{ tag: string; status: string; reason: string | null; session: string | null; over: Date }>(
        `select tag, status, cancel_reason as reason, session_date::text as session, updated_at as over from orders where tag is not null order by id`,
      ),
    /** The service ends, and starts again at another moment. */
    async restart(when: string): Promise<void> {
      if (testApp === first) await venue(testApp).leave();
      else await testApp.close();
      clock.set(when);
      testApp = await openTestApp({ beside: first, env: { ...settings, SECRET_KEY: first.config.secretKey } });
      await exchange().open();
    },
    /** What the service does each day while it runs. */
    list: (date: string) => testApp.app.get(MarketListingService, { strict: false }).listContractsFor(date),
    async close(): Promise<void> {
      clock.runOn();
      if (testApp !== first) await testApp.close();
      await first.close();
    },
  };
  return days;
}

export type ClockedApp = Awaited<ReturnType<typeof openClockedApp>>;
