import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { gapsIn, openReader, type MarketMessage } from '../support/market-reader.js';
import { people } from '../support/people.js';
import { openVenue } from '../support/venue.js';

type Venue = Awaited<ReturnType<typeof openVenue>>;

const SIDES = ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume', 'BuyDepth', 'SellDepth'];

describe('a market data reader when the exchange fails', () => {
  let market: Venue;
  let token: string;
  beforeEach(async () => {
    market = await openVenue();
    ({ token } = await people.ada(market.testApp));
  });
  afterEach(() => market.close());

  const openSubscribedReader = async () => {
    const reader = await openReader(await market.testApp.url(), { as: token });
    reader.subscribe([market.instrument], { sides: SIDES });
    return reader;
  };
  const readMarketData = async (): Promise<MarketMessage[]> =>
    (
      await market.testApp.request(
        'GET',
        `/marketdata?instrument_ids=${market.instrument}&${SIDES.slice(0, 6)
          .map((side) => `sides=${side}`)
          .join('&')}&include_depth=10`,
        { as: token },
      )
    ).json<MarketMessage[]>();
  const retryOrder = async (side: 'Buy' | 'Sell', price: number, clientOrderId: string): Promise<void> => {
    for (;;) {
      const isDone = await market.published
        .execute(market.limit(side === 'Buy' ? 1 : 2, side, price, clientOrderId))
        .then(
          () => true,
          () => false,
        );
      if (isDone) return;
      await pause(20);
    }
  };

  it('receives nothing uncommitted, and a new snapshot afterwards', async () => {
    await market.published.execute(market.limit(1, 'Buy', 6700));
    const reader = await openSubscribedReader();
    await reader.hear(2);
    await market.rows(
      `create function refuse() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql; create trigger refuse before insert on journal_batches for each row execute function refuse()`,
    );
    await market.published.execute(market.limit(2, 'Sell', 6700)).catch(() => undefined);
    await reader.until(() => reader.said.length >= 10, 'everything anew');

    expect(reader.said.slice(2).map(({ side, previous_seq: previous }) => `${side} ${previous}`)).toEqual(
      SIDES.map((side) => `${side} null`),
    );
    expect(reader.said.some(({ side, price }) => side === 'Last' && price !== null)).toBe(false);
    await market.rows('drop trigger refuse on journal_batches');
    await retryOrder('Sell', 6700, 'again');
    await reader.until(
      () => reader.said.some(({ side, quantity }) => side === 'Volume' && quantity === 5),
      'the trade',
    );
    expect(await readMarketData()).toEqual(
      SIDES.flatMap((side) => reader.shown().get(`${market.instrument} ${side}`) ?? []).filter(
        ({ price, quantity, levels }) => (levels ? levels.length > 0 : price !== null || quantity !== null),
      ),
    );
    expect(gapsIn(reader.items())).toEqual([]);
    await reader.close();
  });

  it('ends with correct values that never go back, however often the writer is interrupted', async () => {
    const reader = await openSubscribedReader();
    const orders = Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        pause(n * 4).then(() => retryOrder(n % 2 === 0 ? 'Buy' : 'Sell', 6700 + (n % 5), `order ${n}`)),
      ),
    );
    for (let cut = 0; cut < 3; cut++) {
      await pause(120);
      await market.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor exchange' and datname = current_database()`,
      );
    }
    await orders;
    const shown = await readMarketData();
    await reader.until(
      () => shown.every(({ side, seq }) => (reader.shown().get(`${market.instrument} ${side}`)?.seq ?? -1) >= seq),
      'the last change',
    );

    for (const item of shown) expect(reader.shown().get(`${market.instrument} ${item.side}`)).toEqual(item);
    const decreasingSeqs = SIDES.flatMap((side) => {
      const seqs = reader
        .items()
        .filter((item) => item.side === side)
        .map(({ seq }) => seq);
      return seqs.filter((seq, index) => seq < (seqs[index - 1] ?? 0));
    });
    expect(decreasingSeqs).toEqual([]);
    await reader.close();
  });

  it('receives no change while its commit hangs, an error while the books cannot be read, and the change afterwards', async () => {
    await market.published.execute(market.limit(1, 'Buy', 6700));
    const reader = await openSubscribedReader();
    await reader.hear(2);
    const lock = new pg.Client(market.testApp.database.url);
    await lock.connect();
    await lock.query('begin; lock table journal_batches in access exclusive mode');
    const order = market.published.execute(market.limit(1, 'Buy', 6705)).catch(() => undefined);
    await pause(300);
    reader.subscribe([market.instrument], { sides: ['Last'] });
    await pause(300);
    expect(reader.said).toHaveLength(2);
    await lock.query('rollback');
    await lock.end();
    await order;
    await reader.until(() => reader.shown().get(`${market.instrument} Buy`)?.price === 6705, 'the order');
    expect(reader.said.some(({ type }) => type === 'error')).toBe(false);
    await reader.close();
  });
});
