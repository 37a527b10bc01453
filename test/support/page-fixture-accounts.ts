import type { AccountCommand, CommandBody, OrderSubmissionCommand } from '../../src/engine/command.js';
import { findNextAccountId } from '../../src/accounts/live-account.js';
import type { CommandCaller } from '../../src/exchange/caller.js';
import { parseDecimal } from '../../src/money/decimal.js';
import type { TestApp } from './test-app.js';
import { people } from './people.js';
import { referenceData } from './reference-data.js';
import { noLimits, venue } from './venue.js';

/** How much there is of everything. */
export type Volume = Readonly<
  Record<'accounts' | 'instruments' | 'orders' | 'trades' | 'days' | 'users' | 'grants', number>
>;

type Owner = Readonly<{ id: number }>;
type Instrument = Readonly<{
  id: number;
  product_id: number;
  product_group_id: number;
  product_symbol: string;
  symbol: string;
  currency: string;
  settlement_price: number | null;
  tick_size: number;
}>;
type Market = Readonly<{
  testApp: TestApp;
  caller: CommandCaller;
  account: number;
  other: number;
  instruments: readonly Instrument[];
  volume: Volume;
}>;

const DAY_MS = 86_400_000;
const MILLION = 10n ** 10n;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Instruments, accounts, orders in every condition, positions, statements, and other people. */
export async function fillAccounts(
  testApp: TestApp,
  owner: Owner,
  volume: Volume,
): Promise<
  Readonly<
    Record<'account' | 'order' | 'statement' | 'instrument' | 'product' | 'group' | 'difference' | 'resting', number>
  >
> {
  await people.crowd(testApp, volume.users);
  const instruments = await listed(testApp, volume);
  const accounts = await open(testApp, owner, volume);
  const other = (await openAccounts(testApp, (await people.bob(testApp)).id, ['Bob']))[0] ?? 0;
  const market: Market = {
    testApp,
    caller: { userId: owner.id, actingUserId: owner.id, clientId: null, isAdministrator: false },
    account: accounts[0] ?? 0,
    other,
    instruments,
    volume,
  };
  await trade(market);
  const order = await rest(market);
  const statement = await state(market);
  const [first] = instruments;
  if (!first) throw new Error('There is nothing to trade.');
  const one = async (query: string): Promise<number> =>
    Number((await testApp.orm.em.fork().execute<{ id: string }[]>(query))[0]?.id);
  const resting = await one(
    `select id from orders where acct_id = ${market.account} and status = 'Open' order by id limit 1`,
  );
  const difference = await one('select id from reconciliation_breaks order by id limit 1');
  return {
    resting,
    difference,
    account: market.account,
    order,
    statement,
    instrument: first.id,
    product: first.product_id,
    group: first.product_group_id,
  };
}

/** Those in dollars, ES first, after so many were added to what the sandbox comes with. */
async function listed(testApp: TestApp, volume: Volume): Promise<readonly Instrument[]> {
  const { token } = await people.admin(testApp);
  const read = async (): Promise<readonly Instrument[]> =>
    (await testApp.request('GET', '/instruments?per_page=1000', { as: token })).json<Instrument[]>();
  const product = (await read()).find((one) => one.product_symbol === 'ES')?.product_id ?? 0;
  const data = referenceData(testApp, token);
  for (let n = 0; n < volume.instruments; n++)
    await data.instrument(product, { symbol: `ES${String(n).padStart(3, '0')}`, settlement_price: 6700 + n / 4 });
  const inDollars = (await read()).filter((one) => one.currency === 'USD' && one.settlement_price !== null);
  return [
    ...inDollars.filter((one) => one.product_symbol === 'ES'),
    ...inDollars.filter((one) => one.product_symbol !== 'ES'),
  ];
}

