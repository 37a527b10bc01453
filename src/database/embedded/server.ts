import { spawn } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseTrouble } from '../database-trouble.js';
import type { Log } from '../log.js';
import { hasNumber, isAlive } from '../process-state.js';
import type { Binaries } from './binaries.js';
import { clusterOf, type Home } from './home.js';
import type { Durability } from './initialise.js';
import { as } from './owner.js';
import { choosePort, rememberPort } from './port.js';
import { parsePostmasterPid, type Postmaster } from './postmaster-pid.js';
import { servesCluster, serversIn, serversWithoutDirectory } from './processes.js';
import { bareEnvironment, run } from './run.js';
import { logOf, openLog, saidSince } from './server-log.js';
import { settings } from './settings.js';
import { storageFull, whyItFailed } from './start-failure.js';

/** Everything needed to start the server of one cluster. */
export type Cluster = Readonly<{ home: Home; binaries: Binaries; durability: Durability; log: Log }>;

export type Server = Readonly<{ pid: number; port: number }>;

const patience = { lockMilliseconds: 15_000, recoveryMilliseconds: 600_000 };

/** What the cluster's `postmaster.pid` says. It may have been left behind. */
async function readPostmaster(home: Home): Promise<Postmaster | null> {
  return parsePostmasterPid(await readFile(join(clusterOf(home), 'postmaster.pid'), 'utf8').catch(() => ''));
}

/** The running server of this cluster, if there is one: not merely a file that says so. */
export async function findServer(home: Home): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(home);
  return postmaster && (await servesCluster(postmaster.pid, clusterOf(home))) ? postmaster : null;
}

/**
 * Adopts the server that runs, or starts one. Another one that is just stopping or dying is waited for. A server that others know
 * already is started again on the port they know.
 */
export async function ensureServer(cluster: Cluster, knownPort?: number): Promise<Server> {
  const deadline = Date.now() + patience.lockMilliseconds;
  for (;;) {
    try {
      const running = await findServer(cluster.home);
      return running ? await untilReady(cluster, running.pid, never) : await start(cluster, knownPort);
    } catch (error) {
      if (!(error instanceof NotYet) || Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

/** A failure that passes by itself: another server still holds the cluster, or the port was snatched away. */
class NotYet extends DatabaseTrouble {}

const never = (): boolean => false;

async function start(cluster: Cluster, knownPort: number | undefined): Promise<Server> {
  const { home, binaries } = cluster;
  await removeStalePidFile(home);
  await endForgotten(cluster);
  const port = knownPort ?? (await choosePort(home));
  const log = await openLog(home);
  const { size } = await log.stat();
  const child = spawn(binaries.postgres, ['-D', clusterOf(home), ...settings(port, cluster.durability)], {
    ...as(home.owner),
    cwd: '/',
    env: bareEnvironment(),
    detached: true, // A session of its own: Ctrl-C in the terminal is for the service, which then stops PostgreSQL last.
    stdio: ['ignore', log.fd, log.fd],
    windowsHide: true,
  });
  let ended = false;
  child.once('exit', () => (ended = true)).once('error', () => (ended = true));
  child.unref();
  await log.close();
  const server = await untilReady(cluster, child.pid ?? -1, () => ended).catch(async (error: unknown) => {
    throw error === gone ? await startFailure(home, size) : error;
  });
  rememberPort(home, port);
  return server;
}

/** The server ended while it was waited for. */
const gone = new NotYet('postgres_failed', 'PostgreSQL ended while it was starting.', 'Try again.');

/** Waits while the server starts or recovers, which after a crash under load may take a while. */
async function untilReady({ home, log }: Cluster, pid: number, hasEnded: () => boolean): Promise<Server> {
  const began = Date.now();
  let told = began;
  for (let step = 5; Date.now() - began < patience.recoveryMilliseconds; step = Math.min(step * 1.5, 200)) {
    const postmaster = await readPostmaster(home);
    if (postmaster?.pid === pid && postmaster.ready) return { pid, port: postmaster.port };
    if (hasEnded === never ? !(await servesCluster(pid, clusterOf(home))) : hasEnded()) throw gone;
    if (Date.now() - told > 5_000) {
      log.info('PostgreSQL is recovering what was written before it was interrupted; still waiting.');
      told = Date.now();
    }
    await pause(step);
  }
  throw new DatabaseTrouble(
    'postgres_failed',
    'PostgreSQL is still not ready after ten minutes.',
    `Read ${logOf(home)}, which says what it does.`,
  );
}

/**
 * PostgreSQL recognizes the file of a dead server by itself, but not when the process number has been given to another program, nor
 * when its parent has not collected it yet, nor when a power cut has left the file empty. While any process of a server still
 * works in the cluster, the file stays: PostgreSQL then refuses to start, and is started again a moment later.
 */
async function removeStalePidFile(home: Home): Promise<void> {
  const file = join(clusterOf(home), 'postmaster.pid');
  const left = await readPostmaster(home);
  const isStale = left ? hasNumber(left.pid) && !(await servesCluster(left.pid, clusterOf(home))) : await isOld(file);
  if (isStale && (await serversIn(clusterOf(home))).length === 0) await rm(file, { force: true });
}

/** A server writes the file at once after it has made it. */
async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > 1_000;
}

/**
 * Somebody removed the data directory of a server that ran. It would keep a new cluster in the same place from starting until it
 * notices, which takes a minute; it holds nothing that anybody will ask for.
 */
async function endForgotten({ home, log }: Cluster): Promise<void> {
  const forgotten = await serversWithoutDirectory(clusterOf(home));
  if (forgotten.length > 0)
    log.warn(`A PostgreSQL still runs on a removed ${clusterOf(home)} (processes ${forgotten.join(', ')}); ending it.`);
  for (const pid of forgotten) if (isAlive(pid)) process.kill(pid, 'SIGQUIT'); // The first that dies takes others with it.
}

async function startFailure(home: Home, logOffset: number): Promise<Error> {
  const said = await saidSince(home, logOffset);
  const why = whyItFailed(said);
  if (why === 'storage_full') return storageFull(home.directory, said);
  if (why === 'port_taken') {
    return new NotYet(
      'port_taken',
      'Another program has taken the port of PostgreSQL while that was down.',
      'Start the service again; PostgreSQL then takes another port.',
      { cause: said },
    );
  }
  const Kind = why === 'other' ? DatabaseTrouble : NotYet;
  return new Kind(
    'postgres_failed',
    `PostgreSQL did not start:\n${said.slice(-2000)}`,
    `The whole log is in ${logOf(home)}.`,
  );
}

/**
 * Stops the server as PostgreSQL's "fast" stop does: transactions are rolled back, everything is written, nothing needs recovery
 * at the next start. Only one that does not stop for a long time is stopped at once, which costs that recovery.
 */
export async function stopServer({ home, binaries, log }: Cluster, { pid }: Server): Promise<void> {
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, null, ['stop', '--mode=fast', '-D', clusterOf(home)]);
    return;
  }
  for (const [signal, milliseconds] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!(await servesCluster(pid, clusterOf(home)))) return;
    if (signal !== 'SIGINT') log.warn(`PostgreSQL does not stop; sending ${signal}.`);
    process.kill(pid, signal);
    if (await ends(pid, clusterOf(home), milliseconds)) return;
  }
}

async function ends(pid: number, cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (!(await servesCluster(pid, cluster))) return true;
    await pause(10);
  }
  return false;
}
