import { spawn } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from '../database-error.js';
import type { DatabaseLogger } from '../database-logger.js';
import { processExists, sendSignal } from '../process-state.js';
import type { PostgresBinaries } from './binaries.js';
import { toClusterDirectory, type ClusterHome } from './cluster-home.js';
import type { Durability } from './initialize-cluster.js';
import { createProgramOptions, runProgram } from './owner.js';
import { choosePort, storePort, buildServerSettings } from './server-settings.js';
import {
  parsePostmasterPid,
  type PostmasterInfo,
  isClusterServer,
  findClusterProcesses,
  findOrphanedProcesses,
} from './processes.js';
import { toLogPath, openLog, readLogSince, createStorageFullError, classifyStartFailure } from './server-log.js';

/** Everything needed to start the server of a cluster. */
export type Cluster = Readonly<{
  home: ClusterHome;
  binaries: PostgresBinaries;
  durability: Durability;
  log: DatabaseLogger;
}>;

export type PostgresServer = Readonly<{ pid: number; port: number }>;

const timeouts = { lockMilliseconds: 15_000, recoveryMilliseconds: 600_000 };

/** The content of the cluster's `postmaster.pid`, which may be stale. */
async function readPostmaster(home: ClusterHome): Promise<PostmasterInfo | null> {
  return parsePostmasterPid(await readFile(join(toClusterDirectory(home), 'postmaster.pid'), 'utf8').catch(() => ''));
}

/** The running server of this cluster, if there is one, not only a file. */
export async function findServer(home: ClusterHome): Promise<PostmasterInfo | null> {
  const postmaster = await readPostmaster(home);
  return postmaster && (await isClusterServer(postmaster.pid, toClusterDirectory(home))) ? postmaster : null;
}

/**
 * Adopts the running server, or starts one. Waits for a server that is stopping or dying. A server that other processes
 * know is started again on its port.
 */