async function open(testApp: TestApp, owner: Owner, { accounts, grants }: Volume): Promise<number[]> {
  const names = [
    'Index futures',
    'Energy and metals',
    'Euro rates',
    ...Array.from({ length: accounts }, (_, n) => `Account for strategy ${n + 4}`),
  ];
  const ids = await openAccounts(testApp, owner.id, names.slice(0, accounts));
  const { executeAll } = venue(testApp);
  const [acctId = 0] = ids;
  const others = await testApp.orm.em
    .fork()
    .execute<{ id: number }[]>(`select id from users where enabled and password_hash = 'x' order by id limit ?`, [
      grants,
    ]);
  const limits = {
    ...noLimits,
    maxOrderQuantity: 500,
    maxPosition: 2_000,
    maxDailyLoss: 250_000n * 10_000n,
    buyingPowerPercent: 100,
    maxWorkingOrders: 2_500,
  };
  await executeAll([
    { type: 'ChangeAccount', acctId, name: null, limits },
    ...others.map(({ id }, n): AccountCommand => ({
      type: 'GrantAccount',
      acctId,
      userId: id,
      access: n % 3 === 0 ? 'Trade' : 'Read',
    })),
  ]);
  return ids;
}

async function openAccounts(testApp: TestApp, ownerId: number, names: readonly string[]): Promise<number[]> {
  const { exchange, executeAll } = venue(testApp);
  const first = await exchange.look(findNextAccountId);
  const opened = names.map((name, n): CommandBody => ({
    type: 'OpenAccount',
    acctId: first + n,
    ownerId,
    name,
    currency: name.startsWith('Euro') ? 'EUR' : 'USD',
    timeZone: 'America/Chicago',
    limits: noLimits,
  }));
  await executeAll(opened);
  await executeAll(
    names.map((_, n) => ({
      type: 'StateMoney',
      acctId: first + n,
      asOf: dayBefore(1),
      cashBalance: 25n * MILLION,
      netLiq: 25n * MILLION,
    })),
  );
  return names.map((_, n) => first + n);
}

/** So many steps away from where the instrument was settled. */
const priceOf = ({ settlement_price: settled, tick_size: tick }: Instrument, steps: number) =>
  parseDecimal(((settled ?? 0) + steps * tick).toFixed(7));

const limit = (
  instrument: Instrument,
  acctId: number,
  terms: Readonly<
    { side: 'Buy' | 'Sell'; quantity: number; steps: number } & Partial<
      Omit<OrderSubmissionCommand, 'side' | 'quantity'>
    >
  >,
): OrderSubmissionCommand => {
  const { steps, ...given } = terms;
  return {
    ...({
      type: 'LimitOrderSub',
      acctId,
      instrumentId: instrument.id,
      timeInForce: 'GTC',
      limitPrice: priceOf(instrument, steps),
      stopPrice: null,
    } as const),
    ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null, ...given },
  };
};

/** The owner trades with another user, or with the market maker where it offers more; now one way, now the other. */
async function trade({ testApp, caller, account, other, instruments, volume }: Market): Promise<void> {
  const { executeAll } = venue(testApp);
  const instrumentOf = (n: number): Instrument | undefined => instruments[(n * 7) % instruments.length];
  const pairs = Array.from({ length: volume.trades }, (_, n) => ({
    instrument: instrumentOf(n),
    side: n % 3 === 1 ? ('Sell' as const) : ('Buy' as const),
    quantity: 1 + (n % 5),
  })).flatMap(({ instrument, ...terms }) => (instrument ? [{ instrument, ...terms }] : []));
  const stepsOf = (side: 'Buy' | 'Sell'): number => (side === 'Buy' ? 12 : -12);
  await executeAll(
    pairs.map(({ instrument, side, quantity }) =>
      limit(instrument, other, { side: side === 'Buy' ? 'Sell' : 'Buy', quantity, steps: stepsOf(side) }),
    ),
  );
  await executeAll(
    pairs.map(({ instrument, side, quantity }) => limit(instrument, account, { side, quantity, steps: stepsOf(side) })),
    caller,
  );
}

