import { randomInt } from 'node:crypto';
import { faultRounds, reportFault, seconds } from '../support/fault-report.js';
import { KeyedClients } from './keyed-clients.js';
import { openMortalService, type Point } from '../support/mortal-service.js';
import { query, until, urlOf } from '../support/postgres-service.js';
import { type HttpTradingSetup, openTradingOverHttp } from '../support/trading-over-http.js';

const kills = faultRounds(20);
const patience = 120_000 + kills * 15_000;
/** The service dies at the commit of what it keeps under an `Idempotency-Key`: of the commands of the exchange, or of the whole request. */
const environment = { WATCHED_TABLE: 'idempotent_answers', OAUTH_KEYS_PER_USER: '10000' };
const points: readonly Point[] = ['before', 'after', 'during', 'never'];

/** One story on one data directory, in order. The last test removes the protection, and the same judge must find what was done twice. */
describe('POSTs under an Idempotency-Key and kill -9 of the service', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let floor: HttpTradingSetup;
  let owner: number;
  let clients: KeyedClients;
  let slowestStart = 0;
  let firstNumber = 1;

  const start = async (point: Point): Promise<void> => {
    slowestStart = Math.max(slowestStart, await service.begin(point, environment));
  };
  const post = (prefix: string, copies: number): void => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    clients = new KeyedClients(service.url, { floor, owner, yesterday }, prefix, firstNumber);
    clients.begin(7, copies);
    firstNumber += 1_000_000;
  };
  const waitForAnswers = async (more: number): Promise<void> => {
    const least = clients.answered.length + more;
    const count = await until(
      () => Promise.resolve(clients.answered.length),
      (answered) => answered >= least,
      60_000,
    );
    if (count < least)
      throw new Error(
        `Only ${count} of ${least} posts were answered within 60 s. ${JSON.stringify([clients.counts, clients.surprises.slice(0, 5)])}`,
      );
  };
  const verdict = async () => {
    await clients.finish();
    const database = await urlOf(service.dataDir);
    const findings = await clients.judge(database);
    const [audit] = await query(
      database,
      `select (select count(*) from audit_entries where action = 'key.created') - (select count(*) from clients where name like 'Key %') as difference`,
    );
    return { ...findings, surprises: clients.surprises.slice(0, 10), audit: Number(audit?.['difference']) };
  };

  beforeAll(async () => {
    service = await openMortalService();
    await start('never');
    floor = await openTradingOverHttp(service.url, { accounts: 2, instruments: 1 });
    const [host] = await query(
      await urlOf(service.dataDir),
      `select owner_id as id from accounts where id = ${floor.accounts[0]}`,
    );
    owner = Number(host?.['id']);
  });
  afterAll(() => service.close());

  it(
    'are executed once, and the first copy after the restart gets the result',
    async () => {
      post('kept', 50);
      let point: Point = 'never';
      for (let n = 0; n < kills; n++) {
        await waitForAnswers(randomInt(5, 20));
        await service.kill(point);
        point = points[n % points.length] ?? 'never';
        await start(point);
      }
      await waitForAnswers(20);
      const findings = await verdict();

      expect({ ...findings, figures: clients.counts }).toEqual({
        lost: [],
        doubled: [],
        changed: [],
        surprises: [],
        audit: 0,
        figures: clients.counts,
      });
      expect(clients.counts.unanswered).toBeGreaterThan(0);
      expect(clients.counts.replayed).toBeGreaterThan(0);
      expect(clients.counts.copies).toBeGreaterThan(0);
      reported.acknowledged = clients.answered.length;
      reported.replayed = clients.counts.replayed;
      await service.stop();
    },
    patience,
  );

  it(
    'are executed twice without a stored key (control)',
    async () => {
      await start('forgetful');
      // Copies of a service that forgets are all carried out, fifty at once for minutes.
      post('forgotten', 1);
      for (let n = 0; n < 4; n++) {
        await waitForAnswers(20);
        await service.kill('forgetful');
        await start('forgetful');
      }
      await waitForAnswers(20);
      const { doubled } = await verdict();
      await service.stop();

      expect(doubled.length).toBeGreaterThan(0);
      reportFault({
        ...{
          row: 'idempotency',
          fault:
            'kill -9 of the service under POSTs with an Idempotency-Key (before, during and after the commit, at random) on 7 endpoints, some of them sent 50 times at once',
        },
        ...{ tried: String(kills), acknowledged: reported.acknowledged, lost: 0, doubled: 0 },
        recovery: `first copy after the restart answered, ${reported.replayed} of them with the stored result; ready after ≤ ${seconds(slowestStart)}`,
        control: `nothing kept under the key: done twice (${doubled.length} in this run)`,
      });
    },
    patience,
  );

  const reported = { acknowledged: 0, replayed: 0 };
});
