import { Audience } from '../../src/access/audience.service.js';
import { nextAccountId } from '../../src/accounts/next-account-id.js';
import { HOUSE } from '../../src/exchange/caller.js';
import { OpenStreams } from '../../src/http/open-streams.js';
import { MarketListingService } from '../../src/instruments/sandbox/market-listing.service.js';
import { MarketMakerService } from '../../src/marketmaker/market-maker.service.js';
import { openHouse } from './house.js';
import { query } from './own-postgres.js';
import { people } from './people.js';
import { referenceData } from './reference-data.js';
import { marketIn } from './seeding.js';
import { noLimits, venue } from './venue.js';

type House = Awaited<ReturnType<typeof openHouse>>;
type Env = Readonly<Record<string, string>>;
type Shown = Readonly<{
  id: number;
  status: string;
  state: string;
  filled_quantity: number;
  limit_price: number | null;
}>;

/** Lets the market maker of a house begin, as the service does at its start. */
export const beginMarketMaker = (house: Pick<House, 'app'>): Promise<void> =>
  house.app.get(MarketMakerService, { strict: false }).start();

/** What the service does each day while it runs: lists the contracts that are next on that day. */
export const listOn = (house: Pick<House, 'app'>, date: string): Promise<void> =>
  house.app.get(MarketListingService, { strict: false }).listContractsFor(date);

/** A house with the market of the sandbox at this moment, its market maker, and a customer who has a million dollars. */
export async function openMarket({
  env = {},
  beside,
  now = new Date().toISOString(),
}: Readonly<{ env?: Env; beside?: House; now?: string }> = {}) {
  const house = await openHouse({ env, ...(beside && { beside }) });
  await marketIn(house, now);
  await beginMarketMaker(house);
  const [admin, ada] = [await people.admin(house), await people.ada(house)];
  const { exchange, carryOut, leave } = venue(house);
  const account = async (): Promise<number> => {
    const { events } = await exchange.carryOut(HOUSE, (state) => ({
      type: 'OpenAccount',
      acctId: nextAccountId(state),
      ownerId: ada.id,
      name: 'Ada',
      currency: 'USD',
      timeZone: 'UTC',
      limits: noLimits,
    }));
    return events.flatMap((event) => (event.type === 'AccountChanged' ? [event.acctId] : []))[0] ?? 0;
  };
  const acctId = await account();
  const rows = <Row>(statement: string) => query(house.database.url, statement) as Promise<Row[]>;
  return {
    ...{ house, admin, ada, acctId, exchange, carryOut, leave, rows },
    turn: referenceData(house, admin.token).turn,
    audience: house.app.get(Audience),
    /** A stream that somebody has opened; gives how to end it. */
    listen: () => house.app.get(OpenStreams, { strict: false }).register(() => undefined),
    /** A market order over the API; gives its state and what it was filled. */
    async market(
      instrumentId: number,
      side: 'Buy' | 'Sell',
      quantity: number,
    ): Promise<Readonly<{ status: number; order: Shown }>> {
      const answer = await house.knock('POST', '/orderactions', {
        as: ada.token,
        body: { action_type: 'MarketOrderSub', acct_id: acctId, instrument_id: instrumentId, side, quantity },
      });
      return { status: answer.statusCode, order: answer.json<{ order: Shown }>().order };
    },
    /** The instrument of this symbol. */
    instrument: async (symbol: string): Promise<number> =>
      Number((await rows<{ id: string }>(`select id from instruments where symbol = '${symbol}'`))[0]?.id),
    /** Every book that is open: how many orders each side has, and whether it is crossed. */
    books: () =>
      exchange.look(({ instruments }) =>
        [...instruments.values()]
          .filter((instrument) => instrument.closedBecause() === null)
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
