import { randomInt } from 'node:crypto';
import { followEvents, listEvents } from '../support/event-follower.js';
import { openMortalService, type Point } from '../support/mortal-service.js';
import { until } from '../support/postgres-service.js';
import { type HttpTradingSetup, openTradingOverHttp } from '../support/trading-over-http.js';
import { Traders } from '../support/traders.js';
import { seed } from '../support/seed.js';

/** The first is the worst: what is durable then was sent to nobody. */
const deaths: readonly Point[] = ['after', 'during', 'before'];

/** CRASH_KILLS=20 kills as often, at each point in turn. */
const kills = Number(process.env['CRASH_KILLS'] ?? deaths.length);

/** Nothing happens once the crowd has gone. */
const quiet = { SANDBOX_LIQUIDITY: 'off' };

describe('event stream of a killed service', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let floor: HttpTradingSetup;

  beforeAll(async () => {
    service = await openMortalService();
    await service.begin(deaths[0] ?? 'never', quiet);
    floor = await openTradingOverHttp(service.url, { accounts: 4, instruments: 2 });
  }, 120_000);
  afterAll(() => service.close());

  it('delivers each event once and in order after a reconnect with the last id; without the id it does not (control)', async () => {
    const way = { url: () => service.url, token: floor.token, from: '0' };
    const ofOne = { ...way, query: `?acct_id=${floor.accounts[0]}&type=fill&type=order.accepted` };
    const [all, some, forgetful] = [followEvents(way), followEvents(ofOne), followEvents(way, 'forgetful')];
    const crowd = new Traders([service.url], floor, seed, []);
    crowd.begin(12);
    const isAnswered = async (more: number): Promise<void> => {
      const least = crowd.acknowledged.length + more;
      expect(
        await until(
          () => Promise.resolve(crowd.acknowledged.length),
          (count) => count >= least,
          60_000,
        ),
      ).toBeGreaterThanOrEqual(least);
    };
    for (let n = 0; n < kills; n++) {
      await isAnswered(randomInt(30, 150));
      await service.kill(deaths[n % deaths.length] ?? 'never');
      await service.begin(deaths[(n + 1) % deaths.length] ?? 'never', quiet);
    }
    await isAnswered(50);
    await crowd.finish();

    const [listed, listedOfOne] = [await listEvents(way), await listEvents(ofOne)];
    for (const [follower, events] of [
      [all, listed],
      [some, listedOfOne],
    ] as const)
      await until(
        () => Promise.resolve(follower.newest()),
        (id) => id === events.at(-1)?.id,
        60_000,
      );
    const [seen, seenOfOne, known] = [await all.finish(), await some.finish(), await forgetful.finish()];
    process.stdout.write(
      `seed ${crowd.seed}: ${listed.length} events, ${listedOfOne.length} of them of one account, ${known.length} with the one who forgets; ${JSON.stringify({ ...crowd.counts, ...all.counts })}\n`,
    );

    expect(seen).toEqual(listed);
    expect(seenOfOne).toEqual(listedOfOne);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    expect(listed.filter(({ event }) => event === 'order.accepted').length).toBeGreaterThanOrEqual(
      crowd.acknowledged.filter(({ orderId }) => orderId !== null).length,
    );
    expect({
      surprises: crowd.surprises,
      refused: all.counts.refused,
      opened: all.counts.opened > kills,
      cut: crowd.counts.unanswered > 0,
      forgot: known.length < listed.length,
    }).toEqual({ surprises: [], refused: 0, opened: true, cut: true, forgot: true });
  }, 240_000);
});
