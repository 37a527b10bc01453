/** The programs that are measured, each a process of its own, and what the system says of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query, superuserUrlOf } from '../../test/support/postgres-service.js';

const root = join(import.meta.dirname, '..', '..');
const ticksPerSecond = 100;

/** Stopped at the end, whatever happened. */
const started = new Set<Running>();

export type Running = Readonly<{ child: ChildProcess; pid: number; url: string; milliseconds: number }>;

/** Starts a program that says "ready at" and its address; gives the time until its first page. */
export async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length > 10_000) return;
      output += chunk.toString();
      const found = /ready at (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`It ended without being ready. It said: ${output}`)));
  });
  await (await fetch(url)).arrayBuffer();
  const running = { child, pid: child.pid ?? 0, url, milliseconds: performance.now() - began };
  started.add(running);
  return running;
}

/** How the service is started outside of benchmarks; the file has no types. */
export const { serviceOptions, serviceEnvironment } = (await import(join(root, 'bin', 'launch.js'))) as {
  serviceOptions: readonly string[];
  serviceEnvironment: Readonly<Record<string, string>>;
};

/** The service as it is built, with an embedded PostgreSQL of its own. */
export const startService = (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Running> =>
  start([...serviceOptions, 'dist/src/main.js', 'serve'], {
    ...serviceEnvironment,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  });

/** A server of this directory, from its source. */
export const startBeside = (file: string, env: Readonly<Record<string, string>> = {}): Promise<Running> =>
  start(['--import', './test/support/typescript.mjs', join(import.meta.dirname, file)], env);

/** A database of a peer in the PostgreSQL of a service, whose role may not create one. */
export async function createPeerDatabase(dataDir: string, name: string): Promise<string> {
  const url = new URL(await superuserUrlOf(dataDir));
  await query(url.href, `create database ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

export async function stop(running: Running): Promise<void> {
  if (!started.delete(running)) return;
  running.child.kill('SIGTERM');
  await once(running.child, 'exit');
}

/** What a process has used of the processors so far; Linux only. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The same of the PostgreSQL that a service has started, together with the sessions of it that have ended. */
export async function databaseCpuSeconds(dataDir: string): Promise<number> {
  const [pidFile] = (await readdir(dataDir, { recursive: true })).filter((path) => path.endsWith('postmaster.pid'));
  const postmaster = parseInt(await readFile(join(dataDir, pidFile ?? 'postmaster.pid'), 'utf8'), 10);
  const sessions = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'latin1'))
    .trim()
    .split(' ')
    .map(Number);
  const ended = await statOf(postmaster);
  const used = await Promise.all([postmaster, ...sessions].map((pid) => cpuSeconds(pid).catch(() => 0)));
  return used.reduce((sum, seconds) => sum + seconds, (Number(ended[13]) + Number(ended[14])) / ticksPerSecond);
}

async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** A directory for the time of a measurement, which PostgreSQL can enter though it runs as another user. */
export async function inDirectory(measure: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-bench-'));
  await chmod(directory, 0o755);
  try {
    await measure(directory);
  } finally {
    await Promise.all([...started].map(stop));
    await rm(directory, { recursive: true, force: true });
  }
}
