import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openTestApp } from '../support/test-app.js';
import { beginMarketMaker, type Market, openMarket } from '../support/market-maker.js';
import { verifyJournal } from '../support/verification.js';
import { within } from '../support/within.js';

const production = {
  MODE: 'production',
  BASE_URL: 'https://kontor.example',
  TRUST_PROXY: '1',
  SECRET_KEY: randomBytes(32).toString('hex'),
};

/** The accounts of the test app. */
const MARKET_MAKER_ACCOUNTS = `select a.id from accounts a join users u on u.id = a.owner_id where u.password_hash in ('!market-maker', '!market-flow')`;

describe('the market maker of the sandbox', () => {
  let market: Market;
  beforeAll(async () => (market = await openMarket()));
  afterAll(() => market.testApp.close());

  it('quotes every instrument of the sandbox on both sides', async () => {
    const books = await market.books();
    expect(books.length).toBeGreaterThan(50);
    expect(books.filter(({ bids, asks, isCrossed }) => bids !== 4 || asks !== 4 || isCrossed)).toEqual([]);
  });

  it('fills a market order of a new user at once', async () => {
    const { status, order } = await market.market(1, 'Buy', 1);
    expect([status, order.state, order.filled_quantity]).toEqual([201, 'Filled', 1]);
  });

  it('replaces everything that a user took within a second', async () => {
    const { order } = await market.market(1, 'Buy', 2000);
    expect(order).toMatchObject({ state: 'Cancelled' });
    expect(order.filled_quantity).toBeGreaterThan(30);
    const began = performance.now();
    await within(30_000, async () =>
      expect((await market.books()).find(({ id }) => id === 1)).toMatchObject({ bids: 4, asks: 4, isCrossed: false }),
    );
    expect(performance.now() - began).toBeLessThan(1_500);
    expect((await market.market(1, 'Sell', 1)).order.state).toBe('Filled');
  });

  it('waits through a halt and is there when it ends', async () => {
    const instrumentId = await market.instrument(
      (
        (
          await market.rows<{ symbol: string }>(
            `select symbol from instruments where symbol like 'NQ%' order by id limit 1`,
          )
        )[0] ?? { symbol: '' }
      ).symbol,
    );
    await market.market(instrumentId, 'Sell', 2000);
    await market.turn(instrumentId, 'Halted');
    await pause(900);
    await market.turn(instrumentId, 'Open');
    await within(30_000, async () =>
      expect((await market.books()).find(({ id }) => id === instrumentId)).toMatchObject({ bids: 4, asks: 4 }),
    );
    expect(await market.rows(`select refusal_code from journal where refusal_code is not null`)).toEqual([]);
  });

  it('moves the market while a user looks, and prints trades between its own two accounts', async () => {
    market.audience.recordRequest(performance.now());
    await within(30_000, async () =>
      expect(
        (
          await market.rows(
            `select id from trades where array[buy_acct_id, sell_acct_id] <@ array(${MARKET_MAKER_ACCOUNTS})`,
          )
        ).length,
      ).toBeGreaterThan(1),
    );
    expect(await market.rows('select id from trades where buy_acct_id = sell_acct_id')).toEqual([]);
    expect(await market.unbalanced()).toEqual([]);
  });

  it('cannot sign in, and its accounts are visible to administrators only', async () => {
    expect(await market.rows(`select email, enabled, role from users where password_hash = '!market-maker'`)).toEqual([
      { email: 'market-maker@kontor.example', enabled: false, role: 'Customer' },
    ]);
    const accounts = (await market.testApp.request('GET', '/accounts', { as: market.ada.token })).json<
      { id: number; name: string }[]
    >();
    expect(accounts.map(({ name }) => name).filter((name) => name.startsWith('Market'))).toEqual([]);
    const orders = (await market.testApp.request('GET', '/orders?per_page=1000', { as: market.ada.token })).json<
      { acct_id: number }[]
    >();
    expect(new Set(orders.map(({ acct_id: id }) => id))).toEqual(new Set([market.acctId]));
  });

  it('leaves books that verify', async () => {
    expect(await verifyJournal(market.testApp.database.url)).toMatchObject({ isEqual: true, differences: [] });
  });
});

describe('who has no market maker', () => {
  it.each([
    ['production', production],
    ['a sandbox that wants silence', { SANDBOX_LIQUIDITY: 'off' }],
  ])('is %s: no user, no account, no order', async (_who, env) => {
    const testApp = await openTestApp({ env });
    await beginMarketMaker(testApp);
    const counts = await testApp.orm.em
      .fork()
      .execute(
        'select (select count(*)::int from users) as users, (select count(*)::int from accounts) as accounts, (select count(*)::int from journal) as commands',
      );
    await testApp.close();
    expect(counts).toEqual([{ users: 0, accounts: 0, commands: 0 }]);
  });
});
