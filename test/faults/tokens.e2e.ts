import { randomInt } from 'node:crypto';
import { faultRounds, reportFault, seconds } from '../support/fault-report.js';
import { openMortalService, type Point } from '../support/mortal-service.js';
import { query, superuserUrlOf, until, urlOf } from '../support/postgres-service.js';
import { openTradingOverHttp } from '../support/trading-over-http.js';
import { TokenClients } from './token-clients.js';

const kills = faultRounds(4);
const killsOfPostgres = Math.max(1, Math.round(kills / 4));
const killsOfService = Math.max(1, kills - killsOfPostgres);
const patience = 120_000 + kills * 15_000;
/** The service dies at the statement that issues or rotates tokens. */
const environment = { WATCHED_TABLE: 'access_tokens', OAUTH_REQUESTS_PER_SECOND: '100000', LOG_LEVEL: 'silent' };
const points: readonly Point[] = ['before', 'after', 'during', 'never'];

const NOTHING_WRONG = { lost: 0, doubled: 0, unaudited: 0, surprises: [] };

/** One story on one data directory, in order. The last test removes the protection, and the same judge must find what was lost. */
describe('tokens under kill -9', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let ownerToken: string;
  let clients: TokenClients;
  let slowestStart = 0;
  let acknowledged = 0;

  const start = async (point: Point): Promise<void> => {
    slowestStart = Math.max(slowestStart, await service.begin(point, environment));
  };
  const waitForTokens = async (more: number): Promise<void> => {
    const least = clients.acknowledged + more;
    const count = await until(
      () => Promise.resolve(clients.acknowledged),
      (answered) => answered >= least,
      60_000,
    );
    if (count < least)
      throw new Error(`Only ${count} of ${least} tokens within 60 s. ${JSON.stringify(clients.counts)}`);
  };
  const verdict = async () => {
    await clients.finish();
    return clients.judge(await urlOf(service.dataDir));
  };

  beforeAll(async () => {
    service = await openMortalService();
    await start('never');
    ownerToken = (await openTradingOverHttp(service.url, { accounts: 0, instruments: 0 })).token;
  });
  afterAll(() => service.close());

  it(
    'of the service are accepted, refreshed once and in the audit log',
    async () => {
      clients = await TokenClients.open(service.url, ownerToken);
      clients.begin(4);
      let point: Point = 'never';
      for (let n = 0; n < killsOfService; n++) {
        await waitForTokens(randomInt(50, 300));
        await service.kill(point);
        point = points[n % points.length] ?? 'never';
        await start(point);
      }
      await waitForTokens(50);

      expect(await verdict()).toEqual(NOTHING_WRONG);
      expect(clients.counts.unanswered).toBeGreaterThan(0);
      acknowledged += clients.acknowledged;
    },
    patience,
  );

  it(
    'of PostgreSQL are accepted, refreshed once and in the audit log',
    async () => {
      clients = await TokenClients.open(service.url, ownerToken);
      clients.begin(4);
      for (let n = 0; n < killsOfPostgres; n++) {
        await waitForTokens(randomInt(50, 300));
        await service.killPostgres();
        await waitForTokens(20);
      }

      expect(await verdict()).toEqual(NOTHING_WRONG);
      expect(clients.counts.busy).toBeGreaterThan(0);
      acknowledged += clients.acknowledged;
      await service.stop();
    },
    patience,
  );

  it(
    'are lost when PostgreSQL does not wait for its disk (control)',
    async () => {
      await service.begin('never', { ...environment, PGOPTIONS: '-c synchronous_commit=off' });
      const superuserUrl = await superuserUrlOf(service.dataDir);
      for (const setting of [`wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`])
        await query(superuserUrl, `alter system set ${setting}`);
      await query(superuserUrl, 'select pg_reload_conf()');
      clients.begin(4);
      await waitForTokens(200);
      await service.killPostgres();
      await waitForTokens(20);
      const { lost } = await verdict();

      expect(lost).toBeGreaterThan(0);
      reportFault({
        row: 'tokens',
        fault:
          'kill -9 of the service (before, during and after the commit of tokens, at random) and of PostgreSQL, while clients get and refresh tokens',
        tried: `${killsOfService} + ${killsOfPostgres}`,
        ...{ acknowledged, lost: 0, doubled: 0 },
        recovery: `ready after ≤ ${seconds(slowestStart)}`,
        control: `synchronous_commit=off: tokens lost (${lost} in this run)`,
      });
    },
    patience,
  );
});
