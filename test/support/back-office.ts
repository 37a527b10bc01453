import type { CommandBody } from '../../src/engine/command.js';
import { parseDecimal } from '../../src/money/decimal.js';
import type { TestApp } from './test-app.js';
import { people, type Person } from './people.js';
import { alwaysOpen, referenceData } from './reference-data.js';
import { venue } from './venue.js';

export type Fields = Record<string, unknown>;

type Answer = Awaited<ReturnType<TestApp['request']>>;

/** What one position says, as far as tests look at it. */
export type TicketFields = Fields &
  Readonly<{
    instrument_id: number;
    quantity: number;
    realised_pnl: number;
    unrealised_pnl: number;
    average_price: number;
    mark_price: number;
  }>;

/**
 * The desk of a back office: an instrument that trades around the clock, accounts for two people who trade it with each other, and
 * the statements that are posted about them. `valuePerPoint` is what a contract earns when its price rises by one.
 */
export async function openBackOffice(testApp: TestApp) {
  const [admin, ada, bob] = [await people.admin(testApp), await people.ada(testApp), await people.bob(testApp)];
  const data = referenceData(testApp, admin.token);
  const productId = await data.product(await data.group({ ...alwaysOpen, symbol: 'DESK' }), { symbol: 'DESK' });
  const instrumentId = await data.instrument(productId, { symbol: 'DESK', settlement_price: undefined });
  const { execute, exchange } = venue(testApp);

  const send = (path: string, body: Fields, as: Person = admin): Promise<Answer> =>
    testApp.request('POST', path, { as: as.token, body });
  const account = async (owner: Person, more: Fields = {}): Promise<number> =>
    (await send('/accounts', { owner_id: owner.id, name: 'An account', currency: 'USD', ...more })).json<{
      id: number;
    }>().id;
  const [adas, bobs] = [await account(ada), await account(bob)];
  const limit = (acctId: number, side: 'Buy' | 'Sell', quantity: number, price: number): CommandBody => ({
    ...({
      type: 'LimitOrderSub',
      acctId,
      instrumentId,
      side,
      quantity,
      timeInForce: 'GTC',
      limitPrice: parseDecimal(price),
      stopPrice: null,
    } as const),
    ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null },
  });
  const sessionDate = (): Promise<string> =>
    exchange.look(({ products }) => products.get(productId)?.sessionDate ?? '');

  return {
    ...{ admin, ada, bob, adas, bobs, instrumentId, productId, data, account, send, execute },
    valuePerPoint: 50,
    sessionDate,
    /** Ada trades with Bob: she buys a positive quantity and sells a negative one. Another account may trade in her place. */
    trade: async (quantity: number, price: number, acctId = adas): Promise<void> => {
      const [hers, his] = quantity > 0 ? (['Buy', 'Sell'] as const) : (['Sell', 'Buy'] as const);
      await execute(limit(bobs, his, Math.abs(quantity), price));
      await execute(limit(acctId, hers, Math.abs(quantity), price));
    },
    /** Closes the session that is open, and opens the one of the day after. */
    roll: async (): Promise<string> => {
      const date = await sessionDate();
      await execute({ type: 'CloseSession', productId, sessionDate: date });
      const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
      await execute({ type: 'OpenSession', productId, sessionDate: next });
      return next;
    },
    refer: (acctId: number, asOf: string, position: readonly Fields[], as: Person = admin): Promise<Answer> =>
      send('/refpositions', { acct_id: acctId, as_of: asOf, position }, as),
    money: (
      acctId: number,
      [asOf, cash, net]: readonly [string, number | string, number | string],
      as: Person = admin,
    ): Promise<Answer> => send(`/accounts/${acctId}/moneyvals`, { cash_balance: cash, net_liq: net, as_of: asOf }, as),
    read: async <Kind = Fields>(path: string, as: Person = admin): Promise<Kind> =>
      (await testApp.request('GET', path, { as: as.token })).json<Kind>(),
    position: async (acctId: number): Promise<TicketFields | undefined> =>
      (await testApp.request('GET', `/positions?acct_id=${acctId}`, { as: admin.token })).json<TicketFields[]>()[0],
  };
}

export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>;

/** The day so many days after a date. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
