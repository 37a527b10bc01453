import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { leaveOut } from '../support/fault-report.js';
import { killQuietly } from '../support/kill-quietly.js';
import { runKontor, toNodeArguments } from '../support/kontor-process.js';
import { openWorkspace, postmasterOf } from '../support/postgres-service.js';

const hasScript = spawnSync('script', ['--version']).status === 0;
const withTerminal: typeof it = hasScript
  ? it
  : (((name: string) => leaveOut(name, 'it takes script(1) of util-linux')) as unknown as typeof it);

describe('before the first start', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  beforeAll(async () => {
    workspace = await openWorkspace();
  });
  afterAll(async () => {
    await postmasterOf(workspace.dataDir).then(
      (pid) => killQuietly(pid, 'SIGQUIT'),
      () => undefined,
    );
    await workspace.close();
  });

  it.each([
    ['user', 'list'],
    ['user', 'disable', 'ada@example.org'],
    ['key', 'list'],
    ['signing-key', 'list'],
    ['verify'],
    ['migrate', '--pending'],
  ])('kontor %s %s says that there is nothing yet, ends with code 1 and makes no data directory', async (...words) => {
    const { code, stdout, stderr } = await runKontor(words, { env: { DATA_DIR: workspace.dataDir } });

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Nothing here yet: there is no database in \S+\.\nFix: Start the service once with npm start/,
      ),
    });
    expect(readdirSync(workspace.directory)).toEqual([]);
  });

  it('kontor doctor reports the missing data directory and does not create it', async () => {
    const { stdout } = await runKontor(['doctor'], { env: { DATA_DIR: workspace.dataDir } });

    expect(stdout).toContain('not made yet');
    expect(existsSync(workspace.dataDir)).toBe(false);
  });

  withTerminal('at a terminal the log is readable lines, all of them below the sign-in', async () => {
    const command = [process.execPath, ...toNodeArguments(['serve'])].map((word) => `'${word}'`).join(' ');
    // script(1) gives the service a terminal of its own.
    const env = { PATH: '/usr/bin:/bin', TERM: 'xterm', PORT: '0', DATA_DIR: workspace.dataDir, LOG_LEVEL: 'debug' };
    const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: join(import.meta.dirname, '..', '..'),
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    terminal.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = once(terminal, 'exit');
    while (!/Kontor is ready at \S+/.test(said)) await pause(50);
    const url = /Kontor is ready at (http:\S+)/.exec(said)?.[1]?.trim() ?? '';
    expect((await fetch(`${url}/unknown-here`, { headers: { accept: 'application/json' } })).status).toBe(404);
    while (!said.includes('/unknown-here')) await pause(50);
    terminal.stdin.write('\u0003'); // Ctrl-C
    await ended;

    const lines = said.split(/\r?\n/);
    const end = lines.findIndex((line) => line.includes('Ctrl-C stops the service.'));
    const logged = lines.flatMap((line, at) =>
      /^(?:\u001b\[\d+(?:;\d+)*m)?\d\d:\d\d:\d\d\.\d{3} [A-Z]/.test(line) ? [at] : [],
    );
    expect(said).not.toContain('{"level"');
    expect(logged.length).toBeGreaterThan(0);
    expect(Math.min(...logged)).toBeGreaterThan(end);
    expect(said).toMatch(/\d\d:\d\d:\d\d\.\d{3} INFO\S* +GET \/unknown-here 404 [\d.]+ ms/);
  });
});
