import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditRetentionService } from '../audit/audit-retention.service.js';
import { RepeatingTask } from '../clock/repeating-task.js';
import { Config } from '../config/config.js';
import { IdempotentResponsesService } from '../idempotency/idempotent-responses.service.js';

/** Small enough that concurrent statements do not wait for long. */
const BATCH = 1000;

/** Rows that ended a day ago: until then a client may still ask for them. */
const RETENTION_INTERVAL = `interval '1 day'`;

/**
 * The expiring tables with their keys. A family is deleted with its tokens; until then its used refresh tokens stay
 * while they can detect a theft. Tokens of a session outlive its row.
 */
const EXPIRING_TABLES = [
  ['access_tokens', 'digest'],
  ['refresh_tokens', 'digest'],
  ['authorization_codes', 'digest'],
  ['token_families', 'id'],
  ['sessions', 'id'],
] as const;

const toDeleteStatement = (table: string, key: string): string => `
  delete from ${table} where ${key} in (
    select ${key} from ${table} where expires_at < now() - ${RETENTION_INTERVAL} order by expires_at limit ? for update skip locked
  )`;

/** Removes expired rows in batches. Several processes may run at once: each skips rows that another has locked. */
@Injectable()
export class CleanUpService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(CleanUpService.name);
  private readonly task = new RepeatingTask(({ message }) =>
    this.log.warn(`Expired rows stay until the next time: ${message}`),
  );

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    private readonly audit: AuditRetentionService,
    private readonly idempotentResponses: IdempotentResponsesService,
  ) {}

  onApplicationBootstrap(): void {
    const { cleanupIntervalSeconds } = this.config;
    if (cleanupIntervalSeconds > 0) this.task.start(cleanupIntervalSeconds * 1000, () => this.run());
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Returns the number of removed rows. Each batch is a transaction of its own, so stopping the service waits for one
   * at most.
   */
  async run(batch: number = BATCH): Promise<number> {
    const em = this.em.fork();
    const removals = [
      ...EXPIRING_TABLES.map(
        ([table, key]) =>
          async () =>
            (await em.execute<{ affectedRows: number }>(toDeleteStatement(table, key), [batch], 'run')).affectedRows,
      ),
      () => this.audit.removeOldest(batch),
      () => this.idempotentResponses.removeOldest(batch),
    ];
    let removed = 0;
    for (const removal of removals) {
      for (;;) {
        if (this.task.isStopped) return removed;
        const count = await removal();
        removed += count;
        if (count < batch) break;
      }
    }
    return removed;
  }
}
