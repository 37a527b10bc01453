import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startKontor, runKontor, toNodeArguments } from '../support/kontor-process.js';
import { openWorkspace } from '../support/postgres-service.js';

const commands = ['serve', 'migrate', 'seed', 'backup', 'restore', 'verify', 'doctor'];

describe('command line', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  const here = (more: Record<string, string> = {}) => ({
    env: { DATA_DIR: workspace.dataDir, ...more },
    cwd: workspace.directory,
  });
  beforeAll(async () => (workspace = await openWorkspace()));
  afterAll(() => workspace.close());

  it('prints help for itself and every command', async () => {
    const all = await runKontor(['--help'], here());
    expect(all).toMatchObject({ code: 0, stderr: '' });
    for (const name of commands) expect(all.stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));

    const each = await Promise.all(
      commands.flatMap((name) => [runKontor([name, '--help'], here()), runKontor(['help', name], here())]),
    );
    each.forEach(({ code, stdout }, index) => {
      expect([code, stdout.split('\n')[0]]).toEqual([
        0,
        expect.stringContaining(`Usage: kontor ${String(commands[Math.floor(index / 2)])}`),
      ]);
      expect(stdout).toMatch(/Options:[\s\S]*--help[\s\S]*--json[\s\S]*Exit codes: 0 done[\s\S]*Examples:/);
    });
  });

  const misunderstood: readonly (readonly [string[], string])[] = [
    [['doctr'], 'kontor knows no command "doctr". Did you mean "doctor"? See: kontor --help'],
    [['help', 'resore'], 'kontor knows no command "resore". Did you mean "restore"? See: kontor --help'],
    [['xyzzy'], 'kontor knows no command "xyzzy". See: kontor --help'],
    [
      ['migrate', '--pendin'],
      'kontor migrate knows no option --pendin. Did you mean --pending? See: kontor migrate --help',
    ],
    [['backup'], 'Something is missing. Usage: kontor backup <directory>'],
    [['backup', ''], 'Something is missing. Usage: kontor backup <directory>'],
    [['backup', 'a', 'b'], '"b" is one word too many. Usage: kontor backup <directory>'],
    [['doctor', '--json=yes'], "Option '--json' does not take an argument. Usage: kontor doctor [options]"],
  ];

  it.each(misunderstood)('exits with 2 and a sentence for %j', async (words, sentence) => {
    expect(await runKontor(words, here())).toMatchObject({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });

  it('prints JSON with --json anywhere, also for errors', async () => {
    for (const words of [
      ['--json', 'doctr'],
      ['doctr', '--json'],
    ]) {
      const { code, stdout, stderr } = await runKontor(words, here());
      expect([code, JSON.parse(stdout), stderr]).toEqual([
        2,
        { error: { code: 'usage', message: expect.stringContaining('Did you mean "doctor"?') } },
        '',
      ]);
    }
    const broken = await runKontor(['migrate', '--json'], here({ PORT: 'abc', MODE: 'prod' }));
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      error: {
        code: 'failed',
        message: expect.stringMatching(/^2 settings are wrong:\n.*MODE.*\n.*PORT/),
        fix: expect.stringContaining('.env.example'),
      },
    });
  });

  it('exits cleanly when its output is closed', async () => {
    const child = spawn(process.execPath, toNodeArguments(['--help']), {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const said: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => void said.push(chunk));

    expect(await once(child, 'close')).toEqual([0, null]);
    expect(Buffer.concat(said).toString()).toBe('');
  });

  type Report = { healthy: boolean; checks: { name: string; status: string; finding: string; fix?: string }[] };
  const doctor = async (more: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await runKontor(['doctor', '--json'], here(more));
    const report = JSON.parse(stdout) as Report;
    return { code, stderr, report, check: (name: string) => report.checks.find((check) => check.name === name) };
  };

  it('doctor accepts an empty directory and leaves it empty; backup finds nothing to back up', async () => {
    const { code, report, check } = await doctor();
    expect([code, report.healthy, check('database')?.finding]).toEqual([
      0,
      true,
      'not made yet; the first start makes it',
    ]);

    const { code: refused, stderr } = await runKontor(['backup', 'copy'], here());
    expect([refused, stderr]).toEqual([
      1,
      `There is no database in ${workspace.dataDir}, so there is nothing to copy.\nFix: Name the data directory of the service in DATA_DIR.\n`,
    ]);
    expect([workspace.dataDir, join(workspace.directory, 'copy')].filter(existsSync)).toEqual([]);
  });

  it('doctor, migrate, seed and backup run beside the service and without it', async () => {
    const service = startKontor(['serve'], here());
    try {
      const url = await service.says(/Kontor is ready at (\S+)/);
      const running = await doctor();
      expect([running.code, running.check('service')?.finding]).toEqual([
        0,
        `runs as process ${service.pid}, at ${url}`,
      ]);
      expect(running.check('tables')).toMatchObject({ status: 'ok', finding: expect.stringMatching(/^up to date/) });
      for (const words of [['migrate'], ['seed'], ['backup', 'monday']])
        expect([words[0], (await runKontor(words, here())).code]).toEqual([words[0], 0]);
      expect(existsSync(join(workspace.directory, 'monday', 'manifest.json'))).toBe(true);
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    } finally {
      service.signal('SIGTERM');
      await service.ended;
    }
    const stopped = await doctor();
    expect([stopped.code, stopped.check('database')?.status]).toEqual([0, 'ok']);
    for (const words of [
      ['migrate', '--json'],
      ['seed', '--json'],
    ])
      expect([words[0], (await runKontor(words, here())).code]).toEqual([words[0], 0]);
    expect(existsSync(join(workspace.dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  }, 180_000);

  it('doctor reports an unreachable DATABASE_URL and checks the rest', async () => {
    const { code, report, check } = await doctor({
      DATABASE_URL: 'postgres://kontor:hunter2@127.0.0.1:9/kontor',
      MODE: 'sandbox',
    });

    expect([code, report.healthy]).toEqual([1, false]);
    expect(check('database')).toMatchObject({
      status: 'fail',
      finding: expect.stringContaining('cannot be reached'),
      fix: expect.stringContaining('DATABASE_URL'),
    });
    expect(check('time')).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(report)).not.toContain('hunter2');
  });
});
