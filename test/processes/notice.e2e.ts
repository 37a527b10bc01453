import { randomBytes } from 'node:crypto';
import { openTestDatabase } from '../support/database.js';
import { startKontor } from '../support/kontor-process.js';
import { openWorkspace } from '../support/postgres-service.js';

const production = {
  MODE: 'production',
  SECRET_KEY: randomBytes(32).toString('hex'),
  BOOTSTRAP_ADMIN_EMAIL: 'admin@example.test',
  BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery staple',
  BOOTSTRAP_CLIENT_ID: 'first-key',
  BOOTSTRAP_CLIENT_SECRET: randomBytes(32).toString('hex'),
};

describe('output of the start', () => {
  it.each([
    ['says once that grants are on against which RFC 9700 advises, in a production', production, 1],
    [
      'says nothing of them when they are off',
      { ...production, OAUTH_ALLOW_IMPLICIT: '0', OAUTH_ALLOW_PASSWORD: '0' },
      0,
    ],
    ['says nothing of them in the sandbox', { MODE: 'sandbox' }, 0],
  ])('%s', async (_what, env, times) => {
    const [database, workspace] = [await openTestDatabase(), await openWorkspace()];
    const service = startKontor(['serve'], {
      env: { DATABASE_URL: database.url, DATA_DIR: workspace.dataDir, ...env },
    });
    try {
      await service.says(/Kontor is ready at/);

      expect(service.stderr.match(/^Notice: .*$/gm) ?? []).toHaveLength(times);
      service.signal('SIGTERM');
      expect(await service.ended).toBe(0);
    } finally {
      service.end('SIGKILL');
      await service.ended;
      await database.close();
      await workspace.close();
    }
  });
});
