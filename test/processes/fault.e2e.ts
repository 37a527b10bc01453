import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '../support/database.js';
import { startFaulty } from './faulty-process.js';

describe('uncaught error', () => {
  it.each(['exception', 'rejection'] as const)(
    'is logged, and the service stops in order with exit code 1: %s',
    async (kind) => {
      const database = await openTestDatabase();
      const dataDir = mkdtempSync(join(tmpdir(), 'kontor-fault-'));
      const service = startFaulty(kind, { DATABASE_URL: database.url, DATA_DIR: dataDir });
      const url = await service.url();
      const before = await fetch(`${url}/health/live`);
      service.fail();
      const { code, stdout, stderr } = await service.ended;
      const line = stdout.split('\n').find((candidate) => candidate.includes('uncaught fault'));

      expect(before.status).toBe(200);
      expect(code).toBe(1);
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        level: 'fatal',
        origin: kind === 'exception' ? 'uncaughtException' : 'unhandledRejection',
        err: { message: expect.stringContaining('the roof leaks') },
      });
      expect(stdout).not.toContain('hunter2');
      expect(stderr).toMatch(/Stopping \(a fault that nobody caught[^]*Stopped\.\n$/);
      expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
      await expect(fetch(url)).rejects.toThrow();
      rmSync(dataDir, { recursive: true, force: true });
      await database.close();
    },
  );
});
