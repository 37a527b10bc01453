/** Clients that repeat an order until it is acknowledged, at a service that a test damages, and the judge of what they were acknowledged. */
import { randomInt } from 'node:crypto';
import { ran } from './kontor.js';
import { openMortalService, type Point } from './mortal-service.js';
import { until } from './own-postgres.js';
import { type Floor, openFloor } from './trading-over-http.js';
import { type Acknowledged, lookFor, Traders } from './traders.js';

export const NOTHING_WRONG = { lost: [], doubled: [], changed: [], surprises: [], difference: 0 } as const;

export async function openTradingUnderFault(place?: Parameters<typeof openMortalService>[0]) {
  const service = await openMortalService(place);
  await service.begin('never');
  const floor: Floor = await openFloor(service.url, { accounts: 6, instruments: 3 });
  let crowd = new Traders(service.url, floor, randomInt(1 << 30), []);
  let slowestStart = 0;

  return {
    service,
    floor,
    get counts() {
      return crowd.counts;
    },
    get slowestAnswer() {
      return crowd.slowestAnswer;
    },
    get slowestStart() {
      return slowestStart;
    },
    async start(point: Point): Promise<void> {
      slowestStart = Math.max(slowestStart, await service.begin(point));
    },
    /** What is acknowledged is added to `known`: pass the list of an earlier crowd where both trade with each other. */
    trade(known: Acknowledged[]): void {
      crowd = new Traders(service.url, floor, randomInt(1 << 30), known);
      crowd.begin(12);
    },
    async waitForAcknowledged(more: number): Promise<void> {
      const least = crowd.acknowledged.length + more;
      const count = await until(() => Promise.resolve(crowd.acknowledged.length), (answered) => answered >= least, 30_000);
      if (count < least) throw new Error(`Only ${count} of ${least} orders were acknowledged within 30 s. ${JSON.stringify(crowd.counts)}`);
    },
    /** Lets the clients finish, then looks for every order that was acknowledged. `figures` belongs into the message of an expectation. */
    async verdict() {
      await crowd.finish();
      const { changed, bought, sold, ...wrong } = await lookFor(crowd.acknowledged, service.url, floor);
      const figures = JSON.stringify({ seed: crowd.seed, acknowledged: crowd.acknowledged.length, ...crowd.counts, slowestStart, slowestAnswer: crowd.slowestAnswer });
      // Ten tell as much as ten thousand.
      return { wrong: { ...wrong, changed: changed.slice(0, 10), surprises: crowd.surprises.slice(0, 10), difference: bought - sold }, bought, figures };
    },
    /** `kontor verify` on the stopped service: a replay of the journal held against the tables. */
    async verify() {
      const { code, stdout, stderr } = await ran(['verify', '--json'], { env: { DATA_DIR: service.dataDir, MODE: 'sandbox' } });
      return { code, output: `${stdout}${stderr}` };
    },
    close: () => service.close(),
  };
}
