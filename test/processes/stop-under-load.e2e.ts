import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../support/checkout.js';
import { startKontor } from '../support/kontor-process.js';
import { openWorkspace } from '../support/postgres-service.js';

const stops = Number(process.env['STOPS'] ?? 3);
const clients = join(import.meta.dirname, '..', 'support', 'load-clients.mjs');

describe('SIGTERM under load', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let service: ServiceProcess | null = null;
  beforeAll(async () => {
    workspace = await openWorkspace();
  });
  afterEach(() => service?.end('SIGKILL'));
  afterAll(() => workspace.close());

  it(
    'fails no request on new or kept connections, and ends within 5 seconds with exit code 0',
    async () => {
      for (let stop = 0; stop < stops; stop++) {
        service = startKontor(['serve'], {
          env: { DATA_DIR: workspace.dataDir, RATE_LIMIT_ANONYMOUS: '100000', SANDBOX_LIQUIDITY: 'off' },
        });
        const url = await service.says(/Kontor is ready at (\S+)/);
        const load = spawn(process.execPath, [clients, `${url}/health/live`], { stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        load.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
        const over = once(load, 'close');
        await pause(1_500 + Math.random() * 500);
        const began = performance.now();
        service.signal('SIGTERM');
        expect(await service.ended).toBe(0);
        expect(performance.now() - began).toBeLessThan(5_500);
        await over; // Each client asks until it is refused.

        const { ECONNREFUSED: refused, ...outcomes } = JSON.parse(said.trim().split('\n').at(-1) ?? '{}') as Record<
          string,
          number
        >;
        expect(outcomes).toEqual({ 200: expect.any(Number) });
        expect(refused).toBe(48);
        expect(outcomes['200']).toBeGreaterThan(100);
      }
    },
    60_000 + stops * 30_000,
  );
});
