import { setTimeout as pause } from 'node:timers/promises';
import { people } from '../support/people.js';
import { openVenue } from '../support/venue.js';

type Venue = Awaited<ReturnType<typeof openVenue>>;
type Count = Record<string, number>;

/** Raised by PostgreSQL where a table cannot be extended. */
const REFUSE = `create function no_room() returns trigger as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$ language plpgsql;
  create trigger no_room before insert on journal_batches for each row execute function no_room()`;

/** Repeats a question until `isOver`, and counts its answers. */
async function counted(ask: () => Promise<string>, isOver: () => boolean): Promise<Count> {
  const count: Count = {};
  while (!isOver()) {
    const answer = await ask();
    count[answer] = (count[answer] ?? 0) + 1;
    await pause(2);
  }
  return count;
}

describe('the exchange on a full disk', () => {
  let venue: Venue;
  let token: string;
  beforeEach(async () => {
    venue = await openVenue();
    ({ token } = await people.admin(venue.testApp));
    await venue.published.execute(venue.limit(1, 'Buy', 6700));
  });
  afterEach(() => venue.close());

  const submit = (): Promise<string> =>
    venue.published.execute(venue.limit(1, 'Buy', 6702)).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    );
  const status = async (url: string): Promise<string> =>
    String((await venue.testApp.request('GET', url, { as: token })).statusCode);
  const bestBid = () =>
    venue.published.exchange.look(({ instruments }) => instruments.get(venue.instrument)?.book.bids.bestPrice ?? null);

  it('answers reads from memory, stays ready, and refuses writes with storage_full', async () => {
    const [bid, hash] = [await bestBid(), await venue.published.hash()];
    await venue.rows(REFUSE);
    let isOver = false;
    const over = (): boolean => isOver;
    const counts = Promise.all([
      counted(() => status(`/marketdata?instrument_ids=${venue.instrument}`), over),
      counted(() => status('/accounts'), over),
      counted(() => status('/health/ready'), over),
      counted(async () => ((await bestBid()) === bid ? 'as written' : 'not written'), over),
      ...[1, 2, 3].map(() => counted(submit, over)),
    ]);
    await pause(2_500);
    isOver = true;
    const [market, accounts, ready, seen, ...writers] = (await counts).map((count) => Object.keys(count));

    expect({ market, accounts, ready, seen }).toEqual({
      market: ['200'],
      accounts: ['200'],
      ready: ['200'],
      seen: ['as written'],
    });
    expect(writers).toEqual([['storage_full'], ['storage_full'], ['storage_full']]);
    expect([await venue.published.hash(), await venue.rows('select count(*)::int as orders from orders')]).toEqual([
      hash,
      [{ orders: 1 }],
    ]);
  });

  it('accepts orders by itself within five seconds of free space', async () => {
    await venue.rows(REFUSE);
    expect(await submit()).toBe('storage_full');
    await venue.rows('drop trigger no_room on journal_batches');
    const began = performance.now();
    while ((await submit()) !== 'done') await pause(50);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(
      await venue.rows('select count(*)::int as orders, count(distinct rank_number)::int as ranks from orders'),
    ).toEqual([{ orders: 2, ranks: 2 }]);
  });
});
