import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connect, disconnect, singleConnection } from '../connection.js';
import { AlreadyRunning, DatabaseTrouble } from '../database-trouble.js';
import { holderOf, tryLock } from '../locks.js';
import { DatabaseUnavailable, isDatabaseGone } from '../outage.js';
import { type RunningCluster, runCluster } from './cluster.js';
import { databaseName, prepareDatabase, takeOverDatabase } from './prepare-database.js';
import { type Cluster, stopServer } from './server.js';
import { boundLog } from './server-log.js';
import { StuckServerWatch } from './stuck-server.js';

/** Waits between two attempts to bring PostgreSQL back, in milliseconds; the last one is repeated. */
const backOff = [0, 50, 100, 250, 500, 1_000, 2_000, 5_000];

const logWatchMilliseconds = 60_000;

/** What a keeper is for: to run the service, or to do one thing and leave. */
export type Purpose = Readonly<{ name: string; dataDir: string }>;

/**
 * Keeps the embedded PostgreSQL running for one process. It holds a connection with the service lock on it; when that connection
 * breaks, PostgreSQL has died or restarted itself, and the keeper brings it back and takes the lock again.
 */
export class Keeper {
  /** Fulfilled if PostgreSQL cannot be brought back for this process, which must then stop: see `isLost`. */
  readonly lost: Promise<DatabaseTrouble>;
  private lose!: (by: DatabaseTrouble) => void;
  private session: pg.Client | null = null;
  private healing: Promise<void> = Promise.resolve();
  private closing = false;
  private readonly logWatch: NodeJS.Timeout;
  private constructor(
    private readonly cluster: Cluster,
    private readonly purpose: Purpose,
    private running: RunningCluster,
  ) {
    this.lost = new Promise((resolve) => (this.lose = resolve));
    this.logWatch = setInterval(
      () => void boundLog(cluster.home).catch((error: unknown) => cluster.log.warn(String(error))),
      logWatchMilliseconds,
    ).unref();
  }

  /** Starts or adopts the server and takes the lock; throws AlreadyRunning, and leaves the server alone, where another has it. */
  static async open(cluster: Cluster, purpose: Purpose): Promise<Keeper> {
    const stuck = new StuckServerWatch(cluster);
    return retried(async () => {
      const keeper = new Keeper(cluster, purpose, await runCluster(cluster));
      await keeper.connect().catch(async (error: unknown) => {
        clearInterval(keeper.logWatch);
        await stuck.notice(error, keeper.running.server);
        throw error;
      });
      return keeper;
    });
  }

  get url(): string {
    return this.running.urlOf(databaseName);
  }

  /** The same database for maintenance, which the role of the service may not do. */
  get superuserUrl(): string {
    return this.running.superuserUrlOf(databaseName);
  }

  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.logWatch);
    await this.healing;
    const { session } = this;
    this.session = null;
    if (session) await stopServer(this.cluster, this.running.server);
    if (session) await disconnect(session);
  }

  private async connect(): Promise<void> {
    await prepareDatabase(this.cluster, this.running);
    const session = await connect(singleConnection(this.url, `${this.purpose.name} (process ${process.pid})`));
    let ended = false;
    const hasEnded = (): boolean => ended;
    session.once('end', () => (ended = true));
    try {
      await takeLock(session, this.purpose.dataDir);
      await takeOverDatabase(session, this.cluster, this.running);
    } catch (error) {
      await disconnect(session);
      throw error;
    }
    if (hasEnded()) throw new DatabaseUnavailable('The connection ended at once.');
    this.session = session;
    session.once('end', () => {
      this.session = null;
      if (!this.closing) this.healing = this.heal();
    });
  }

  private async heal(): Promise<void> {
    const { log } = this.cluster;
    const stuck = new StuckServerWatch(this.cluster);
    log.warn('The connection to PostgreSQL is gone; bringing it back.');
    for (let attempt = 0; !this.closing; attempt += 1) {
      await pause(backOff[Math.min(attempt, backOff.length - 1)]);
      try {
        this.running = await runCluster(this.cluster, this.running.server.port);
        await this.connect();
        log.info('PostgreSQL is back.');
        return;
      } catch (error) {
        if (isLost(error)) {
          log.error(error.message);
          this.lose(error);
          return;
        }
        log.error(`PostgreSQL is not back yet: ${(error as Error).message}`);
        await stuck.notice(error, this.running.server);
      }
    }
  }
}

/**
 * Another process took the lock while PostgreSQL was down, and two may not write; or another program took its port, under which
 * everything in this process knows it.
 */
function isLost(error: unknown): error is DatabaseTrouble {
  return error instanceof DatabaseTrouble && (error instanceof AlreadyRunning || error.code === 'port_taken');
}

/** A process that has just been killed gives its lock back a moment later. */
async function takeLock(session: pg.Client, dataDir: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await tryLock(session, 'service')) return;
    await pause(100);
  }
  throw new AlreadyRunning(dataDir, await holderOf(session, 'service'));
}

/** A server that restarts its processes after a crash, or that another process has just begun to stop, refuses for a moment. */
async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseGone(error) || Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}
