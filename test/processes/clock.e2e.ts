import type { ServiceProcess } from '../support/checkout.js';
import { openFakeTime } from '../support/fake-time.js';
import { leaveOut } from '../support/fault-report.js';
import { killQuietly } from '../support/kill-quietly.js';
import { startKontor, runKontor } from '../support/kontor-process.js';
import { openWorkspace, postmasterOf } from '../support/postgres-service.js';

const DAY_SECONDS = 86_400;

const time = openFakeTime();
const withFakeTime: typeof it = time
  ? it
  : (((name: string) =>
      leaveOut(name, 'it takes libfaketime on Linux (apt-get install faketime)')) as unknown as typeof it);

type State = Readonly<{ state: string; ahead_seconds: number; since: string; venue_time: string }>;

/** One story on one data directory, in order. */
describe('kontor clock', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let service: ServiceProcess;
  let url: string;
  const command = (...words: string[]) => runKontor(['clock', ...words], { env: { DATA_DIR: workspace.dataDir } });
  const state = async () => JSON.parse((await command('--json')).stdout) as State;
  const health = async () =>
    (
      (await (await fetch(`${url}/health/ready`, { headers: { accept: 'application/json' } })).json()) as {
        checks: { clock: string };
      }
    ).checks.clock;
  const start = async (): Promise<void> => {
    service = startKontor(['serve'], { env: { DATA_DIR: workspace.dataDir, SANDBOX_LIQUIDITY: 'off', ...time?.env } });
    url = await service.says(/Kontor is ready at (\S+)/);
  };
  const stop = async (): Promise<void> => {
    service.signal('SIGTERM');
    await service.ended;
  };

  beforeAll(async () => {
    workspace = await openWorkspace();
    if (time) await start();
  });
  afterAll(async () => {
    if (time) {
      service.end('SIGKILL');
      await postmasterOf(workspace.dataDir).then(
        (pid) => killQuietly(pid, 'SIGQUIT'),
        () => undefined,
      );
      time.close();
    }
    await workspace.close();
  });

  withFakeTime('says that the clock is in order, and that there is nothing to accept', async () => {
    const { code, stdout } = await command();

    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^The venue goes by the clock of the machine: \d{4}-/) as string,
    });
    expect(await command('accept')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing to accept.') as string,
    });
    expect(await health()).toBe('ok');
  });

  withFakeTime('shows a jump that is held back, and a start in the middle of it goes on waiting', async () => {
    time?.set(DAY_SECONDS);
    await service.says(/jumped 24 h 0 min ahead.*held back/);
    const before = await state();
    await stop();
    await start();
    const after = await state();

    expect(before).toMatchObject({ state: 'held_back', ahead_seconds: DAY_SECONDS });
    expect(after).toMatchObject({ state: 'held_back', ahead_seconds: DAY_SECONDS });
    expect(Math.abs(Date.parse(after.since) - Date.parse(before.since))).toBeLessThan(1_000);
    expect(Math.abs(Date.parse(after.venue_time) - Date.now())).toBeLessThan(5_000);
    expect((await command()).stdout).toContain('If it is right: kontor clock accept');
    expect(await health()).toBe('held_back');
  });

  withFakeTime('accept applies the jump at once', async () => {
    expect(await command('accept')).toMatchObject({ code: 0, stdout: expect.stringContaining('Accepted.') as string });

    expect(await service.says(/The jump of the clock was accepted/)).toContain('accepted');
    expect(await health()).toBe('ok');
    expect(Date.parse((await state()).venue_time) - Date.now()).toBeGreaterThan((DAY_SECONDS - 60) * 1_000);
  });

  withFakeTime('holds back a jump that happened while no service ran', async () => {
    await stop();
    expect(await command()).toMatchObject({ code: 1, stderr: expect.stringContaining('No service runs') as string });
    time?.set(0);
    await start();

    expect(await state()).toMatchObject({ state: 'held_back', ahead_seconds: -DAY_SECONDS });
    expect(await health()).toBe('held_back');
  });

  withFakeTime('refuses a word that it does not know', async () => {
    expect(await command('set')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It knows show, accept.') as string,
    });
  });
});
