/** The built service on a disk whose power is cut. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { killQuietly } from '../support/kill-quietly.js';
import { openPowerCutDisk } from './power-cut-disk.js';
import { tradingEnvironment } from '../support/trading-over-http.js';

const root = join(import.meta.dirname, '..', '..');
const ready = /ready at (http:\S+)/;

export type StartedService = Readonly<{ url: string; milliseconds: number }>;

type Environment = Readonly<Record<string, string>>;

/** What was started did not become ready. */
export class NotStarted extends Error {
  constructor(
    readonly code: number | null,
    readonly output: string,
  ) {
    super(`The service ended with code ${String(code)} and was not ready. It said:\n${output}`);
  }
}

export type PowerCutService = NonNullable<ReturnType<typeof openPowerCutService>>;

/** The service on a fresh disk; null where this machine does not allow such a disk. */
export function openPowerCutService() {
  const disk = openPowerCutDisk();
  if (!disk) return null;
  execFileSync(process.execPath, [join(root, 'bin', 'build.js')], { stdio: 'ignore' });
  let child: ChildProcess | null = null;
  let output = '';
  let port = '0'; // Chosen once, so that clients who insist find it again.

  const begin = (env: Environment = {}, preload: readonly string[] = []): ChildProcess => {
    output = '';
    const args = [...preload.flatMap((file) => ['--import', file]), join(root, 'dist', 'src', 'main.js'), 'serve'];
    const started = spawn(process.execPath, args, {
      cwd: root,
      env: {
        PATH: '/usr/bin:/bin',
        PORT: port,
        LOG_LEVEL: 'warn',
        ...tradingEnvironment,
        DATA_DIR: disk.dataDir,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-40_000)));
    child = started;
    return started;
  };
  const killAll = async (): Promise<void> => {
    const ended = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child?.kill('SIGKILL');
    for (const pid of processesOn(join(disk.dataDir, '..'))) killQuietly(pid, 'SIGKILL');
    await ended;
    child = null;
  };
  return {
    disk,
    output: () => output,
    begin,
    /** Starts the service and waits until it is ready. */
    async start(env?: Environment, preload?: readonly string[]): Promise<StartedService> {
      const began = performance.now();
      const started = begin(env, preload);
      const url = await new Promise<string>((resolve, reject) => {
        const look = (): void => {
          const found = ready.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        };
        for (const stream of [started.stdout, started.stderr]) stream?.on('data', look);
        started.once('close', (code) => reject(new NotStarted(code, output)));
      });
      port = new URL(url).port;
      return { url, milliseconds: performance.now() - began };
    },
    /** Cuts the power under all of it, and gives it back. */
    async cutPower(): Promise<void> {
      disk.cut();
      await killAll();
      await disk.restore();
    },
    async close(): Promise<void> {
      await killAll();
      await disk.close();
    },
  };
}

/** PostgreSQL works in its data directory. */
function processesOn(directory: string): number[] {
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return numbers.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory);
    } catch {
      return false;
    }
  });
}
