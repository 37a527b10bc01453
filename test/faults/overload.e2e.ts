import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { faultRounds, isOnDemand, reportFault, seconds as spelled } from '../support/fault-report.js';
import { openMortalService } from '../support/mortal-service.js';
import { differencesOf, openSenders, type Sender, sendOrders, SentOrders } from './order-senders.js';
import { urlOf } from '../support/postgres-service.js';
import { type HttpTradingSetup, openTradingOverHttp } from '../support/trading-over-http.js';

const seconds = faultRounds(5);
const patience = 120_000 + seconds * 10_000;
const USERS = 6;
const CONNECTIONS_EACH = 30;
/** So many lists fit into the queue, and nobody is refused. */
const CONNECTIONS_AT_PEAK = 3;
const MEGABYTES_MAX = 1_500;
/** The target, for a machine that does nothing else; in the suite other tests are busy at the same time. */
const quickAgainWithinMilliseconds = isOnDemand ? 2_000 : 20_000;

/** One story on one data directory, in order; the control removes the wait for the commit. */
describe('more orders than the venue can execute', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let floor: HttpTradingSetup;
  let senders: Sender[];
  let isOver = false;
  const tally = new SentOrders();
  const health: Record<string, number> = {};
  const measured = { megabytes: 0, recovery: NaN, peak: NaN, goodput: NaN };

  const plan = () => ({ url: service.url, instrument: floor.instruments[0], isOver: () => isOver });
  const send = (into: SentOrders, connections = CONNECTIONS_EACH): Promise<unknown> =>
    Promise.all(
      senders.flatMap((sender) =>
        Array.from({ length: connections }, () => sendOrders(sender, plan(), { perRequest: 100 }, into)),
      ),
    );
  /** Orders a second, of those that are sent over so many connections. */
  const rateOf = async (connections: number): Promise<number> => {
    isOver = false;
    const [orders, began, sending] = [tally.orders, performance.now(), send(tally, connections)];
    await pause(seconds * 1_000);
    const rate = ((tally.orders - orders) * 1_000) / (performance.now() - began);
    isOver = true;
    await sending;
    return rate;
  };
  /** What those see who watch the service, and its memory. */
  const watch = async (): Promise<void> => {
    while (!isOver) {
      for (const path of ['/health/live', '/health/ready']) {
        const { status } = await fetch(`${service.url}${path}`, { headers: { accept: 'application/json' } });
        health[`${path} ${status}`] = (health[`${path} ${status}`] ?? 0) + 1;
      }
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
      measured.megabytes = Math.max(measured.megabytes, Number(kilobytes) / 1024);
      await pause(100);
    }
  };

  beforeAll(async () => {
    service = await openMortalService();
    await service.begin('never');
    floor = await openTradingOverHttp(service.url, { accounts: 1, instruments: 1 });
    senders = await openSenders(service.url, floor, USERS);
  }, patience);
  afterAll(async () => {
    isOver = true;
    await service.close();
  });

  it(
    'are accepted or rejected with 503 and Retry-After; the service stays up and recovers',
    async () => {
      await rateOf(CONNECTIONS_AT_PEAK); // What is slow at first does not count.
      measured.peak = await rateOf(CONNECTIONS_AT_PEAK);
      expect(Object.keys(tally.answers)).toEqual(['201']);
      isOver = false;
      const watching = watch();
      measured.goodput = await rateOf(CONNECTIONS_EACH);
      await watching;
      const [over, orders, [first]] = [performance.now(), tally.orders, senders];
      if (first === undefined) throw new Error('There are no senders.');
      await sendOrders(first, { ...plan(), isOver: () => tally.orders > orders }, { perRequest: 1 }, tally);
      measured.recovery = performance.now() - over;

      expect(Object.keys(tally.answers)).toEqual(expect.arrayContaining(['201', '503 exchange_busy']));
      expect(
        Object.keys(tally.answers).filter(
          (answer) => !/^(?:201|429|503)/.test(answer) || answer.endsWith('outcome_unknown'),
        ),
      ).toEqual([]);
      expect(tally.withoutRetryAfter).toEqual([]);
      expect(Object.keys(health).sort()).toEqual(['/health/live 200', '/health/ready 200']);
      expect(await differencesOf(tally, await urlOf(service.dataDir))).toEqual({ lost: 0, doubled: 0 });
      expect(measured.megabytes).toBeLessThan(MEGABYTES_MAX);
      // The target, for a machine that does nothing else.
      expect(measured.goodput).toBeGreaterThan(isOnDemand ? 0.85 * measured.peak : 0);
      expect(measured.recovery).toBeLessThan(quickAgainWithinMilliseconds);
    },
    patience,
  );

  it(
    'are lost when the service does not wait for the commit (control)',
    async () => {
      await service.stop();
      await service.begin('hasty');
      isOver = false;
      const hasty = new SentOrders();
      for (const [account, orders] of tally.acknowledged) hasty.acknowledged.set(account, orders);
      const sending = send(hasty);
      await pause(1_000);
      service.misbehave();
      await pause(2_000);
      isOver = true;
      await service.kill('never');
      await sending;
      await service.begin('never');
      const { lost } = await differencesOf(hasty, await urlOf(service.dataDir));

      expect(lost).toBeGreaterThan(0);
      reportFault({
        ...{
          row: 'overload',
          fault: `${USERS} users send lists of 100 orders over ${USERS * CONNECTIONS_EACH} connections for ${seconds} s: ${tally.answers['201'] ?? 0} lists taken, ${tally.answers['503 exchange_busy'] ?? 0} refused`,
        },
        ...{ tried: '1', acknowledged: tally.orders, lost: 0, doubled: 0 },
        recovery: `${((100 * measured.goodput) / measured.peak).toFixed(0)} % of the orders a second that are taken when nobody is refused; an order acknowledged ${spelled(measured.recovery)} after it; memory ≤ ${measured.megabytes.toFixed(0)} MB`,
        control: `not waiting for the commit, and kill -9: orders lost (${lost} in this run)`,
      });
    },
    patience,
  );
});
