import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, Server } from './server.js';
import { clusterOf } from './home.js';
import { servesCluster } from './processes.js';

/** PostgreSQL itself gives its processes five seconds to end before it recovers; a server without recovery for longer waits for nothing. */
const patienceMilliseconds = 7_000;
const killAfterMilliseconds = 10_000;

const cannotConnectNow = '57P03';

/**
 * Ends a server that will never answer again. When the process that recovers after a crash fails itself, for instance because fsync fails on
 * `pg_control`, the postmaster can stay for ever in "the database system is in recovery mode" without anything that recovers.
 */
export class StuckServerWatch {
  private refusedSince: number | null = null;

  constructor(private readonly cluster: Cluster) {}

  /** Takes the failure of each attempt to connect. Ends the server once it has refused for seven seconds without recovering; only Linux tells. */
  async notice(error: unknown, server: Server): Promise<void> {
    const isRefused = (error as { code?: unknown }).code === cannotConnectNow;
    if (!isRefused || process.platform !== 'linux' || (await isRecovering(server.pid))) this.refusedSince = null;
    else this.refusedSince ??= Date.now();
    if (this.refusedSince === null || Date.now() - this.refusedSince < patienceMilliseconds) return;
    this.refusedSince = null;
    this.cluster.log.warn(
      'PostgreSQL refuses connections and does not recover, because its recovery failed; ending it to start it anew.',
    );
    await endAtOnce(server.pid, clusterOf(this.cluster.home));
  }
}

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);

async function isRecovering(postmaster: number): Promise<boolean> {
  const titles = (await childrenOf(postmaster)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(titles)).some((title) => title.startsWith('postgres: startup'));
}

/** An immediate stop: nothing is written, and the next start recovers from the log. */
async function endAtOnce(postmaster: number, cluster: string): Promise<void> {
  const processes = [...(await childrenOf(postmaster)), postmaster];
  if (!(await servesCluster(postmaster, cluster))) return;
  process.kill(postmaster, 'SIGQUIT');
  const deadline = Date.now() + killAfterMilliseconds;
  while (Date.now() < deadline && (await servesCluster(postmaster, cluster))) await pause(50);
  for (const pid of processes) if (await servesCluster(pid, cluster)) process.kill(pid, 'SIGKILL');
}
