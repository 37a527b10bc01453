import type { AccountLimits, CommandBody } from '../../src/engine/command.js';
import { takeSnapshot } from '../../src/engine/snapshot.js';
import { computeStateHash } from '../../src/engine/state-hash.js';
import { type CommandCaller, SYSTEM_CALLER } from '../../src/exchange/caller.js';
import { ExchangeBusyError } from '../../src/exchange/exchange-errors.js';
import { ExchangeService } from '../../src/exchange/exchange.service.js';
import { parseDecimal } from '../../src/money/decimal.js';
import { type TestApp, openTestApp } from './test-app.js';
import { query } from './postgres-service.js';
import { people } from './people.js';
import { alwaysOpen, referenceData } from './reference-data.js';

export const noLimits: AccountLimits = {
  maxOrderQuantity: null,
  maxPosition: null,
  maxProductContracts: null,
  maxDailyLoss: null,
  buyingPowerPercent: null,
  maxWorkingOrders: null,
};

/** The exchange of a test app, for tests that give it commands which have no endpoint. */
export function venue(testApp: Pick<TestApp, 'app'>) {
  const exchange = testApp.app.get(ExchangeService, { strict: false });
  return {
    exchange,
    execute: (body: CommandBody, caller: CommandCaller = SYSTEM_CALLER) => exchange.execute(caller, body),
    executeAll: (bodies: readonly CommandBody[], caller: CommandCaller = SYSTEM_CALLER) =>
      exchange.executeAll(caller, bodies),
    /** As at the end of the service: another one may open the books. */
    leave: () => exchange.onApplicationShutdown(),
    hash: () => exchange.look(computeStateHash),
    /** What a start has to find in the tables. */
    rows: () => exchange.look((state) => ({ ...takeSnapshot(state), clientOrders: [] })),
  };
}

/** A user of this number who may trade every account. */
export const trader = (userId: number): CommandCaller => ({
  userId,
  actingUserId: userId,
  clientId: null,
  isAdministrator: true,
});

/** The code of the refusal, where the queue is too full for it. */
export const outcomeOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => 'carried out',
    (error: unknown) => (error instanceof ExchangeBusyError ? error.code : error),
  );

type Side = 'Buy' | 'Sell';

/** A test app whose exchange trades one instrument at any hour, for two accounts that hold a million each. */
export async function openVenue() {
  const testApp = await openTestApp();
  const { id: ownerId, token } = await people.admin(testApp);
  const data = referenceData(testApp, token);
  const group = await data.group(alwaysOpen);
  const product = await data.product(group);
  const instrument = await data.instrument(product);
  const testVenue = venue(testApp);
  await testVenue.executeAll(
    [1, 2].map((acctId) => ({
      type: 'OpenAccount',
      acctId,
      ownerId,
      name: 'An "account" \\ {of},',
      currency: 'USD',
      timeZone: 'UTC',
      limits: noLimits,
    })),
  );
  await testVenue.executeAll(
    [1, 2].map((acctId) => ({
      type: 'StateMoney',
      acctId,
      asOf: '2026-01-02',
      cashBalance: 10n ** 10n,
      netLiq: 10n ** 10n,
    })),
  );
  return {
    testApp,
    data,
    ...{ group, product, instrument },
    published: testVenue,
    limit: (acctId: number, side: Side, price: number, clientOrderId: string | null = null): CommandBody => ({
      ...({
        type: 'LimitOrderSub',
        acctId,
        instrumentId: instrument,
        side,
        quantity: 5,
        timeInForce: 'GTC',
        limitPrice: parseDecimal(price),
        stopPrice: null,
      } as const),
      ...{ postOnly: false, expireDate: null, clientOrderId, tag: clientOrderId },
    }),
    rows: <Row>(statement: string) => query(testApp.database.url, statement) as Promise<Row[]>,
    close: () => testApp.close(),
  };
}
