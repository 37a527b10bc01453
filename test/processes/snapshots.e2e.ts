import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../support/checkout.js';
import { startKontor } from '../support/kontor-process.js';
import { openWorkspace } from '../support/postgres-service.js';
import { signIn, tradingEnvironment } from '../support/trading-over-http.js';

/** The service looks once a minute whether a snapshot is due. */
const WRITTEN_WITHIN_MS = 120_000;

describe('a service with SNAPSHOT_MINUTES=1', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let service: ServiceProcess | null = null;
  const start = async (): Promise<ServiceProcess> => {
    service = startKontor(['serve'], {
      env: {
        ...tradingEnvironment,
        ...{ DATA_DIR: workspace.dataDir, SNAPSHOT_MINUTES: '1', SANDBOX_LIQUIDITY: 'off', LOG_LEVEL: 'info' },
      },
    });
    await service.says(/Kontor is ready at (\S+)/);
    return service;
  };
  const listSnapshots = (): number[] => {
    try {
      const names = readdirSync(join(workspace.dataDir, 'snapshots'));
      return names.flatMap((name) => (name.endsWith('.snapshot') ? [parseInt(name, 10)] : []));
    } catch {
      return [];
    }
  };
  beforeAll(async () => {
    workspace = await openWorkspace();
  });
  afterEach(() => service?.end('SIGKILL'));
  afterAll(() => workspace.close());

  it('writes a snapshot beside its work, and starts from it after a crash', async () => {
    const first = await start();
    const end = performance.now() + WRITTEN_WITHIN_MS;
    while (listSnapshots().length === 0 && performance.now() < end) await pause(250);
    const [command = 0] = listSnapshots();
    first.end('SIGKILL');
    await first.ended;
    const next = await start();

    expect(command).toBeGreaterThan(0);
    expect(next.stdout).toContain(`The state is from the snapshot of command ${command} and`);
  }, 240_000);

  it('goes on where none can be written, and says so in the log and to administrators', async () => {
    rmSync(join(workspace.dataDir, 'snapshots'), { recursive: true, force: true });
    writeFileSync(join(workspace.dataDir, 'snapshots'), 'no directory');
    const running = await start();
    const url = await running.says(/Kontor is ready at (\S+)/);
    await running.says(/A snapshot could not be written: .*EEXIST/, WRITTEN_WITHIN_MS);
    const headers = { accept: 'application/json', authorization: `Bearer ${await signIn(url)}` };
    const response = await fetch(`${url}/administration/health`, { headers });
    const { snapshots } = (await response.json()) as { snapshots: unknown };
    running.end('SIGKILL');
    await running.ended;
    rmSync(join(workspace.dataDir, 'snapshots'));

    expect(snapshots).toEqual({
      newest: null,
      failure: { at: expect.any(String), reason: expect.stringContaining('EEXIST') },
    });
  }, 240_000);

  it('writes one at SIGTERM', async () => {
    const before = listSnapshots();
    const running = await start();
    running.signal('SIGTERM');

    expect(await running.ended).toBe(0);
    expect(Math.max(...listSnapshots())).toBeGreaterThanOrEqual(Math.max(...before));
    expect(running.stdout).not.toContain('No snapshot was written');
  }, 60_000);
});
