import { openTestApp } from '../support/test-app.js';
import { openVenue, venue } from '../support/venue.js';
import { openBatchRecorder } from '../support/batch-recorder.js';

describe('a batch listener', () => {
  let floor: Awaited<ReturnType<typeof openVenue>>;
  beforeEach(async () => (floor = await openVenue()));
  afterEach(() => floor.close());

  it('receives each command once, in journal order, after the commit', async () => {
    const { heard, opened, written, openedAt } = openBatchRecorder();
    floor.published.exchange.batchListeners.register({ opened: openedAt, written });
    const before = await floor.published.exchange.look(({ counters }) => counters.command);
    await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        floor.published.execute(floor.limit(1 + (n % 2), n % 3 === 0 ? 'Sell' : 'Buy', 6700 + (n % 5))),
      ),
    );
    expect(heard.map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, n) => before + n + 1));
    const [{ last }] = (await floor.rows<{ last: string }>('select max(seq) as last from journal')) as [
      { last: string },
    ];
    expect([heard.at(-1)?.reached, opened]).toEqual([Number(last), [before]]);
  });

  it('receives no refused batch, and the reopening of the books', async () => {
    const { heard, opened, written, openedAt } = openBatchRecorder();
    floor.published.exchange.batchListeners.register({ opened: openedAt, written });
    const before = await floor.published.exchange.look(({ counters }) => counters.command);
    await floor.rows(
      `create sequence batches; create function refuse_first() returns trigger as $$ begin if nextval('batches') = 1 then raise exception 'no'; end if; return new; end $$ language plpgsql;
       create trigger refuse_first before insert on journal_batches for each row execute function refuse_first()`,
    );
    await expect(floor.published.execute(floor.limit(1, 'Buy', 6701))).rejects.toMatchObject({ kind: 'busy' });
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    expect([opened, heard.map(({ seq }) => seq)]).toEqual([[before, before], [before + 1]]);
  });

  it('receives or reads a batch that is under way when it registers', async () => {
    const { heard, opened, written, openedAt } = openBatchRecorder();
    const under = Array.from({ length: 20 }, () => floor.published.execute(floor.limit(1, 'Buy', 6700)));
    // Now they are carried out and on their way to the database.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    floor.published.exchange.batchListeners.register({ opened: openedAt, written });
    await Promise.all(under);
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    const last = await floor.published.exchange.look(({ counters }) => counters.command);
    const [first = 0] = opened;
    expect(heard.map(({ seq }) => seq)).toEqual(Array.from({ length: last - first }, (_, n) => first + n + 1));
  });

  it('that fails does not disturb the others', async () => {
    const { heard, written, openedAt } = openBatchRecorder();
    const fails = (): never => {
      throw new Error('a witness that cannot take it');
    };
    floor.published.exchange.batchListeners.register({ opened: fails, written: fails });
    floor.published.exchange.batchListeners.register({ opened: openedAt, written });
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    expect(heard).toHaveLength(1);
  });

  it('first receives the last command of the books', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    const last = await floor.published.exchange.look(({ counters }) => counters.command);
    await floor.published.leave();
    const other = await openTestApp({ beside: floor.testApp });
    const { heard, opened, written, openedAt } = openBatchRecorder();
    venue(other).exchange.batchListeners.register({ opened: openedAt, written });
    await venue(other).execute(floor.limit(1, 'Buy', 6700));
    expect([opened, heard.map(({ seq }) => seq)]).toEqual([[last], [last + 1]]);
    await other.close();
  });
});
