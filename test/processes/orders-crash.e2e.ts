import { randomInt } from 'node:crypto';
import { ran } from '../support/kontor.js';
import { openMortalService, type Point } from '../support/mortal-service.js';
import { query, until, urlOf } from '../support/own-postgres.js';
import { type Floor, openFloor } from '../support/trading-over-http.js';
import { type Acknowledged, lookFor, Traders } from '../support/traders.js';

const demanded = process.env['CRASH_KILLS'];
const kills = Number(demanded ?? 4);
const killsOfPostgres = Math.max(1, Math.round(kills / 4));
const killsOfService = Math.max(1, kills - killsOfPostgres);
/** The target, for a machine that does nothing else; in the suite other tests are busy at the same time. */
const readyWithinMilliseconds = demanded === undefined ? 20_000 : 3_000;
const patience = 60_000 + kills * 10_000;
const points: readonly Point[] = ['before', 'after', 'during', 'never'];

/**
 * Clients that insist, at a service and a PostgreSQL that are killed under them: one story on one data directory, told in order. The last
 * two tests break the promise on purpose and must be caught. CRASH_KILLS=20, or 200, kills as often; then the time until it is ready
 * again counts as well.
 */
describe('what was answered', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let floor: Floor;
  let crowd: Traders;
  const slowest = { milliseconds: 0 };

  const beginAgain = async (point: Point): Promise<void> => {
    slowest.milliseconds = Math.max(slowest.milliseconds, await service.begin(point));
  };
  /** Every order that has to be there at the end, of all who traded before the controls: they trade with each other. */
  const everybodys: Acknowledged[] = [];
  const gather = (known: Acknowledged[]): void => {
    crowd = new Traders(service.url, floor, randomInt(1 << 30), known);
    crowd.begin(12);
  };
  const isAnswered = async (more: number): Promise<void> => {
    const least = crowd.acknowledged.length + more;
    await until(() => Promise.resolve(crowd.acknowledged.length), (count) => count >= least, 30_000);
  };
  const verdict = async () => {
    await crowd.finish();
    const { changed, bought, sold, ...wrong } = await lookFor(crowd.acknowledged, service.url, floor);
    const figures = JSON.stringify({ seed: crowd.seed, acknowledged: crowd.acknowledged.length, ...crowd.counts, readyAfter: slowest.milliseconds });
    // Ten tell as much as ten thousand.
    return { wrong: { ...wrong, changed: changed.slice(0, 10), surprises: crowd.surprises.slice(0, 10), difference: bought - sold }, bought, figures };
  };
  const nothingWrong = { lost: [], doubled: [], changed: [], surprises: [], difference: 0 };
  const verified = async () => {
    const { code, stdout, stderr } = await ran(['verify', '--json'], { env: { DATA_DIR: service.dataDir, MODE: 'sandbox' } });
    return { code, said: `${stdout}${stderr}` };
  };

  beforeAll(async () => {
    service = await openMortalService();
    await service.begin('never');
    floor = await openFloor(service.url, { accounts: 6, instruments: 3 });
  });
  afterAll(() => service.close());

  it('outlives kill -9 of the service, at any moment and at the worst ones, once and unchanged', async () => {
    gather(everybodys);
    let point: Point = 'never';
    for (let n = 0; n < killsOfService; n++) {
      await isAnswered(randomInt(20, 150));
      await service.kill(point);
      point = points[n % points.length] ?? 'never';
      await beginAgain(point);
    }
    await isAnswered(50);
    const { wrong, bought, figures } = await verdict();

    expect({ ...wrong, figures }).toEqual({ ...nothingWrong, figures });
    expect(bought).toBeGreaterThan(0);
    expect(crowd.counts.unanswered).toBeGreaterThan(0);
    expect(slowest.milliseconds).toBeLessThan(readyWithinMilliseconds);
  }, patience);

  it('outlives kill -9 of PostgreSQL: the service lives on, says come again meanwhile, and nothing is lost', async () => {
    gather(everybodys);
    for (let n = 0; n < killsOfPostgres; n++) {
      await isAnswered(randomInt(20, 150));
      await service.killPostgres();
      await isAnswered(20);
    }
    const { wrong, bought, figures } = await verdict();

    expect({ ...wrong, figures }).toEqual({ ...nothingWrong, figures });
    expect(bought).toBeGreaterThan(0);
    expect(crowd.counts.busy).toBeGreaterThan(0);
    expect({ isAlive: service.isAlive(), unanswered: crowd.counts.unanswered }).toEqual({ isAlive: true, unanswered: 0 });
  }, patience);

  it('is what a replay of the journal gives', async () => {
    await service.stop();

    expect(await verified()).toMatchObject({ code: 0 });
  }, patience);

  it('is found missing where the service answers before the commit: the control of the first', async () => {
    await service.begin('hasty');
    gather([]);
    await isAnswered(50);
    service.misbehave();
    await isAnswered(30);
    await service.kill('never');
    await service.begin('never');
    const { wrong } = await verdict();
    await service.stop();

    expect(wrong.lost.length).toBeGreaterThan(0);
  });

  it('is found missing where PostgreSQL does not wait for its disk: the control of the second', async () => {
    await service.begin('never', { PGOPTIONS: '-c synchronous_commit=off' });
    const url = await urlOf(service.dataDir);
    for (const setting of [`wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`]) await query(url, `alter system set ${setting}`);
    await query(url, 'select pg_reload_conf()');
    gather([]);
    await isAnswered(100);
    await service.killPostgres();
    await isAnswered(20);
    const { wrong } = await verdict();

    expect(wrong.lost.length).toBeGreaterThan(0);
  });
});
