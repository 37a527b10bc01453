import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backUp } from '../support/backups.js';
import { isGone, ServiceProcess } from '../support/checkout.js';
import { openDatabaseProcess } from '../support/database-process.js';
import { startKontor, runKontor, toNodeArguments } from '../support/kontor-process.js';
import { openWorkspace, postmasterOf, processesOf, query, until } from '../support/postgres-service.js';

const ready = /Kontor is ready at (\S+)/;

describe('one service per data directory', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let started: ServiceProcess[] = [];
  const serve = (env: Record<string, string> = {}) => {
    const service = startKontor(['serve'], { env: { DATA_DIR: workspace.dataDir, ...env } });
    started.push(service);
    return service;
  };
  const claim = () => JSON.parse(readFileSync(join(workspace.dataDir, 'service.json'), 'utf8')) as { pid: number };
  beforeEach(async () => (workspace = await openWorkspace()));
  afterEach(async () => {
    for (const service of started) service.end('SIGCONT');
    for (const service of started) service.end('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    started = [];
    const left = await postmasterOf(workspace.dataDir).catch(() => null);
    if (left !== null) spawnSync('kill', ['-QUIT', String(left)]);
    await workspace.close();
  });

  it('lets one of two simultaneous starts run; the other names its process', async () => {
    const both = [serve(), serve()];
    const first = await Promise.race(both.map((service) => service.ended.then((code) => ({ service, code }))));
    const other = both.find((service) => service !== first.service);
    const url = await other?.says(ready);

    expect(first.code).toBe(1);
    expect(first.service.stderr).toContain(`Kontor runs already: process ${String(other?.pid)}, `);
    expect(first.service.stderr).not.toMatch(/\n\s+at /);
    expect(claim().pid).toBe(other?.pid);
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);
  });

  it('stops with a reason when another process took its database while it was down', async () => {
    const service = serve();
    await service.says(ready);
    service.signal('SIGSTOP');
    process.kill(await postmasterOf(workspace.dataDir), 'SIGKILL');
    const other = await openDatabaseProcess(workspace.dataDir);
    service.signal('SIGCONT');
    try {
      expect(await service.ended).toBe(1);
      expect(service.stderr).toMatch(
        /\nKontor is already running on the data directory \S+ \(kontor serve \(process \d+\), since \S+\)\.\nFix: Use the one that runs/,
      );
      expect(service.stderr).not.toMatch(/\n\s+at |ending all the same/);
      expect(existsSync(join(workspace.dataDir, 'service.json'))).toBe(false);
      expect(await query(String(other.said.url), 'select 1 as alive')).toEqual([{ alive: 1 }]);
    } finally {
      await other.kill('SIGTERM');
    }
  });

  it('stops with a reason when another program took the port of PostgreSQL; the next start uses another', async () => {
    const service = serve();
    await service.says(ready);
    const port = Number(readFileSync(join(workspace.dataDir, 'postgres', 'port'), 'utf8'));
    service.signal('SIGSTOP');
    const postmaster = await postmasterOf(workspace.dataDir);
    process.kill(postmaster, 'SIGKILL');
    const thief = await listening(port);
    service.signal('SIGCONT');
    try {
      expect(await service.ended).toBe(1);
      expect(service.stderr).toMatch(
        /\nAnother program has taken the port of PostgreSQL while that was down\.\nFix: Start the service again/,
      );
      expect(service.stderr).not.toMatch(/\n\s+at |ending all the same/);

      const again = serve();
      expect((await fetch(`${await again.says(ready)}/health/ready`)).status).toBe(200);
      expect(Number(readFileSync(join(workspace.dataDir, 'postgres', 'port'), 'utf8'))).not.toBe(port);
    } finally {
      thief.close();
    }
  });

  it('starts at once after kill -9 of the service and PostgreSQL with an unreaped parent', async () => {
    const parent = new ServiceProcess(
      spawn(...asChildOfCollector(toNodeArguments(['serve'])), {
        detached: true,
        env: { PATH: '/usr/bin:/bin', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: workspace.dataDir },
      }),
    );
    started.push(parent);
    await parent.says(ready);
    const killed = [claim().pid, ...(await processesOf(await postmasterOf(workspace.dataDir)))];
    parent.signal('SIGSTOP');
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    expect(
      await until(
        () => Promise.resolve(killed.map(stateOf)),
        (states) => states.every((state) => state === 'Z' || state === 'gone'),
        30_000,
      ),
    ).toContain('Z');

    const again = serve();
    expect((await fetch(`${await again.says(ready)}/health/ready`)).status).toBe(200);
    expect(claim().pid).toBe(again.pid);
    expect(stateOf(killed[0] ?? 0)).toBe('Z');
  });

  it('starts at once when the data was removed under a running PostgreSQL', async () => {
    const first = serve();
    await first.says(ready);
    first.end('SIGKILL');
    await first.ended;
    const orphan = await postmasterOf(workspace.dataDir);
    spawnSync('rm', ['-rf', workspace.dataDir]);

    const again = serve();
    expect((await fetch(`${await again.says(ready)}/health/ready`)).status).toBe(200);
    // Ended by the new service, which then says so, or by itself, if it noticed first that its directory is gone.
    expect(await isGone(orphan)).toBe(true);
  });

  it('does not disturb a restore, nor the other way round', async () => {
    const service = serve();
    const url = await service.says(ready);
    const backup = join(workspace.directory, 'backup');
    await backUp(workspace.dataDir, backup);
    const refused = await runKontor(['restore', backup, '--force'], { env: { DATA_DIR: workspace.dataDir } });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Kontor runs already: process ${service.pid}, at ${url}`);
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);

    const restore = startKontor(['restore', backup, '--force'], { env: { DATA_DIR: workspace.dataDir } });
    started.push(restore);
    await restore.says(/Comparing every file/);
    restore.signal('SIGSTOP'); // Held, or so small a backup would be restored before the other has begun.
    const second = serve();
    expect(await second.ended).toBe(1);
    restore.signal('SIGCONT');
    expect(second.stderr).toContain(`Kontor runs already: process ${restore.pid}, restoring a backup`);
    expect(await restore.ended).toBe(0);
    expect(existsSync(join(workspace.dataDir, 'service.json'))).toBe(false);
    const third = serve();
    expect((await fetch(`${await third.says(ready)}/health/ready`)).status).toBe(200);
  });
});

/** Orphans come to this process, which where perl is missing are collected elsewhere. */
const COLLECTOR = 'syscall($^O eq "linux" && `uname -m` =~ /aarch64/ ? 167 : 157, 36, 1, 0, 0, 0); exec @ARGV';

/** Node as the child of a shell that is to collect all that it leaves behind. */
function asChildOfCollector(words: readonly string[]): [string, string[]] {
  const shell = ['sh', '-c', '"$@" & wait', 'sh', process.execPath, ...words];
  return spawnSync('perl', ['-e', '1']).status === 0 ? ['perl', ['-e', COLLECTOR, ...shell]] : ['sh', shell.slice(1)];
}

/** The letter by which Linux names the state of a process. */
function stateOf(pid: number): string {
  try {
    return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? '?';
  } catch {
    return 'gone';
  }
}

/** Listens on a port as soon as it is free: the kernel takes a killed process apart a moment later. */
async function listening(port: number): Promise<Server> {
  for (;;) {
    const server = createServer();
    const isOurs = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (isOurs) return server;
    await pause(20);
  }
}
