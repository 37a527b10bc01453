import { ActivityMonitorService } from '../../src/access/activity-monitor.service.js';
import { findNextAccountId } from '../../src/accounts/live-account.js';
import { SYSTEM_CALLER } from '../../src/exchange/caller.js';
import { OpenStreams } from '../../src/http/open-streams.js';
import { MarketListingService } from '../../src/instruments/sandbox/market-listing.service.js';
import { MarketMakerService } from '../../src/marketmaker/market-maker.service.js';
import { openTestApp } from './test-app.js';
import { query } from './postgres-service.js';
import { people } from './people.js';
import { referenceData } from './reference-data.js';
import { seedSandboxMarket } from './seeding.js';
import { noLimits, venue } from './venue.js';

type MarketApp = Awaited<ReturnType<typeof openTestApp>>;
type Env = Readonly<Record<string, string>>;
type QuotedPrices = Readonly<{
  id: number;
  status: string;
  state: string;
  filled_quantity: number;
  limit_price: number | null;
}>;

/** Lets the market maker of a test app begin, as the service does at its start. */
export const beginMarketMaker = (testApp: Pick<MarketApp, 'app'>): Promise<void> =>
  testApp.app.get(MarketMakerService, { strict: false }).start();

/** What the service does each day while it runs: lists the contracts that are next on that day. */
export const listOn = (testApp: Pick<MarketApp, 'app'>, date: string): Promise<void> =>
  testApp.app.get(MarketListingService, { strict: false }).listContractsFor(date);

/** A test app with the market of the sandbox at this moment, its market maker, and a customer who has a million dollars. */
export async function openMarket({
  env = {},
  beside,
  now = new Date().toISOString(),
}: Readonly<{ env?: Env; beside?: MarketApp; now?: string }> = {}) {
  const testApp = await openTestApp({ env, ...(beside && { beside }) });
  await seedSandboxMarket(testApp, now);
  await beginMarketMaker(testApp);
  const [admin, ada] = [await people.admin(testApp), await people.ada(testApp)];
  const { exchange, execute, leave } = venue(testApp);
  const account = async (): Promise<number> => {
    const { events } = await exchange.execute(SYSTEM_CALLER, (state) => ({
      type: 'OpenAccount',
      acctId: findNextAccountId(state),
      ownerId: ada.id,
      name: 'Ada',
      currency: 'USD',
      timeZone: 'UTC',
      limits: noLimits,
    }));
    return events.flatMap((event) => (event.type === 'AccountChanged' ? [event.acctId] : []))[0] ?? 0;
  };
  const acctId = await account();
  const rows = <Row>(statement: string) => query(testApp.database.url, statement) as Promise<Row[]>;
  return {
    ...{ testApp, admin, ada, acctId, exchange, execute, leave, rows },
    turn: referenceData(testApp, admin.token).turn,
    audience: testApp.app.get(ActivityMonitorService),
    /** A stream that a user has opened; gives how to end it. */
    listen: () => testApp.app.get(OpenStreams, { strict: false }).register(() => undefined),
    /** A market order over the API; gives its state and what it was filled. */
    async market(
      instrumentId: number,
      side: 'Buy' | 'Sell',
      quantity: number,
    ): Promise<Readonly<{ status: number; order: QuotedPrices }>> {
      const answer = await testApp.request('POST', '/orderactions', {
        as: ada.token,
        body: { action_type: 'MarketOrderSub', acct_id: acctId, instrument_id: instrumentId, side, quantity },
      });
      return { status: answer.statusCode, order: answer.json<{ order: QuotedPrices }>().order };
    },
    /** The instrument of this symbol. */
    instrument: async (symbol: string): Promise<number> =>
      Number((await rows<{ id: string }>(`select id from instruments where symbol = '${symbol}'`))[0]?.id),
    /** Every book that is open: how many orders each side has, and whether it is crossed. */
    books: () =>
      exchange.look(({ instruments }) =>
        [...instruments.values()]
          .filter((instrument) => instrument.findClosedRefusal() === null)
          .map(({ id, book: { bids, asks } }) => ({
            id,
            bids: [...bids.queue()].length,
            asks: [...asks.queue()].length,
            isCrossed: bids.bestPrice >= asks.bestPrice,
          })),
      ),
    commands: async (): Promise<number> =>
      Number((await rows<{ count: string }>('select count(*) from journal'))[0]?.count),
    /** The sum of all positions of an instrument that is not zero, if any. */
    unbalanced: () =>
      rows(
        'select instrument_id, sum(quantity)::int as quantity from positions group by instrument_id having sum(quantity) <> 0',
      ),
  };
}

export type Market = Awaited<ReturnType<typeof openMarket>>;
