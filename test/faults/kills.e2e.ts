import { randomInt } from 'node:crypto';
import { faultRounds, isOnDemand, reportFault, seconds } from '../support/fault-report.js';
import type { Point } from '../support/mortal-service.js';
import type { AcknowledgedActions } from '../support/traders.js';
import { lossesWithoutCommit, lossesWithoutFlush, openTradingUnderFault } from './trading-under-fault.js';

const kills = faultRounds(4);
const killsOfPostgres = Math.max(1, Math.round(kills / 4));
const killsOfService = Math.max(1, kills - killsOfPostgres);
/** The target, for a machine that does nothing else; in the suite other tests are busy at the same time. */
const readyWithinMilliseconds = isOnDemand ? 3_000 : 20_000;
const patience = 60_000 + kills * 10_000;
const points: readonly Point[] = ['before', 'after', 'during', 'never'];

/** One story on one data directory, in order. The last two tests remove a protection, and the same judge must find the loss. */
describe('acknowledged orders under kill -9', () => {
  let trading: Awaited<ReturnType<typeof openTradingUnderFault>>;
  /** Every order acknowledged before the controls: their clients trade with each other. */
  const acknowledged: AcknowledgedActions[] = [];

  beforeAll(async () => {
    trading = await openTradingUnderFault();
  });
  afterAll(() => trading.close());

  it(
    'survive random and targeted kills of the service, once and unchanged',
    async () => {
      trading.trade(acknowledged);
      let point: Point = 'never';
      for (let n = 0; n < killsOfService; n++) {
        await trading.waitForAcknowledged(randomInt(20, 150));
        await trading.service.kill(point);
        point = points[n % points.length] ?? 'never';
        await trading.start(point);
      }
      await trading.waitForAcknowledged(50);
      const { found, expected } = await trading.verdict();

      expect(found).toEqual(expected);
      expect(trading.counts.unanswered).toBeGreaterThan(0);
      expect(trading.slowestStart).toBeLessThan(readyWithinMilliseconds);
    },
    patience,
  );

  it(
    'survive kills of PostgreSQL, while the service answers 503',
    async () => {
      trading.trade(acknowledged);
      await trading.damage(killsOfPostgres, () => trading.service.killPostgres());
      const { found, expected } = await trading.verdict();

      expect(found).toEqual(expected);
      expect(trading.counts.busy).toBeGreaterThan(0);
      expect({ isAlive: trading.service.isAlive(), unanswered: trading.counts.unanswered }).toEqual({
        isAlive: true,
        unanswered: 0,
      });
    },
    patience,
  );

  it(
    'agree with a replay of the journal',
    async () => {
      await trading.service.stop();

      expect(await trading.verify()).toMatchObject({ code: 0 });
    },
    patience,
  );

  it('are lost when the service answers before the commit (control)', async () => {
    const lost = await lossesWithoutCommit(trading);
    await trading.service.stop();

    expect(lost).toBeGreaterThan(0);
  });

  it('are lost when PostgreSQL does not wait for its disk (control)', async () => {
    const lost = await lossesWithoutFlush(trading, () => trading.service.killPostgres());

    expect(lost).toBeGreaterThan(0);
    reportFault({
      ...{
        row: 'kills',
        fault: 'kill -9 of the service (before, during and after a commit, at random) and of PostgreSQL, under load',
      },
      ...{
        tried: `${killsOfService} + ${killsOfPostgres}`,
        acknowledged: acknowledged.length,
        lost: 0,
        doubled: 0,
        recovery: `ready after ≤ ${seconds(trading.slowestStart)}`,
      },
      control: `answering before the commit, and synchronous_commit=off: orders lost (${lost} in this run)`,
    });
  });
});
