/** Clients that repeat an order until it is acknowledged, at a service that a test damages, and the judge of what they were acknowledged. */
import { randomInt } from 'node:crypto';
import { runKontor } from '../support/kontor-process.js';
import { openMortalService, type Point } from '../support/mortal-service.js';
import { query, superuserUrlOf, until } from '../support/postgres-service.js';
import { type HttpTradingSetup, openTradingOverHttp } from '../support/trading-over-http.js';
import { type AcknowledgedActions, lookFor, Traders } from '../support/traders.js';
import { seed } from '../support/seed.js';

/** What the judge finds where the service keeps its promise. */
export const NOTHING_WRONG = { lost: [], doubled: [], changed: [], surprises: [], difference: 0 };

type Service = Awaited<ReturnType<typeof openMortalService>>;

/** `others` are further services on the same database. */
type Place = Readonly<{ service: Service; floor: HttpTradingSetup; others?: readonly Service[] }>;

export async function openTradingUnderFault(place?: Parameters<typeof openMortalService>[0]) {
  const service = await openMortalService(place);
  await service.begin('never');
  return tradingAt({ service, floor: await openTradingOverHttp(service.url, { accounts: 6, instruments: 3 }) });
}

export function tradingAt({ service, floor, others = [] }: Place) {
  const urls = [service, ...others].map(({ url }) => url);
  let crowds = 0;
  const newCrowd = (known: AcknowledgedActions[]): Traders => new Traders(urls, floor, seed + (crowds += 1), known);
  let crowd = newCrowd([]);
  let slowestStart = 0;

  const self = {
    service,
    floor,
    get counts() {
      return crowd.counts;
    },
    get refusals() {
      return crowd.refusals;
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
    trade(known: AcknowledgedActions[]): void {
      crowd = newCrowd(known);
      crowd.begin(12);
    },
    async waitForAcknowledged(more: number): Promise<void> {
      const least = crowd.acknowledged.length + more;
      const count = await until(
        () => Promise.resolve(crowd.acknowledged.length),
        (answered) => answered >= least,
        30_000,
      );
      if (count < least)
        throw new Error(
          `Only ${count} of ${least} orders were acknowledged within 30 s. ${JSON.stringify([crowd.counts, crowd.refusals])}`,
        );
    },
    /** Does the damage so often under load. Gives the milliseconds after each until 20 more orders were acknowledged, the longest of them. */
    async damage(rounds: number, fault: (round: number) => Promise<void>): Promise<number> {
      let slowest = 0;
      for (let n = 0; n < rounds; n++) {
        await self.waitForAcknowledged(randomInt(20, 150));
        await fault(n);
        const over = performance.now();
        await self.waitForAcknowledged(20);
        slowest = Math.max(slowest, performance.now() - over);
      }
      return slowest;
    },
    /** Lets the clients finish, then looks for every order that was acknowledged. `found` is to equal `expected`; the figures tell where it does not. */
    async verdict() {
      await crowd.finish();
      const { changed, bought, sold, ...wrong } = await lookFor(crowd.acknowledged, service.url, floor);
      const figures = {
        seed: crowd.seed,
        acknowledged: crowd.acknowledged.length,
        ...crowd.counts,
        refusals: crowd.refusals,
        slowestStart,
        slowestAnswer: crowd.slowestAnswer,
      };
      // Ten tell as much as ten thousand.
      const found = {
        ...wrong,
        changed: changed.slice(0, 10),
        surprises: crowd.surprises.slice(0, 10),
        difference: bought - sold,
        hasTraded: bought > 0,
        figures,
      };
      return { found, expected: { ...NOTHING_WRONG, hasTraded: true, figures } };
    },
    /** `kontor verify` on the stopped service: a replay of the journal held against the tables. */
    async verify(env: Readonly<Record<string, string>> = {}) {
      const { code, stdout, stderr } = await runKontor(['verify', '--json'], {
        env: { DATA_DIR: service.dataDir, MODE: 'sandbox', ...env },
      });
      return { code, output: `${stdout}${stderr}` };
    },
    close: () => {
      crowd.abandon();
      return service.close();
    },
  };
  return self;
}

type Trading = ReturnType<typeof tradingAt>;

/** A control: the service acknowledges what is not committed yet, suffers the damage, and dies. Gives the orders that are lost. */
export async function lossesWithoutCommit(
  trading: Trading,
  damage: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  await trading.start('hasty');
  trading.trade([]);
  await trading.waitForAcknowledged(50);
  trading.service.misbehave();
  await trading.waitForAcknowledged(30);
  await damage();
  await trading.service.kill('never');
  await trading.service.begin('never');
  return (await trading.verdict()).found.lost.length;
}

/** A control: PostgreSQL acknowledges what is not on its disk yet, and suffers the damage. Gives the orders that are lost. */
export async function lossesWithoutFlush(trading: Trading, damage: (url: string) => Promise<unknown>): Promise<number> {
  await trading.service.begin('never', { PGOPTIONS: '-c synchronous_commit=off' });
  const url = await superuserUrlOf(trading.service.dataDir);
  for (const setting of [`wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`])
    await query(url, `alter system set ${setting}`);
  await query(url, 'select pg_reload_conf()');
  trading.trade([]);
  await trading.waitForAcknowledged(100);
  await damage(url);
  await trading.waitForAcknowledged(20);
  return (await trading.verdict()).found.lost.length;
}
