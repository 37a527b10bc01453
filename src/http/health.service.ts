import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DatabaseFigures } from '../telemetry/metrics.js';

/** How long a health check waits for the database: less than those who ask wait for us. */
const PATIENCE_MS = 2_000;

export type DatabaseHealth = 'ok' | 'unreachable' | 'migrations_pending';

/** Asks the database whether it is there and fit to be used. */
@Injectable()
export class HealthService {
  /** Migrations do not become pending again while the process runs. */
  private migrated = false;

  constructor(private readonly orm: MikroORM) {}

  async database(): Promise<DatabaseHealth> {
    try {
      await within(PATIENCE_MS, this.ping());
      return (await within(PATIENCE_MS, this.isMigrated())) ? 'ok' : 'migrations_pending';
    } catch {
      return 'unreachable';
    }
  }

  async figures(): Promise<DatabaseFigures> {
    const up = await within(PATIENCE_MS, this.ping()).then(
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
    this.migrated ||= (await this.orm.migrator.getPending()).length === 0;
    return this.migrated;
  }

  private pool(): Promise<Pool> {
    return this.orm.em.getConnection().getNativeClient();
  }
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('late'));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
