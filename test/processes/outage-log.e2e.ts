import type { ServiceProcess } from '../support/checkout.js';
import { killQuietly } from '../support/kill-quietly.js';
import { startKontor } from '../support/kontor-process.js';
import { openWorkspace, postmasterOf, processesOf } from '../support/postgres-service.js';

const REFUSALS = 600;

type Line = Readonly<{
  msg: string;
  level: string;
  count?: number;
  problem?: string;
  status?: number;
  err?: { stack?: string };
  cause?: { message: string };
}>;

describe('log of an outage under load', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let service: ServiceProcess;
  beforeAll(async () => {
    workspace = await openWorkspace();
    service = startKontor(['serve'], {
      env: { DATA_DIR: workspace.dataDir, LOG_LEVEL: 'info', RATE_LIMIT_ANONYMOUS: '100000', SANDBOX_LIQUIDITY: 'off' },
    });
  });
  afterAll(async () => {
    service.end('SIGKILL');
    await postmasterOf(workspace.dataDir).then(
      (pid) => killQuietly(pid, 'SIGQUIT'),
      () => undefined,
    );
    await workspace.close();
  });

  it('has one line per cause and second with a counter, one stack, and a few request lines', async () => {
    const url = await service.says(/Kontor is ready at (\S+)/);
    const headers = {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from('nobody:nothing').toString('base64')}`,
    };
    const ask = () =>
      fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }).then(({ status }) => status);
    const hanging = await processesOf(await postmasterOf(workspace.dataDir));
    const from = service.stdout.length;
    for (const pid of hanging) process.kill(pid, 'SIGSTOP');
    const statuses = await Promise.all(Array.from({ length: REFUSALS }, ask)).finally(() =>
      hanging.forEach((pid) => killQuietly(pid, 'SIGCONT')),
    );
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);

    expect(new Set(statuses)).toEqual(new Set([503]));
    const log = service.stdout.slice(from);
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const outage = lines.filter(({ msg }) => msg === 'database_unavailable');
    const requests = lines.filter(({ status, msg }) => status === 503 && msg.startsWith('request'));
    expect(outage.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(REFUSALS);
    expect(requests.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(REFUSALS);
    expect(outage.filter(({ err }) => err?.stack !== undefined).length).toBeLessThanOrEqual(4); // One for each cause: no connection, no answer …
    expect(outage.length + requests.length).toBeLessThan(100);
    expect(log.length).toBeLessThan(60_000);
  });
});
