import { setTimeout as pause } from 'node:timers/promises';
import { openTestDatabase } from '../support/database.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { NaiveTestController } from '../support/naive-test.controller.js';
import { people } from '../support/people.js';
import { type Race, openRaces, type Use } from '../support/races.js';
import { openSlowProxy } from '../support/database-proxies.js';
import { volume } from '../support/volume.js';

/** Beside its database a careless service is right by luck; a few milliseconds away from it luck is over. */
const LATENCY_MS = 3;
const ROUNDS = volume({ daily: 3, ci: 8, long: 40 });
/** Whether the grace period ends during a race is chance; ten races meet it at least once. */
const CHANCE_ROUNDS = 10;
const AT_ONCE = 50;

describe('parallel requests with one credential, with a slow database', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let databaseProxy: Awaited<ReturnType<typeof openSlowProxy>>;
  let testApp: TestApp;
  let track: ReturnType<typeof openRaces>;

  beforeAll(async () => {
    database = await openTestDatabase();
    databaseProxy = await openSlowProxy(database.url, LATENCY_MS);
    testApp = await openTestApp({
      beside: { database: databaseProxy },
      controllers: [NaiveTestController],
      env: { OAUTH_REQUESTS_PER_SECOND: '100000', RATE_LIMIT_KEY: '1000000' },
    });
    track = openRaces(testApp, await people.ada(testApp));
  });
  afterAll(async () => {
    await testApp.close();
    await databaseProxy.close();
    await database.close();
  });

  const repeatUse = (use: Use, token: string) => Array.from({ length: AT_ONCE }, () => () => use(token));
  const raceForCode = async (use: Use): Promise<Race> => {
    const code = await track.newCode();
    return track.race('authorization_codes', code, repeatUse(use, code));
  };
  const raceForRefresh = async (use: Use): Promise<Race> => {
    const token = await track.newRefreshToken();
    return track.race('refresh_tokens', token, repeatUse(use, token));
  };
  const runRounds = async (count: number, run: () => Promise<Race>): Promise<Race[]> => {
    const races: Race[] = [];
    for (let round = 0; round < count; round++) races.push(await run());
    return races;
  };

  it('let a code succeed once and revoke its tokens', async () => {
    for (const race of await runRounds(ROUNDS, () => raceForCode(track.exchange))) {
      expect(race).toEqual({ winners: 1, pairs: 1, refusals: ['invalid_grant'], generations: 1, alive: 0 });
    }
  });

  it('give a refresh token one successor within its grace period, returned to all', async () => {
    const races = await runRounds(ROUNDS, () => raceForRefresh(track.refresh));

    for (const { pairs, generations, alive } of races) expect([pairs, generations, alive]).toEqual([1, 1, 1]);
    // A machine that is very busy may tell some to come again (503), and nothing worse.
    for (const { winners, refusals } of races)
      expect(refusals).toEqual(winners === AT_ONCE ? [] : ['temporarily_unavailable']);
    expect(races.filter(({ winners }) => winners === AT_ONCE).length).toBeGreaterThan(ROUNDS / 2);
  });

  it('exceed the grace period’s number of repeats only with an error', async () => {
    const token = await track.newRefreshToken();
    const races = await runRounds(3, () => track.race('refresh_tokens', token, repeatUse(track.refresh, token)));

    expect(races.map(({ winners }) => winners)).toEqual([AT_ONCE, 1, 0]);
    expect(races.map(({ generations, alive }) => [generations, alive])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it('at the end of the grace period end the family instead of leaving two successors', async () => {
    const races = await runRounds(CHANCE_ROUNDS, async () => {
      const token = await track.newRefreshToken();
      const first = await track.refresh(token);
      const endGrace = () =>
        pause(2 * LATENCY_MS + Math.random() * 20).then(async () => (await track.endGrace(token), first));
      return track.race('refresh_tokens', token, [...repeatUse(track.refresh, token).slice(1), endGrace]);
    });

    for (const { pairs, generations, refusals, alive } of races) {
      expect([pairs, generations]).toEqual([1, 1]);
      expect(alive).toBe(refusals.length === 0 ? 1 : 0);
    }
    expect(races.filter(({ refusals }) => refusals.length > 0).length).toBeGreaterThan(0);
  });

  it('with a stolen token and its successor leave at most one further generation', async () => {
    const races = await runRounds(CHANCE_ROUNDS, async () => {
      const stolen = await track.newRefreshToken();
      const { refresh_token: successor = '' } = await track.refresh(stolen);
      await track.endGrace(stolen);
      const uses = repeatUse(track.refresh, stolen).map((use, n) =>
        n % 2 === 0 ? use : () => track.refresh(successor),
      );
      return track.race('refresh_tokens', stolen, uses);
    });

    for (const { pairs, generations, alive } of races) {
      expect(pairs).toBeLessThanOrEqual(1);
      expect(generations).toBeLessThanOrEqual(2);
      expect(alive).toBe(0);
    }
  });

  it('create many successors at a naive endpoint (control)', async () => {
    const races = [
      ...(await runRounds(3, () => raceForCode(track.redeemNaively))),
      ...(await runRounds(3, () => raceForRefresh(track.refreshNaively))),
    ];

    for (const { winners, pairs, generations, alive } of races) {
      expect(winners).toBeGreaterThan(1);
      expect([pairs, generations, alive]).toEqual([winners, winners, winners]);
    }
  });
});
