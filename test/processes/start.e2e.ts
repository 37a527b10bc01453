import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Checkout, isGone, openCheckout, unprivilegedUser } from '../support/checkout.js';

const ready = /Kontor is ready at (\S+)/;
const minutes = 120_000;

/** One story, in order: every test goes on where the one before it has ended. */
describe('npm start', () => {
  let checkout: Checkout;
  beforeAll(() => {
    checkout = openCheckout();
  }, 2 * minutes);
  afterAll(() => checkout.close(), minutes);

  it(
    'builds a fresh checkout once for simultaneous starts, and prints a working sign-in and first order',
    async () => {
      const service = checkout.start();
      await service.says(/Building/);
      const other = checkout.kontor(['--version']);
      const url = await service.says(ready, 4 * minutes);

      expect(await other.ended).toBe(0);
      expect(other.stderr).toMatch(/^Waiting for another start in this directory \(process \d+\)/);
      expect(other.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect(other.said).not.toContain('Building');

      const lines = /^TOKEN=.*\ncurl .*\ncurl .*$/m.exec(service.stdout)?.[0] ?? '';
      const { stdout } = spawnSync('sh', ['-c', lines], { encoding: 'utf8' });
      expect(stdout).toMatch(
        /"name":"Sandbox USD".*"net_liq":1000000\b.*"action_type":"MarketOrderSub".*"status":"Accepted".*"state":"Filled"/,
      );

      const kept = join(checkout.dataDir, 'first-sign-in.json');
      expect(service.stdout).toContain(kept);
      expect(service.stdout).toContain((JSON.parse(readFileSync(kept, 'utf8')) as { password: string }).password);
      for (const name of ['first-sign-in.json', 'secret-key'])
        expect(statSync(join(checkout.dataDir, name)).mode & 0o777).toBe(0o600);
      expect(checkout.claim().url).toBe(url);
    },
    5 * minutes,
  );

  it(
    'lets npx run the commands from the checkout',
    async () => {
      const doctor = checkout.run('npx', ['kontor', 'doctor', '--json']);

      expect([await doctor.ended, doctor.stderr]).toEqual([0, expect.not.stringMatching(/Installing|Building/)]);
      expect(JSON.parse(doctor.stdout)).toMatchObject({ healthy: true });
    },
    minutes,
  );

  it(
    'names a running service and leaves it alone',
    async () => {
      const { pid, url } = checkout.claim();
      const second = checkout.start();

      expect(await second.ended).toBe(1);
      expect(second.stderr).toContain(`Kontor runs already: process ${pid}, at ${url}`);
      expect(second.said).not.toMatch(/\n\s+at |Starting PostgreSQL/);
      expect((await fetch(url)).status).toBe(200);
      expect(checkout.claim()).toMatchObject({ pid, url });
    },
    minutes,
  );

  it(
    'recovers from kill -9 of the service, and prints no secret again',
    async () => {
      const { pid } = checkout.claim();
      process.kill(pid, 'SIGKILL');
      expect(await isGone(pid)).toBe(true);

      const again = checkout.start();
      await again.says(ready);
      const { password } = JSON.parse(readFileSync(join(checkout.dataDir, 'first-sign-in.json'), 'utf8')) as {
        password: string;
      };
      expect(again.said).not.toContain(password);
      expect(again.said).toContain(join(checkout.dataDir, 'first-sign-in.json'));
      expect(again.said).not.toMatch(/Installing|Building/);

      again.end('SIGINT');
      expect(await again.ended).toBe(0);
      expect(again.said).toContain('Stopped.');
      expect(existsSync(join(checkout.dataDir, 'service.json'))).toBe(false);
    },
    minutes,
  );

  it(
    'stops within five seconds with exit code 0, with PostgreSQL',
    async () => {
      const service = checkout.start();
      await service.says(ready);
      const postgres = Number(
        readFileSync(join(checkout.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      const { pid } = checkout.claim();
      const began = Date.now();
      service.signal('SIGTERM');

      expect(await service.ended).toBe(0);
      expect(Date.now() - began).toBeLessThan(5_000);
      expect(await isGone(pid, 100)).toBe(true);
      expect(await isGone(postgres, 100)).toBe(true);
    },
    minutes,
  );

  it(
    'ends when its launcher is killed',
    async () => {
      const service = checkout.run('node', ['bin/start.js']);
      await service.says(ready);
      const { pid } = checkout.claim();
      service.signal('SIGKILL');

      expect(await isGone(pid)).toBe(true);
      expect(existsSync(join(checkout.dataDir, 'service.json'))).toBe(false);
    },
    minutes,
  );

  it(
    'reports a taken port and stops what it started',
    async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => taken.once('listening', resolve));
      const { port } = taken.address() as { port: number };
      const service = checkout.start({ env: { PORT: String(port) } });

      expect(await service.ended).toBe(1);
      taken.close();
      expect(service.stderr).toContain(`Another program listens on port ${port} of 127.0.0.1 already.`);
      expect(service.said).not.toMatch(/\n\s+at /);
      expect(existsSync(join(checkout.dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
    },
    minutes,
  );

  it(
    'reports all invalid settings at once, including .env, and starts nothing',
    async () => {
      writeFileSync(join(checkout.root, '.env'), 'LOG_LEVEL=loud\nPORT=1\n');
      const service = checkout.start({ env: { PORT: 'abc', MODE: 'prod' } });

      expect(await service.ended).toBe(1);
      writeFileSync(join(checkout.root, '.env'), '');
      expect(service.stderr).toMatch(
        /3 settings are wrong:\n {2}- MODE is "prod".*\n {2}- PORT is "abc": .* for example 3000\.\n {2}- LOG_LEVEL is "loud"/,
      );
      expect(service.said).not.toMatch(/Starting|\n\s+at /);
    },
    minutes,
  );

  it(
    'reports an unwritable data directory',
    async () => {
      const locked = join(checkout.base, 'locked');
      mkdirSync(locked);
      chmodSync(locked, 0o555);
      const service = checkout.run('node', ['bin/start.js'], { env: { DATA_DIR: locked }, as: unprivilegedUser });

      expect(await service.ended).toBe(1);
      expect(service.stderr).toContain(`The data directory ${locked} cannot be written (EACCES).`);
      expect(service.said).not.toMatch(/\n\s+at /);
    },
    minutes,
  );

  it(
    'runs for an ordinary user without write access to the checkout',
    async () => {
      const home = checkout.openDirectory('ordinary');
      const service = checkout.start({ env: { DATA_DIR: join(home, 'data'), HOME: home }, as: unprivilegedUser });
      const url = await service.says(ready);

      expect((await fetch(url)).status).toBe(200);
      service.end('SIGINT');
      expect(await service.ended).toBe(0);
    },
    minutes,
  );

  it(
    'runs in a private directory',
    async () => {
      chmodSync(checkout.base, 0o700);
      const service = checkout.start({ env: { DATA_DIR: join(checkout.base, 'private') } });
      const url = await service.says(ready);

      expect((await fetch(url)).status).toBe(200);
      service.end('SIGINT');
      expect(await service.ended).toBe(0);
      chmodSync(checkout.base, 0o755);
    },
    minutes,
  );

  it(
    'reports a failed installation and tries again the next time',
    async () => {
      const tools = checkout.openDirectory('tools');
      writeFileSync(join(tools, 'npm'), '#!/bin/sh\necho "npm $1 is out of order" >&2\nexit 7\n', { mode: 0o755 });
      const env = { PATH: `${tools}:${process.env['PATH'] ?? ''}` };
      const list = join(checkout.root, 'node_modules', '.package-lock.json');
      const before = readFileSync(list);
      spawnSync('rm', [list]);

      for (const attempt of [1, 2]) {
        const service = checkout.run('node', ['bin/start.js'], { env });
        expect([attempt, await service.ended]).toEqual([attempt, 1]);
        expect(service.stderr).toMatch(
          /^Installing .*\nnpm ci is out of order\nInstalling failed: npm ci ended with code 7/,
        );
      }
      writeFileSync(list, before);
      expect(await checkout.kontor(['--version']).ended).toBe(0);
    },
    minutes,
  );
});
