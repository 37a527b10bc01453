import { openTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/postgres-service.js';
import { openVenue, venue } from '../support/venue.js';
import { waitUntil } from '../support/within.js';

/** A machine that runs other tests meanwhile is slower; how long it takes on a quiet one is no question of this test. */
const PATIENCE = 15_000;

const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );

describe('the lease of the writer', () => {
  let first: Awaited<ReturnType<typeof openVenue>>;
  let second: Awaited<ReturnType<typeof openTestApp>>;
  beforeEach(async () => {
    first = await openVenue();
    const { database } = first.testApp;
    const url = `${database.url}?options=${encodeURIComponent('-c kontor.process=second')}`;
    second = await openTestApp({ beside: { database: { ...database, url } } });
  });
  afterEach(async () => {
    await second.close();
    await first.close();
  });

  const submit = (testApp: Parameters<typeof venue>[0]) => codeOf(venue(testApp).execute(first.limit(1, 'Buy', 6700)));
  /** What a process looks like from outside that hangs: its lease is never renewed, also not when it has the lock again before the other one does. */
  const hang = async (process: 'first' | 'second'): Promise<void> => {
    await first.rows(`create or replace function hang() returns trigger as $$ begin if coalesce(current_setting('kontor.process', true), 'first') = '${process}' then new.lease_until := '-infinity'; end if; return new; end $$ language plpgsql;
      create or replace trigger hang before update on exchange_writer for each row execute function hang()`);
  };
  const ready = async (testApp: typeof second) => {
    const { statusCode, body } = await testApp.request('GET', '/health/ready');
    return statusCode === 200 ? 'ready' : (JSON.parse(body) as { detail: string }).detail;
  };
  const takeOver = (process: TestApp): Promise<unknown> =>
    until(
      () => submit(process),
      (code) => code === 'done',
      PATIENCE,
    );

  it('is renewed while the exchange is idle', async () => {
    expect(await submit(first.testApp)).toBe('done');
    const check = async (condition: string): Promise<boolean> =>
      (await first.rows<{ holds: boolean }>(`select ${condition} as holds from exchange_writer`))[0]?.holds === true;
    const [{ lease } = { lease: '' }] = await first.rows<{ lease: string }>(
      'select lease_until::text as lease from exchange_writer',
    );
    await waitUntil(() => check(`lease_until > timestamptz '${lease}' + interval '1.5 seconds'`));

    expect(await submit(second)).toBe('exchange_elsewhere');
    await waitUntil(() => check(`lease_until - clock_timestamp() between interval '500 ms' and interval '1 second'`));
  });

  it('passes to another process when it is not renewed; the first one writes nothing more and can take over again', async () => {
    expect(await submit(first.testApp)).toBe('done');
    await hang('first');
    void venue(second).exchange.keepOpen();
    expect(await takeOver(second)).toBe('done');

    expect(
      await until(
        () => submit(first.testApp),
        (code) => code === 'exchange_elsewhere',
        PATIENCE,
      ),
    ).toBe('exchange_elsewhere');
    expect(await codeOf(venue(first.testApp).exchange.look(() => 'seen'))).toBe('exchange_elsewhere');
    expect([await ready(first.testApp), await ready(second)]).toEqual([
      'Another process runs the exchange on this database; this one stands by.',
      'ready',
    ]);

    await hang('second');
    expect(await takeOver(first.testApp)).toBe('done');
    expect(
      await until(
        () => submit(second),
        (code) => code === 'exchange_elsewhere',
        PATIENCE,
      ),
    ).toBe('exchange_elsewhere');
    expect(await first.rows('select count(*) = max(seq) as gapless from journal')).toEqual([{ gapless: true }]);
  });
});
