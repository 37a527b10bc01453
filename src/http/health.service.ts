import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { isDatabaseUnavailable } from '../database/outage.js';
import type { DatabaseMetrics } from '../telemetry/metrics.js';

/** How long a health check waits for the database: less than those who ask wait for us. */
const DATABASE_TIMEOUT_MS = 2_000;

/** Nobody counts who asks and how often, so a good answer holds for so long, and those who ask at the same time share one. */
const CACHE_MS = 1_000;

class HealthTimeoutError extends Error {}

export type DatabaseHealth = 'ok' | 'unreachable' | 'migrations_pending';

/** Something that has to be there besides the database. */
type Dependency = Readonly<{ isAvailable: () => boolean; reason: () => string }>;

/** Something that is not as it should be, and keeps nobody from being served. */
type HealthNotice = Readonly<{ state: string; note: string }>;

/** Asks the database whether it is there and fit to be used. */
@Injectable()
export class HealthService {
  /** Migrations do not become pending again while the process runs. */
  private hasMigrated = false;
  private readonly log = new Logger(HealthService.name);
  private pendingCheck: Promise<DatabaseHealth> | null = null;

  private readonly dependencies = new Map<string, Dependency>();

  private readonly notices = new Map<string, () => HealthNotice | null>();

  constructor(private readonly orm: MikroORM) {}

  /** A further condition for accepting requests, registered by the module that knows it. */
  addDependency(name: string, dependency: Dependency): void {
    this.dependencies.set(name, dependency);
  }

  /** By name, why each of them is not there; null where it is. */
  checkDependencies(): ReadonlyMap<string, string | null> {
    return new Map(
      [...this.dependencies].map(([name, { isAvailable, reason }]) => [name, isAvailable() ? null : reason()]),
    );
  }

  /** Further information that does not decide whether the service is ready; null while it is in order. */
  addNotice(name: string, getNotice: () => HealthNotice | null): void {
    this.notices.set(name, getNotice);
  }

  collectNotices(): ReadonlyMap<string, HealthNotice | null> {
    return new Map([...this.notices].map(([name, getNotice]) => [name, getNotice()]));
  }

  checkDatabase(): Promise<DatabaseHealth> {
    this.pendingCheck ??= this.queryDatabase().then((health) => {
      if (health === 'ok') setTimeout(() => (this.pendingCheck = null), CACHE_MS).unref();
      else this.pendingCheck = null;
      return health;
    });
    return this.pendingCheck;
  }

  private async queryDatabase(): Promise<DatabaseHealth> {
    try {
      await withTimeout(DATABASE_TIMEOUT_MS, this.ping());
      return (await withTimeout(DATABASE_TIMEOUT_MS, this.isMigrated())) ? 'ok' : 'migrations_pending';
    } catch (error) {
      // What is no outage is a bug, and would hide behind this response for ever.
      if (!(error instanceof HealthTimeoutError) && !isDatabaseUnavailable(error))
        this.log.error('the health of the database could not be asked', error);
      return 'unreachable';
    }
  }

  async getDatabaseMetrics(): Promise<DatabaseMetrics> {
    const up = await withTimeout(DATABASE_TIMEOUT_MS, this.ping()).then(
      () => true,
      () => false,
    );
    const pool = await this.pool();
    return { up, connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
  }

  private async ping(): Promise<void> {
    await (await this.pool()).query('select 1');
  }

  private async isMigrated(): Promise<boolean> {
    this.hasMigrated ||= (await this.orm.migrator.getPending()).length === 0;
    return this.hasMigrated;
  }

  private pool(): Promise<Pool> {
    return this.orm.em.getConnection().getNativeClient();
  }
}

async function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new HealthTimeoutError());
    }, milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
