import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, PostgresServer } from './server.js';
import { toClusterDirectory } from './cluster-home.js';
import { isClusterServer } from './processes.js';

/**
 * PostgreSQL gives its processes five seconds to end before it recovers; a server without recovery for longer is stuck.
 */
const stuckTimeoutMilliseconds = 7_000;
const killAfterMilliseconds = 10_000;

const cannotConnectNow = '57P03';

/**
 * Kills a server that will never respond again. When the recovery process after a crash fails, for instance because
 * fsync fails on `pg_control`, the postmaster can stay in "the database system is in recovery mode" forever.
 */
export class StuckServerDetector {
  private rejectingSince: number | null = null;

  constructor(private readonly cluster: Cluster) {}

  /**
   * Records each failed connection attempt. Kills the server after seven seconds of rejections without recovery; Linux
   * only.
   */
  async onConnectFailure(error: unknown, server: PostgresServer): Promise<void> {
    const isRejected = (error as { code?: unknown }).code === cannotConnectNow;
    if (!isRejected || process.platform !== 'linux' || (await isRecovering(server.pid))) this.rejectingSince = null;
    else this.rejectingSince ??= Date.now();
    if (this.rejectingSince === null || Date.now() - this.rejectingSince < stuckTimeoutMilliseconds) return;
    this.rejectingSince = null;
    this.cluster.log.warn(
      'PostgreSQL refuses connections and does not recover, because its recovery failed; ending it to start it anew.',
    );
    await killServer(server.pid, toClusterDirectory(this.cluster.home));
  }
}

const listChildProcesses = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);

async function isRecovering(postmaster: number): Promise<boolean> {
  const titles = (await listChildProcesses(postmaster)).map((pid) =>
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(titles)).some((title) => title.startsWith('postgres: startup'));
}

/** An immediate stop: the next start recovers from the WAL. */
async function killServer(postmaster: number, cluster: string): Promise<void> {
  const processes = [...(await listChildProcesses(postmaster)), postmaster];
  if (!(await isClusterServer(postmaster, cluster))) return;
  process.kill(postmaster, 'SIGQUIT');
  const deadline = Date.now() + killAfterMilliseconds;
  while (Date.now() < deadline && (await isClusterServer(postmaster, cluster))) await pause(50);
  for (const pid of processes) if (await isClusterServer(pid, cluster)) process.kill(pid, 'SIGKILL');
}