export async function ensureServer(cluster: Cluster, knownPort?: number): Promise<PostgresServer> {
  const deadline = Date.now() + timeouts.lockMilliseconds;
  for (;;) {
    try {
      const running = await findServer(cluster.home);
      return running ? await waitUntilReady(cluster, running.pid, neverEnded) : await startServer(cluster, knownPort);
    } catch (error) {
      if (!(error instanceof TransientStartError) || Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

/** A transient failure: another server still holds the cluster, or the port was taken. */
class TransientStartError extends DatabaseError {}

const neverEnded = (): boolean => false;

async function startServer(cluster: Cluster, knownPort: number | undefined): Promise<PostgresServer> {
  const { home, binaries } = cluster;
  await removeStalePidFile(home);
  await killOrphanedServers(cluster);
  const port = knownPort ?? (await choosePort(home));
  const log = await openLog(home);
  const { size } = await log.stat();
  const child = spawn(
    binaries.postgres,
    ['-D', toClusterDirectory(home), ...buildServerSettings(port, cluster.durability)],
    {
      ...createProgramOptions(home.owner),
      detached: true, // A session of its own: Ctrl-C in the terminal is for the service, which then stops PostgreSQL last.
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  let ended = false;
  child.once('exit', () => (ended = true)).once('error', () => (ended = true));
  child.unref();
  await log.close();
  const server = await waitUntilReady(cluster, child.pid ?? -1, () => ended).catch(async (error: unknown) => {
    throw error === serverEndedError ? await createStartError(home, size) : error;
  });
  storePort(home, port);
  return server;
}

/** The server ended during the wait. */
const serverEndedError = new TransientStartError(
  'postgres_failed',
  'PostgreSQL ended while it was starting.',
  'Try again.',
);

/** Waits while the server starts or recovers, which may take a while after a crash under load. */
async function waitUntilReady({ home, log }: Cluster, pid: number, hasEnded: () => boolean): Promise<PostgresServer> {
  const startedAt = Date.now();
  let lastReportAt = startedAt;
  for (let delay = 5; Date.now() - startedAt < timeouts.recoveryMilliseconds; delay = Math.min(delay * 1.5, 200)) {
    const postmaster = await readPostmaster(home);
    if (postmaster?.pid === pid && postmaster.ready) return { pid, port: postmaster.port };
    if (hasEnded === neverEnded ? !(await isClusterServer(pid, toClusterDirectory(home))) : hasEnded())
      throw serverEndedError;
    if (Date.now() - lastReportAt > 5_000) {
      log.info('PostgreSQL is recovering what was written before it was interrupted; still waiting.');
      lastReportAt = Date.now();
    }
    await pause(delay);
  }
  throw new DatabaseError(
    'postgres_failed',
    'PostgreSQL is still not ready after ten minutes.',
    `Read ${toLogPath(home)}, which says what it does.`,
  );
}

/**
 * PostgreSQL detects a stale file by itself, except when the pid was reused, when the dead process was not reaped by
 * its parent, or when a power cut left the file empty. While any process of the server still works in the cluster, the
 * file stays: PostgreSQL then refuses to start, and is started again a moment later.
 */
async function removeStalePidFile(home: ClusterHome): Promise<void> {
  const file = join(toClusterDirectory(home), 'postmaster.pid');
  const postmaster = await readPostmaster(home);
  const isStale = postmaster
    ? processExists(postmaster.pid) && !(await isClusterServer(postmaster.pid, toClusterDirectory(home)))
    : await isOlderThanOneSecond(file);
  if (isStale && (await findClusterProcesses(toClusterDirectory(home))).length === 0) await rm(file, { force: true });
}

/** A server writes the file right after it created it. */
async function isOlderThanOneSecond(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > 1_000;
}

/**
 * The data directory of a running server was removed. The server would block a new cluster in the same place until it
 * notices after a minute; its data is gone.
 */
async function killOrphanedServers({ home, log }: Cluster): Promise<void> {
  const orphans = await findOrphanedProcesses(toClusterDirectory(home));
  if (orphans.length > 0)
    log.warn(
      `A PostgreSQL still runs on a removed ${toClusterDirectory(home)} (processes ${orphans.join(', ')}); ending it.`,
    );
  for (const pid of orphans) sendSignal(pid, 'SIGQUIT'); // The first that dies takes others with it.
}

async function createStartError(home: ClusterHome, logOffset: number): Promise<Error> {
  const logText = await readLogSince(home, logOffset);
  const reason = classifyStartFailure(logText);
  if (reason === 'storage_full') return createStorageFullError(home.directory, logText);
  if (reason === 'port_taken') {
    return new TransientStartError(
      'port_taken',
      'Another program has taken the port of PostgreSQL while that was down.',
      'Start the service again; PostgreSQL then takes another port.',
      { cause: logText },
    );
  }
  const ErrorClass = reason === 'other' ? DatabaseError : TransientStartError;
  return new ErrorClass(
    'postgres_failed',
    `PostgreSQL did not start:\n${logText.slice(-2000)}`,
    `The whole log is in ${toLogPath(home)}.`,
  );
}

/**
 * Stops the server with PostgreSQL's "fast" stop: transactions are rolled back, everything is written, and the next
 * start needs no recovery. Only after a long time it is stopped immediately, which needs recovery.
 */
export async function stopServer({ home, binaries, log }: Cluster, { pid }: PostgresServer): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram(binaries.pgCtl, null, ['stop', '--mode=fast', '-D', toClusterDirectory(home)]);
    return;
  }
  for (const [signal, milliseconds] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!(await isClusterServer(pid, toClusterDirectory(home)))) return;
    if (signal !== 'SIGINT') log.warn(`PostgreSQL does not stop; sending ${signal}.`);
    sendSignal(pid, signal);
    if (await waitForExit(pid, toClusterDirectory(home), milliseconds)) return;
  }
}

async function waitForExit(pid: number, cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (!(await isClusterServer(pid, cluster))) return true;
    await pause(10);
  }
  return false;
}
