import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { faultRounds, leaveOut, reportFault, seconds } from '../support/fault-report.js';
import { NotStarted, openPowerCutService, type PowerCutService } from './power-cut-service.js';
import { lookFor, Traders } from '../support/traders.js';
import { tradingEnvironment, openTradingOverHttp } from '../support/trading-over-http.js';
import { NOTHING_WRONG } from './trading-under-fault.js';
import { seed } from '../support/seed.js';

/** When the power is cut, in seconds: after the start of a fresh data directory was begun, or after it was ready. */
const moments = [
  { after: 'ready', seconds: 0 },
  { after: 'ready', seconds: 1 },
  { after: 'ready', seconds: 3 },
  { after: 'ready', seconds: 5 },
  { after: 'ready', seconds: 10 },
  { after: 'start', seconds: 0.5 },
  { after: 'start', seconds: 1.5 },
] as const;

const cuts = faultRounds(moments.length);
const patience = 120_000 + cuts * 60_000;
const trial = openPowerCutService();
await trial?.close();
const onDisk: typeof it = trial
  ? it
  : (((name: string) =>
      leaveOut(name, 'an XFS file system on a loop device takes root, Linux and xfsprogs')) as typeof it);
const noFsync = join(import.meta.dirname, '..', 'support', 'no-fsync.mjs');
const whole = { firstSignIn: 'whole', secretKey: 'whole', drafts: [] };

describe('power cut soon after the first start', () => {
  const measured = { acknowledged: 0, recovery: 0, withoutFsync: '' };
  let service: PowerCutService | null = null;
  const open = (): PowerCutService => {
    service = openPowerCutService();
    if (!service) throw new Error('A disk could be mounted a moment ago.');
    return service;
  };
  afterEach(() => service?.close(), 60_000);

  it('is tested where this process may mount an XFS file system', () => {
    expect(trial === null || process.platform === 'linux').toBe(true);
  });

  onDisk(
    'loses no acknowledged order and nobody who may sign in, and the next start works',
    async () => {
      for (let n = 0; n < cuts; n++) {
        const moment = moments[n % moments.length] ?? moments[0];
        const power = open();
        const { acknowledged, milliseconds, wrong } =
          moment.seconds >= 1 && moment.after === 'ready'
            ? await tradeThroughTheCut(power, moment.seconds)
            : await cutBeforeTrading(power, moment);
        measured.acknowledged += acknowledged;
        measured.recovery = Math.max(measured.recovery, milliseconds);

        expect({ moment, ...wrong }).toEqual({ moment, ...NOTHING_WRONG });
        expect(filesOf(power)).toEqual(whole);
        await power.close();
      }
    },
    patience,
  );

  onDisk(
    'ruins the data directory where the service does not sync its files, and the next start names the fix (control)',
    async () => {
      const power = open();
      await power.start({}, [noFsync]);
      await pause(1_000);
      await power.cutPower();
      const failure = await power.start().then(
        () => null,
        (error: unknown) => error,
      );

      expect(failure).toBeInstanceOf(NotStarted);
      const { code, output } = failure as NotStarted;
      expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/ is (?:damaged|empty).*\nFix: /) });
      expect(output).not.toMatch(/\n\s+at /);
      measured.withoutFsync = 'without fsync of its files the service cannot start again';
    },
    patience,
  );

  onDisk(
    'loses acknowledged orders where PostgreSQL does not wait for its disk (control)',
    async () => {
      const { wrong } = await tradeThroughTheCut(open(), 3, { PGOPTIONS: '-c synchronous_commit=off' });

      expect(wrong.lost.length).toBeGreaterThan(0);
      reportFault({
        ...{
          row: 'power-cuts',
          fault:
            'power cut (XFS shut down) during the first start and 0, 1, 3, 5 and 10 s after it is ready, under load',
        },
        ...{
          tried: String(cuts),
          acknowledged: measured.acknowledged,
          lost: 0,
          doubled: 0,
          recovery: `ready after ≤ ${seconds(measured.recovery)}`,
        },
        control: `${measured.withoutFsync}; synchronous_commit=off: orders lost (${wrong.lost.length} in this run)`,
      });
    },
    patience,
  );
});

type Outcome = Readonly<{
  acknowledged: number;
  milliseconds: number;
  wrong: Readonly<Record<'lost' | 'doubled' | 'changed' | 'surprises', readonly string[]>> & { difference: number };
}>;

/** Nobody was acknowledged an order yet; the administrator of the first start signs in afterwards and opens a market. */
async function cutBeforeTrading(power: PowerCutService, moment: (typeof moments)[number]): Promise<Outcome> {
  if (moment.after === 'ready') await power.start();
  else power.begin();
  await pause(moment.seconds * 1_000);
  await power.cutPower();
  const { url, milliseconds } = await power.start();
  await openTradingOverHttp(url, { accounts: 1, instruments: 1 });
  return { acknowledged: 0, milliseconds, wrong: NOTHING_WRONG };
}

/** Clients trade from the moment that it is ready until so many seconds later, and insist until the next start answers them. */
async function tradeThroughTheCut(
  power: PowerCutService,
  secondsAfterReady: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { url } = await power.start(env);
  const end = performance.now() + secondsAfterReady * 1_000;
  const floor = await openTradingOverHttp(url, { accounts: 2, instruments: 1 });
  const traders = new Traders([url], floor, seed, []);
  traders.begin(4);
  while (traders.acknowledged.length === 0 || performance.now() < end) await pause(2);
  await power.cutPower();
  const acknowledged = traders.acknowledged.length;
  const { milliseconds } = await power.start();
  await traders.finish();
  const { bought, sold, ...wrong } = await lookFor(traders.acknowledged, url, floor);
  return { acknowledged, milliseconds, wrong: { ...wrong, surprises: traders.surprises, difference: bought - sold } };
}

/** The data directory's own files, and what should not have been left in it. */
function filesOf({ disk: { dataDir } }: PowerCutService) {
  const { password } = JSON.parse(readFileSync(join(dataDir, 'first-sign-in.json'), 'utf8')) as { password: string };
  return {
    firstSignIn: password === tradingEnvironment.BOOTSTRAP_ADMIN_PASSWORD ? 'whole' : 'damaged',
    secretKey: /^[0-9a-f]{64}\n$/.test(readFileSync(join(dataDir, 'secret-key'), 'utf8')) ? 'whole' : 'damaged',
    drafts: readdirSync(dataDir).filter(
      (name) => !['first-sign-in.json', 'secret-key', 'service.json', 'clock.json', 'postgres'].includes(name),
    ),
  };
}
