import { execFile } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAlive } from '../process-state.js';

/** The state that a running server writes into its data directory. */
export type PostmasterInfo = Readonly<{ pid: number; dataDirectory: string; port: number; ready: boolean }>;

/**
 * Parses `postmaster.pid`: line 1 is the pid, 2 the data directory, 4 the port and 8 the state, which is `ready` when
 * connections are accepted. A starting server has written the first lines only.
 */
export function parsePostmasterPid(text: string): PostmasterInfo | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return null;
  return { pid, dataDirectory: lines[1] ?? '', port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' };
}

/**
 * Whether a process is the PostgreSQL server of this data directory. Pids are reused, so a stale file proves nothing. A
 * server's working directory is its data directory, which Linux shows; elsewhere its command line does.
 */
export async function isClusterServer(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === cluster;
  const [program, args] =
    process.platform === 'win32'
      ? (['tasklist', ['/FO', 'CSV', '/NH', '/FI', `PID eq ${pid}`]] as const)
      : (['ps', ['-o', 'command=', '-p', String(pid)]] as const);
  const { stdout } = await promisify(execFile)(program, args).catch(() => ({ stdout: '' }));
  return process.platform === 'win32' ? stdout.includes('postgres') : stdout.includes(cluster);
}

/** Servers whose data directory was here and has been removed. Linux only. */
export const findOrphanedProcesses = (cluster: string): Promise<number[]> =>
  findClusterProcesses(`${cluster} (deleted)`);

/** The processes of this cluster's server. Some survive a killed postmaster for a moment. Linux only. */
export async function findClusterProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const numbers = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const candidates = numbers.map(async (pid) => ({ pid, place: await readlink(`/proc/${pid}/cwd`).catch(() => null) }));
  return (await Promise.all(candidates)).filter(({ place }) => place === cluster).map(({ pid }) => pid);
}
