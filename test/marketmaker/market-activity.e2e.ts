import { setTimeout as pause } from 'node:timers/promises';
import { openTestApp } from '../support/test-app.js';
import { beginMarketMaker, listOn, type Market, openMarket } from '../support/market-maker.js';
import { people } from '../support/people.js';
import { within } from '../support/within.js';

const findIncompleteBooks = (books: Awaited<ReturnType<Market['books']>>) =>
  books.filter(({ bids, asks, isCrossed }) => bids !== 4 || asks !== 4 || isCrossed);

describe('the market maker, from day to day', () => {
  let market: Market;
  beforeEach(async () => (market = await openMarket()));
  afterEach(() => market.testApp.close());

  it('sleeps while there are no readers, and moves the market when there are', async () => {
    const before = await market.commands();
    await pause(2_500);
    expect(await market.commands()).toBe(before);
    await market.testApp.request('GET', '/health/live');
    await pause(1_200);
    expect(await market.commands()).toBe(before);
    await market.testApp.request('GET', '/accounts', { as: market.ada.token });
    await within(30_000, async () => expect(await market.commands()).toBeGreaterThan(before + 3));
  });

  it('keeps its commands apart from the Idempotency-Key of the request that woke it', async () => {
    const post = () =>
      market.testApp.request('POST', '/oauth/client', {
        as: market.ada.token,
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'woke-the-market' },
      });
    const before = await market.commands();
    const first = await post();
    await within(30_000, async () => expect(await market.commands()).toBeGreaterThan(before + 3));
    const copy = await post();

    expect([copy.headers['idempotent-replayed'], copy.body]).toEqual(['true', first.body]);
    expect(
      await market.rows('select count(*)::int as kept, count(commands)::int as commands from idempotent_answers'),
    ).toEqual([{ kept: 1, commands: 0 }]);
  });

  it('moves the market for a user who only listens, and for as long as they do', async () => {
    const before = await market.commands();
    const stop = market.listen();
    await within(30_000, async () => expect(await market.commands()).toBeGreaterThan(before + 3));
    expect(market.audience.isActive(performance.now() + 3_600_000, 1)).toBe(true);
    stop();
    expect(market.audience.isActive(performance.now() + 3_600_000, 1)).toBe(false);
  });

  it('has something to trade with in the moment after a session has changed', async () => {
    const productId = await market.exchange.look(({ instruments }) => instruments.get(1)?.product.terms.id ?? 0);
    const date = await market.exchange.look(({ products }) => products.get(productId)?.sessionDate ?? '');
    const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    await market.execute({ type: 'CloseSession', productId, sessionDate: date });
    await market.execute({ type: 'OpenSession', productId, sessionDate: next });
    expect((await market.market(1, 'Sell', 3)).order).toMatchObject({ state: 'Filled', filled_quantity: 3 });
    expect(await market.unbalanced()).toEqual([]);
  });

  it('quotes new listings and ignores expired instruments', async () => {
    const [expired] = await market.rows<{ id: string }>(
      `select id from instruments where expiration is not null order by expiration limit 1`,
    );
    await market.execute({ type: 'ExpireInstrument', instrumentId: Number(expired?.id) });
    const known = (await market.books()).length;
    const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
    await listOn(market.testApp, inAYear);
    await within(30_000, async () => {
      const books = await market.books();
      expect(books.length).toBeGreaterThan(known + 10);
      expect(findIncompleteBooks(books)).toEqual([]);
    });
    expect(await market.rows('select id from orders where status = $$Rejected$$')).toEqual([]);
  });

  it('continues after a restart with the same user, accounts and orders', async () => {
    const readMarketMakerState = () =>
      market.rows(
        `select (select count(*)::int from accounts where name like 'Market %') as accounts, (select count(*)::int from order_events) as steps`,
      );
    const before = await readMarketMakerState();
    await market.leave();
    const restartedApp = await openTestApp({
      beside: market.testApp,
      env: { SECRET_KEY: market.testApp.config.secretKey },
    });
    await beginMarketMaker(restartedApp);
    await pause(600);
    const after = await readMarketMakerState();
    await restartedApp.close();
    expect(after).toEqual(before);
    expect(before).toEqual([{ accounts: 4, steps: expect.any(Number) }]);
  });

  it('stops while an administrator disables its account, and returns with it', async () => {
    const [{ acctId } = { acctId: 0 }] = await market.rows<{ acctId: number }>(
      `select min(id)::int as "acctId" from accounts where name = 'Market maker' and currency = 'USD'`,
    );
    await market.execute({ type: 'DisableAccount', acctId });
    await pause(900);
    const commandsBefore = await market.commands();
    market.audience.recordRequest(performance.now() - 299_000);
    await pause(900);
    expect(await market.rows('select seq from journal where refusal_code is not null')).toEqual([]);
    expect((await market.books()).filter(({ id, bids }) => id === 1 && bids > 0)).toEqual([]);
    await market.execute({ type: 'EnableAccount', acctId });
    await within(30_000, async () => expect(findIncompleteBooks(await market.books())).toEqual([]));
    expect(await market.commands()).toBeGreaterThan(commandsBefore + 100);
  });
});

describe('a user who has the email of the market maker already', () => {
  it('stays who they are, and the market maker takes another', async () => {
    const testApp = await openTestApp();
    const { id } = await people.named(testApp, 'squatter');
    await testApp.orm.em.fork().execute(`update users set email = 'Market-Maker@kontor.example' where id = ?`, [id]);
    await beginMarketMaker(testApp);
    const users = await testApp.orm.em
      .fork()
      .execute(`select id, email, enabled from users where email ilike 'market-maker%' order by id`);
    const owned = await testApp.orm.em.fork().execute('select id from accounts where owner_id = ?', [id]);
    await testApp.close();
    expect(users).toEqual([
      { id, email: 'Market-Maker@kontor.example', enabled: true },
      { id: expect.any(Number), email: 'market-maker2@kontor.example', enabled: false },
    ]);
    expect(owned).toEqual([]);
  });
});
