import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startKontor, runKontor } from '../support/kontor-process.js';
import { openWorkspace } from '../support/postgres-service.js';

/** What a start refuses, it refuses before it has made anything; and what it made up is never lost on the way. */
describe('refused start', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  beforeEach(async () => (workspace = await openWorkspace()));
  afterEach(() => workspace.close());

  it('for a taken port creates no database, and the next start still prints the first sign-in', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const env = { DATA_DIR: workspace.dataDir, PORT: String(port) };
    const { code, stdout, stderr } = await runKontor(['serve'], { env });
    const doctor = await runKontor(['doctor', '--json'], { env });

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another program listens on port ${port} of 127.0.0.1 already.\nFix: Stop it, or take another port: PORT=${port < 65535 ? port + 1 : 3000} npm start\n`,
    });
    expect(readdirSync(workspace.dataDir)).toEqual([]);
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: 'port',
          status: 'fail',
          finding: expect.stringContaining(String(port)) as string,
        }),
      ]) as object,
    });

    await new Promise((resolve) => taken.close(resolve));
    const service = startKontor(['serve'], { env });
    await service.says(/Kontor is ready at/);
    const { password } = JSON.parse(readFileSync(join(workspace.dataDir, 'first-sign-in.json'), 'utf8')) as {
      password: string;
    };
    expect(service.stdout).toContain(password);
    service.end('SIGINT');
    expect(await service.ended).toBe(0);
  });

  it('for an unusable data directory prints the reason at once, as doctor does', async () => {
    for (const [dataDir, reason] of [
      ['/proc/kontor/data', 'no directory can be made in /proc.'],
      ['/etc/passwd', '/etc/passwd is not a directory.'],
    ] as const) {
      const env = { DATA_DIR: dataDir };
      const [start, doctor] = [await runKontor(['serve'], { env }), await runKontor(['doctor'], { env })];

      expect(start).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `The data directory ${dataDir} cannot be made: ${reason}\nFix: Name another directory in DATA_DIR, for example: DATA_DIR=./data\n`,
      });
      expect(doctor.code).toBe(1);
      expect(doctor.stdout).toContain(`fail  data directory  The data directory ${dataDir} cannot be made: ${reason}`);
    }
  });

  it('for an unusable backup directory prints the reason at once', async () => {
    const service = startKontor(['serve'], { env: { DATA_DIR: workspace.dataDir } });
    await service.says(/Kontor is ready at/);
    const { code, stderr } = await runKontor(['backup', '/proc/kontor/backup'], {
      env: { DATA_DIR: workspace.dataDir },
    });
    service.end('SIGINT');

    expect(await service.ended).toBe(0);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\/proc\/kontor\/backup cannot be made: ENOENT.*\nFix: Name a directory in a place where this user may write\.\n$/,
    );
    expect(existsSync('/proc/kontor')).toBe(false);
  });

  it('for invalid settings lists each one, as doctor does', async () => {
    const { code, stdout } = await runKontor(['doctor', '--json'], {
      env: { DATA_DIR: workspace.dataDir, PORT: 'abc', MODE: 'x' },
    });
    const { healthy, checks } = JSON.parse(stdout) as {
      healthy: boolean;
      checks: { name: string; status: string; finding: string }[];
    };

    expect({ code, healthy }).toEqual({ code: 1, healthy: false });
    expect(checks.filter(({ status }) => status === 'fail').map(({ finding }) => finding)).toEqual([
      expect.stringMatching(/^MODE is "x"/),
      expect.stringMatching(/^PORT is "abc"/),
    ]);
    expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'node ok',
      'processors ok',
      'configuration fail',
      'configuration fail',
      'postgresql ok',
      'data directory ok',
      'port warn',
      'database ok',
      'time ok',
    ]);
  });

  it('for a missing first user prints it before a database is created, as doctor does', async () => {
    const env = {
      DATA_DIR: workspace.dataDir,
      MODE: 'production',
      SECRET_KEY: '9f2c51b7e08d4a6fb3c7d1e2a4958607c1b2d3e4f5a69788',
    };
    const [start, before] = [await runKontor(['serve'], { env }), await runKontor(['doctor'], { env })];
    expect([start.code, before.code]).toEqual([1, 1]);
    expect(start.stderr).toMatch(/^4 settings are wrong:\n {2}- BOOTSTRAP_ADMIN_EMAIL is missing/);
    expect(before.stdout).toMatch(/\nfail {2}configuration {3}BOOTSTRAP_ADMIN_EMAIL is missing/);
    expect(existsSync(join(workspace.dataDir, 'postgres'))).toBe(false);

    expect((await runKontor(['migrate'], { env })).code).toBe(0);
    const after = await runKontor(['doctor'], { env });
    expect(after.code).toBe(1);
    expect(after.stdout).toMatch(/\nfail {2}sign-in {9}The database is empty, and nobody could sign in\./);
    expect(after.stdout).toContain(`in ${join(workspace.dataDir, 'postgres')}\n`);
  });
});
