import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { isDatabaseUnavailable } from '../database/outage.js';
import { PreparedStatementsService } from '../database/prepared-statements.service.js';
import { TimeLimitError, withTimeLimit } from '../database/time-limit.js';
import type { DatabaseMetrics } from '../telemetry/metrics.js';
import { Hook } from '../access/hook.js';

/** The timeout of the database check: shorter than the timeout of monitoring. */
const DATABASE_TIMEOUT_MS = 2_000;

/**
 * A good result is cached for this time, and simultaneous checks share one query, because health checks are not
 * rate-limited.
 */
const CACHE_MS = 1_000;

export type DatabaseHealth = 'ok' | 'unreachable' | 'migrations_pending';

/** A required dependency besides the database. */
type Dependency = Readonly<{ name: string; isAvailable: () => boolean; reason: () => string }>;

/** A problem that does not prevent service. */
type HealthNotice = Readonly<{ state: string; note: string }>;

/** Checks whether the database responds and is migrated. */
@Injectable()
export class HealthService {
  /** Migrations do not become pending while the process runs. */
  private hasMigrated = false;
  private readonly log = new Logger(HealthService.name);
  private pendingCheck: Promise<DatabaseHealth> | null = null;

  /** Further conditions for readiness. */
  readonly dependencies = Hook.required<Dependency>();
  /** Notes that do not affect readiness; null in normal operation. */
  readonly notices = Hook.required<Readonly<{ name: string; find: () => HealthNotice | null }>>();

  constructor(
    private readonly orm: MikroORM,
    private readonly statements: PreparedStatementsService,
  ) {}

  /** By name, the reason why each is unavailable; null if available. */
  checkDependencies(): ReadonlyMap<string, string | null> {
    return new Map(
      this.dependencies.handlers.map(({ name, isAvailable, reason }) => [name, isAvailable() ? null : reason()]),
    );
  }

  collectNotices(): ReadonlyMap<string, HealthNotice | null> {
    return new Map(this.notices.handlers.map(({ name, find }) => [name, find()]));
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
      await withTimeLimit(DATABASE_TIMEOUT_MS, this.ping());
      return (await withTimeLimit(DATABASE_TIMEOUT_MS, this.isMigrated())) ? 'ok' : 'migrations_pending';
    } catch (error) {
      // Errors other than outages are bugs, which this response would hide.
      if (!(error instanceof TimeLimitError) && !isDatabaseUnavailable(error))
        this.log.error('the health of the database could not be asked', error);
      return 'unreachable';
    }
  }

  async getDatabaseMetrics(): Promise<DatabaseMetrics> {
    const up = await withTimeLimit(DATABASE_TIMEOUT_MS, this.ping()).then(
      () => true,
      () => false,
    );
    const { totalCount, idleCount, waitingCount } = await this.pool();
    const { total, idle, waiting } = this.statements.counts;
    return { up, connections: totalCount + total, idle: idleCount + idle, waiting: waitingCount + waiting };
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
