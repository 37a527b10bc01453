/** The service as a process of its own that is killed, again and again, and started anew on the same data directory and the same port. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openWorkspace, postmasterOf, processesOf } from './postgres-service.js';
import { tradingEnvironment } from './trading-over-http.js';

/** Where it dies when its time has come; see mortal-child.ts. */
export type Point = 'before' | 'during' | 'after' | 'stall' | 'hasty' | 'forgetful' | 'never';

type Life = Readonly<{ child: ChildProcess; ended: Promise<unknown>; url: string; milliseconds: number }>;

const node = process.execPath;

/** `place` is where its data directory lies, if that matters. */
export async function openMortalService(place?: Awaited<ReturnType<typeof openWorkspace>>) {
  // What is killed is what is released; where it is built already, nothing is done.
  execFileSync(node, [join(import.meta.dirname, '..', '..', 'bin', 'build.js')], { stdio: 'ignore' });
  const workspace = place ?? (await openWorkspace());
  let port = '0';
  let life: Life | null = null;

  const begin = async (point: Point, env: Readonly<Record<string, string>> = {}): Promise<number> => {
    const began = performance.now();
    const child = spawn(node, [join(import.meta.dirname, 'mortal-child.ts'), point], {
      env: {
        PATH: '/usr/bin:/bin',
        LOG_LEVEL: 'warn',
        ...tradingEnvironment,
        DATA_DIR: workspace.dataDir,
        PORT: port,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const url = await readyAt(child);
    port = new URL(url).port;
    life = { child, ended, url, milliseconds: performance.now() - began };
    return life.milliseconds;
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    life?.child.kill(signal);
    await life?.ended;
    life = null;
  };

  return {
    dataDir: workspace.dataDir,
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    get pid() {
      return life?.child.pid ?? 0;
    },
    /** Gives the milliseconds until it was ready. */
    begin,
    /** Kills it at the point with which it was begun, or at once where that is never; returns when it is dead. */
    async kill(point: Point): Promise<void> {
      if (point === 'never' || point === 'hasty') return end('SIGKILL');
      life?.child.kill('SIGUSR2');
      await life?.ended;
      life = null;
    },
    /** From now on the hasty one is hasty. */
    misbehave: () => life?.child.kill('SIGUSR2'),
    /** Stops it where it is, or at its next commit where it was begun with `stall`; returns when it stands still. */
    async stall(point: Point): Promise<void> {
      const pid = life?.child.pid ?? 0;
      life?.child.kill(point === 'stall' ? 'SIGUSR2' : 'SIGSTOP');
      while (!readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') T ')) await pause(5);
    },
    goOn: () => life?.child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    isAlive: () => life?.child.exitCode === null && life.child.signalCode === null,
    /** All of PostgreSQL at once, as if it had no time to write anything more. */
    async killPostgres(): Promise<void> {
      const processes = await processesOf(await postmasterOf(workspace.dataDir));
      for (const pid of processes) kill(pid, 'SIGKILL');
    },
    async close(): Promise<void> {
      if (life) await end('SIGKILL');
      await postmasterOf(workspace.dataDir)
        .then((pid) => kill(pid, 'SIGQUIT'))
        .catch(() => undefined);
      await workspace.close();
    },
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-20_000);
        const url = /ready at (http:\S+)/.exec(said)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    child.once('exit', () => reject(new Error(`It ended without being ready. It said: ${said}`)));
  });
}
