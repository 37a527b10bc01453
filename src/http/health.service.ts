import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { isDatabaseGone } from '../database/outage.js';
import type { DatabaseFigures } from '../telemetry/metrics.js';

/** How long a health check waits for the database: less than those who ask wait for us. */
const PATIENCE_MS = 2_000;

/** Nobody counts who asks and how often, so a good answer holds for so long, and those who ask at the same time share one. */
const GOOD_FOR_MS = 1_000;

class Late extends Error {}

export type DatabaseHealth = 'ok' | 'unreachable' | 'migrations_pending';

/** Something that has to be there besides the database. */
type Part = Readonly<{ isThere: () => boolean; reason: () => string }>;

/** Something that is not as it should be, and keeps nobody from being served. */
type Notice = Readonly<{ state: string; note: string }>;

/** Asks the database whether it is there and fit to be used. */
@Injectable()
export class HealthService {
  /** Migrations do not become pending again while the process runs. */
  private migrated = false;
  private readonly log = new Logger(HealthService.name);
  private answer: Promise<DatabaseHealth> | null = null;

  private readonly others = new Map<string, Part>();

  private readonly notices = new Map<string, () => Notice | null>();

  constructor(private readonly orm: MikroORM) {}

  /** What else has to be there before requests may be sent here, as the room says that knows. */
  alsoNeeds(name: string, part: Part): void {
    this.others.set(name, part);
  }

  /** By name, why each of them is not there; null where it is. */
  parts(): ReadonlyMap<string, string | null> {
    return new Map([...this.others].map(([name, { isThere, reason }]) => [name, isThere() ? null : reason()]));
  }

  /** What else is told, and does not decide whether requests may be sent here; null while it is in order. */
  alsoTells(name: string, tell: () => Notice | null): void {
    this.notices.set(name, tell);
  }

  told(): ReadonlyMap<string, Notice | null> {
    return new Map([...this.notices].map(([name, tell]) => [name, tell()]));
  }

  database(): Promise<DatabaseHealth> {
    this.answer ??= this.ask().then((health) => {
      if (health === 'ok') setTimeout(() => (this.answer = null), GOOD_FOR_MS).unref();
      else this.answer = null;
      return health;
    });
    return this.answer;
  }

  private async ask(): Promise<DatabaseHealth> {
    try {
      await within(PATIENCE_MS, this.ping());
      return (await within(PATIENCE_MS, this.isMigrated())) ? 'ok' : 'migrations_pending';
    } catch (error) {
      // Whatever is no outage is a bug of ours, and would hide behind this answer for ever.
      if (!(error instanceof Late) && !isDatabaseGone(error))
        this.log.error('the health of the database could not be asked', error);
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
      reject(new Late());
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
