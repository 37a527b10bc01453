import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connect, disconnect, createConnectionConfig } from '../connection.js';
import { AlreadyRunningError, DatabaseError } from '../database-error.js';
import { describeLockHolder, tryLock } from '../locks.js';
import { DatabaseUnavailableError, isDatabaseUnavailable } from '../outage.js';
import { sendSignal } from '../process-state.js';
import { type RunningCluster, runCluster } from './cluster.js';
import { databaseName, prepareDatabase, transferDatabaseOwnership } from './prepare-database.js';
import { type Cluster, stopServer, type PostgresServer } from './server.js';
import { truncateLog } from './server-log.js';
import { readFile } from 'node:fs/promises';
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
class StuckServerDetector {
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
  sendSignal(postmaster, 'SIGQUIT');
  const deadline = Date.now() + killAfterMilliseconds;
  while (Date.now() < deadline && (await isClusterServer(postmaster, cluster))) await pause(50);
  for (const pid of processes) if (await isClusterServer(pid, cluster)) sendSignal(pid, 'SIGKILL');
}

/** The pauses between attempts to restart PostgreSQL, in milliseconds; the last one repeats. */
const retryDelays = [0, 50, 100, 250, 500, 1_000, 2_000, 5_000];

const logTruncationMilliseconds = 60_000;

/** The purpose of a supervisor: running the service, or one command. */
export type SupervisorPurpose = Readonly<{ name: string; dataDir: string }>;

/**
 * Keeps the embedded PostgreSQL running for one process. It holds a connection with the service lock; when that
 * connection breaks, PostgreSQL has died or restarted, and the supervisor restarts it and takes the lock again.
 */
export class PostgresSupervisor {
  /** Resolves if PostgreSQL cannot be restarted for this process, which must then stop: see `isUnrecoverable`. */
  readonly lost: Promise<DatabaseError>;
  private resolveLost!: (by: DatabaseError) => void;
  private session: pg.Client | null = null;
  private recovery: Promise<void> = Promise.resolve();
  private closing = false;
  private readonly logTruncationTimer: NodeJS.Timeout;
  private constructor(
    private readonly cluster: Cluster,
    private readonly purpose: SupervisorPurpose,
    private running: RunningCluster,
  ) {
    this.lost = new Promise((resolve) => (this.resolveLost = resolve));
    this.logTruncationTimer = setInterval(
      () => void truncateLog(cluster.home).catch((error: unknown) => cluster.log.warn(String(error))),
      logTruncationMilliseconds,
    ).unref();
  }

  /**
   * Starts or adopts the server and takes the lock; throws AlreadyRunning and leaves the server alone if another
   * process has the lock.
   */
  static async open(cluster: Cluster, purpose: SupervisorPurpose): Promise<PostgresSupervisor> {
    const stuckServerDetector = new StuckServerDetector(cluster);
    return retryWhileUnavailable(async () => {
      const supervisor = new PostgresSupervisor(cluster, purpose, await runCluster(cluster));
      await supervisor.connect().catch(async (error: unknown) => {
        clearInterval(supervisor.logTruncationTimer);
        await stuckServerDetector.onConnectFailure(error, supervisor.running.server);
        throw error;
      });
      return supervisor;
    });
  }

  get url(): string {
    return this.running.urlOf(databaseName);
  }

  /** The same database for maintenance that the service's role may not do. */
  get superuserUrl(): string {
    return this.running.superuserUrlOf(databaseName);
  }

  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.logTruncationTimer);
    await this.recovery;
    const { session } = this;
    this.session = null;
    if (session) await stopServer(this.cluster, this.running.server);
    if (session) await disconnect(session);
  }

  private async connect(): Promise<void> {
    await prepareDatabase(this.cluster, this.running);
    const session = await connect(createConnectionConfig(this.url, `${this.purpose.name} (process ${process.pid})`));
    let ended = false;
    const hasEnded = (): boolean => ended;
    session.once('end', () => (ended = true));
    try {
      await acquireServiceLock(session, this.purpose.dataDir);
      await transferDatabaseOwnership(session, this.cluster, this.running);
    } catch (error) {
      await disconnect(session);
      throw error;
    }
    if (hasEnded()) throw new DatabaseUnavailableError('The connection ended at once.');
    this.session = session;
    session.once('end', () => {
      this.session = null;
      if (!this.closing) this.recovery = this.recover();
    });
  }

  private async recover(): Promise<void> {
    const { log } = this.cluster;
    const stuckServerDetector = new StuckServerDetector(this.cluster);
    log.warn('The connection to PostgreSQL is gone; bringing it back.');
    for (let attempt = 0; !this.closing; attempt += 1) {
      await pause(retryDelays[Math.min(attempt, retryDelays.length - 1)]);
      try {
        this.running = await runCluster(this.cluster, this.running.server.port);
        await this.connect();
        log.info('PostgreSQL is back.');
        return;
      } catch (error) {
        if (isUnrecoverable(error)) {
          log.error(error.message);
          this.resolveLost(error);
          return;
        }
        log.error(`PostgreSQL is not back yet: ${(error as Error).message}`);
        await stuckServerDetector.onConnectFailure(error, this.running.server);
      }
    }
  }
}

/**
 * Another process took the lock while PostgreSQL was down, and two may not write; or another program took its port,
 * which this process uses everywhere.
 */
function isUnrecoverable(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (error instanceof AlreadyRunningError || error.code === 'port_taken');
}

/** A process that was just killed releases its lock a moment later. */
async function acquireServiceLock(session: pg.Client, dataDir: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await tryLock(session, 'service')) return;
    await pause(100);
  }
  throw new AlreadyRunningError(dataDir, await describeLockHolder(session, 'service'));
}

/** A server that restarts after a crash, or that another process is stopping, rejects connections for a moment. */
async function retryWhileUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}