/** Orders in every condition; gives the one that was placed, modified, and filled in part. */
async function rest({ testApp, caller, account, other, instruments, volume }: Market): Promise<number> {
  const { execute, executeAll } = venue(testApp);
  const [es] = instruments;
  if (!es) throw new Error('There is nothing to trade.');
  const modified = limit(es, account, {
    side: 'Buy',
    quantity: 9,
    steps: 400,
    clientOrderId: 'desk-7',
    tag: 'published',
  });
  await execute({ ...modified, limitPrice: priceOf(es, -400) }, caller);
  const address = { orderId: null, acctId: account, clientOrderId: 'desk-7' };
  await execute(
    {
      type: 'OrderModification',
      ...address,
      quantity: 9,
      limitPrice: priceOf(es, 40),
      stopPrice: null,
      timeInForce: null,
      expireDate: null,
      expectedVersion: null,
    },
    caller,
  );
  await execute(limit(es, other, { side: 'Sell', quantity: 3, steps: 40 }));
  await executeAll(
    [
      limit(es, account, {
        type: 'StopOrderSub',
        side: 'Sell',
        quantity: 2,
        steps: 0,
        limitPrice: null,
        stopPrice: priceOf(es, -900),
      }),
      limit(es, account, {
        type: 'StopLimitOrderSub',
        side: 'Sell',
        quantity: 2,
        steps: -960,
        stopPrice: priceOf(es, -950),
        tag: 'protection',
      }),
      limit(es, account, { side: 'Buy', quantity: 100_000, steps: -500 }),
      limit(es, account, {
        side: 'Buy',
        quantity: 1,
        steps: -510,
        clientOrderId: 'desk-8',
        timeInForce: 'GTD',
        expireDate: dayBefore(-5),
      }),
      limit(es, account, {
        side: 'Sell',
        quantity: 1,
        steps: 800,
        postOnly: true,
        clientOrderId: 'desk-9',
        timeInForce: 'Day',
      }),
    ],
    caller,
  );
  await execute({ type: 'OrderCancellation', ...address, clientOrderId: 'desk-9' }, caller);
  const resting = Array.from({ length: volume.orders }, (_, n) => ({
    instrument: instruments[n % Math.min(instruments.length, 40)] ?? es,
    terms: {
      side: n % 2 === 0 ? ('Buy' as const) : ('Sell' as const),
      quantity: 1 + (n % 20),
      steps: (n % 2 === 0 ? -1 : 1) * (200 + n),
      tag: n % 4 === 0 ? `basket-${n}` : null,
    },
  }));
  await executeAll(
    resting.map(({ instrument, terms }) => limit(instrument, account, terms)),
    caller,
  );
  const [kept] = await testApp.orm.em
    .fork()
    .execute<{ id: string }[]>(`select id from orders where client_order_id = 'desk-7'`);
  return Number(kept?.id);
}

/** What the back office says of each day: money, and once positions that are not those of the test app. */
async function state({ testApp, account, instruments, volume }: Market): Promise<number> {
  const { token } = await people.admin(testApp);
  const { executeAll } = venue(testApp);
  const worth = (day: number): bigint =>
    25n * MILLION + BigInt(Math.round(Math.sin(day / 9) * 400_000 + day * 1_500)) * 10_000n;
  await executeAll(
    Array.from({ length: volume.days }, (_, n) => ({
      type: 'StateMoney',
      acctId: account,
      asOf: dayBefore(volume.days - n),
      cashBalance: worth(n) - 120_000_0000n,
      netLiq: worth(n),
    })),
  );
  const position = instruments
    .slice(0, Math.max(3, Math.floor(volume.orders / 8)))
    .map(({ id, settlement_price: price }, n) => ({ instrument_id: id, quantity: n % 2 === 0 ? n + 1 : -n, price }));
  const answer = await testApp.request('POST', '/refpositions', {
    as: token,
    body: { acct_id: account, as_of: dayBefore(1), position },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ id: number }>().id;
}
