import { setTimeout as pause } from 'node:timers/promises';
import { faultRounds, isOnDemand, reportFault } from '../support/fault-report.js';
import { openMortalService } from '../support/mortal-service.js';
import { differencesOf, openSenders, type Sender, sendOrders, SentOrders } from './order-senders.js';
import { urlOf } from '../support/postgres-service.js';
import { type HttpTradingSetup, openTradingOverHttp } from '../support/trading-over-http.js';

const seconds = faultRounds(4);
const patience = 120_000 + seconds * 5_000;
const CONNECTIONS = isOnDemand ? 100 : 60;
/** What the service has without settings; the other tests tell nobody to slow down. */
const DEFAULTS = { RATE_LIMIT_USER: '1000', RATE_LIMIT_KEY: '4000' };

/** One story on one data directory, in order; the control removes the turns and shares of the queue. */
describe('single orders of a user while another floods the venue with lists', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let floor: HttpTradingSetup;
  let flooder: Sender;
  let single: Sender;
  const total = new SentOrders();
  const measured = { quiet: NaN, flooded: NaN, floodedP99: NaN, limited: NaN, limitedP99: NaN };

  const tryFor = async (connections: number): Promise<{ own: SentOrders; flood: SentOrders }> => {
    let isOver = false;
    const plan = { url: service.url, instrument: floor.instruments[0], isOver: () => isOver };
    const [own, flood] = [new SentOrders(), new SentOrders()];
    const sending = Array.from({ length: connections }, () => sendOrders(flooder, plan, { perRequest: 100 }, flood));
    if (connections > 0) await pause(1_000);
    const singles = sendOrders(single, plan, { perRequest: 1, pauseMs: 10 }, own);
    await pause(seconds * 1_000);
    isOver = true;
    await Promise.all([singles, ...sending]);
    for (const { acknowledged } of [own, flood])
      for (const [account, orders] of acknowledged)
        total.acknowledged.set(account, (total.acknowledged.get(account) ?? 0) + orders);
    return { own, flood };
  };

  beforeAll(async () => {
    service = await openMortalService();
    await service.begin('never');
    floor = await openTradingOverHttp(service.url, { accounts: 1, instruments: 1 });
    const [first, second] = await openSenders(service.url, floor, 2);
    if (first === undefined || second === undefined) throw new Error('There are no senders.');
    [flooder, single] = [first, second];
    measured.quiet = (await tryFor(0)).own.at(0.5);
  }, patience);
  afterAll(() => service.close());

  it(
    'are all accepted, while a list above the share is rejected with 503 and Retry-After',
    async () => {
      const { own, flood } = await tryFor(CONNECTIONS);
      [measured.flooded, measured.floodedP99] = [own.at(0.5), own.at(0.99)];

      expect(Object.keys(own.answers)).toEqual(['201']);
      expect(Object.keys(flood.answers).sort()).toEqual(['201', '503 exchange_busy']);
      expect(flood.withoutRetryAfter).toEqual([]);
    },
    patience,
  );

  it(
    'are all accepted under the default limits, while the other user of the same key gets 429 and Retry-After',
    async () => {
      await service.stop();
      await service.begin('never', DEFAULTS);
      const { own, flood } = await tryFor(CONNECTIONS);
      [measured.limited, measured.limitedP99] = [own.at(0.5), own.at(0.99)];

      expect(Object.keys(own.answers)).toEqual(['201']);
      expect(Object.keys(flood.answers)).toContain('429 too_many_requests');
      expect(flood.withoutRetryAfter).toEqual([]);
      expect(await differencesOf(total, await urlOf(service.dataDir))).toEqual({ lost: 0, doubled: 0 });
      // Targets for a machine that does nothing else.
      expect(isOnDemand ? measured.limited : 0).toBeLessThanOrEqual(2 * measured.quiet);
      expect(isOnDemand ? measured.limitedP99 : 0).toBeLessThanOrEqual(50);
    },
    patience,
  );

  it(
    'wait when the queue is first in, first out (control)',
    async () => {
      await service.stop();
      await service.begin('never', { REMOVED_PROTECTION: 'turns' });
      const { own } = await tryFor(CONNECTIONS);
      const waited = own.at(0.5);

      expect(waited).toBeGreaterThan(2 * measured.flooded);
      reportFault({
        ...{
          row: 'fairness',
          fault: `one user sends lists of 100 orders over ${CONNECTIONS} connections for ${seconds} s, another single orders; with and without the default limits`,
        },
        ...{ tried: '1 + 1', acknowledged: total.orders, lost: 0, doubled: 0 },
        recovery: `p50 of a single order ${measured.quiet.toFixed(1)} ms alone, ${measured.limited.toFixed(1)} ms (p99 ${measured.limitedP99.toFixed(0)} ms) under the default limits, ${measured.flooded.toFixed(1)} ms (p99 ${measured.floodedP99.toFixed(0)} ms) without limits`,
        control: `a queue without turns and shares: p50 ${waited.toFixed(0)} ms`,
      });
    },
    patience,
  );
});
