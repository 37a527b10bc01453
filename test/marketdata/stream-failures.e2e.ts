import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { gapsIn, openReader, type Said } from '../support/market-reader.js';
import { people } from '../support/people.js';
import { openVenue } from '../support/venue.js';

type Venue = Awaited<ReturnType<typeof openVenue>>;

const SIDES = ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume', 'BuyDepth', 'SellDepth'];

describe('when the exchange fails, a reader of the market', () => {
  let floor: Venue;
  let token: string;
  beforeEach(async () => {
    floor = await openVenue();
    ({ token } = await people.ada(floor.house));
  });
  afterEach(() => floor.close());

  const read = async () => {
    const reader = await openReader(await floor.house.url(), { as: token });
    reader.subscribe([floor.instrument], { sides: SIDES });
    return reader;
  };
  const rest = async (): Promise<Said[]> =>
    (
      await floor.house.knock(
        'GET',
        `/marketdata?instrument_ids=${floor.instrument}&${SIDES.slice(0, 6)
          .map((side) => `sides=${side}`)
          .join('&')}&include_depth=10`,
        { as: token },
      )
    ).json<Said[]>();
  const insist = async (side: 'Buy' | 'Sell', price: number, clientOrderId: string): Promise<void> => {
    for (;;) {
      const isDone = await floor.told.carryOut(floor.limit(side === 'Buy' ? 1 : 2, side, price, clientOrderId)).then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await pause(20);
    }
  };

  it('never hears of what was not written, and then sees everything anew', async () => {
    await floor.told.carryOut(floor.limit(1, 'Buy', 6700));
    const reader = await read();
    await reader.hear(2);
    await floor.rows(
      `create function refuse() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql; create trigger refuse before insert on trades for each row execute function refuse()`,
    );
    await floor.told.carryOut(floor.limit(2, 'Sell', 6700)).catch(() => undefined);
    await reader.until(() => reader.said.length >= 10, 'everything anew');

    expect(reader.said.slice(2).map(({ side, previous_seq: previous }) => `${side} ${previous}`)).toEqual(
      SIDES.map((side) => `${side} null`),
    );
    expect(reader.said.some(({ side, price }) => side === 'Last' && price !== null)).toBe(false);
    await floor.rows('drop trigger refuse on trades');
    await insist('Sell', 6700, 'again');
    await reader.until(
      () => reader.said.some(({ side, quantity }) => side === 'Volume' && quantity === 5),
      'the trade',
    );
    expect(await rest()).toEqual(
      SIDES.flatMap((side) => reader.shown().get(`${floor.instrument} ${side}`) ?? []).filter(
        ({ price, quantity, levels }) => (levels ? levels.length > 0 : price !== null || quantity !== null),
      ),
    );
    expect(gapsIn(reader.items())).toEqual([]);
    await reader.close();
  });

  it('is right at the end, and nothing it heard goes back, however often the writer is cut off', async () => {
    const reader = await read();
    const insisting = Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        pause(n * 4).then(() => insist(n % 2 === 0 ? 'Buy' : 'Sell', 6700 + (n % 5), `order ${n}`)),
      ),
    );
    for (let cut = 0; cut < 3; cut++) {
      await pause(120);
      await floor.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor exchange' and datname = current_database()`,
      );
    }
    await insisting;
    const shown = await rest();
    await reader.until(
      () => shown.every(({ side, seq }) => (reader.shown().get(`${floor.instrument} ${side}`)?.seq ?? -1) >= seq),
      'the last change',
    );

    for (const item of shown) expect(reader.shown().get(`${floor.instrument} ${item.side}`)).toEqual(item);
    const back = SIDES.flatMap((side) => {
      const seqs = reader
        .items()
        .filter((item) => item.side === side)
        .map(({ seq }) => seq);
      return seqs.filter((seq, index) => seq < (seqs[index - 1] ?? 0));
    });
    expect(back).toEqual([]);
    await reader.close();
  });

  it('hears nothing of a change while its commit hangs, is told when the books cannot be asked, and hears of it afterwards', async () => {
    await floor.told.carryOut(floor.limit(1, 'Buy', 6700));
    const reader = await read();
    await reader.hear(2);
    const lock = new pg.Client(floor.house.database.url);
    await lock.connect();
    await lock.query('begin; lock table orders in access exclusive mode');
    const order = floor.told.carryOut(floor.limit(1, 'Buy', 6705)).catch(() => undefined);
    await pause(300);
    reader.subscribe([floor.instrument], { sides: ['Last'] });
    await pause(300);
    expect(reader.said).toHaveLength(2);
    await lock.query('rollback');
    await lock.end();
    await order;
    await reader.until(() => reader.shown().get(`${floor.instrument} Buy`)?.price === 6705, 'the order');
    expect(reader.said.some(({ type }) => type === 'error')).toBe(false);
    await reader.close();
  });
});
