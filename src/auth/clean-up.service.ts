import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditRetentionService } from '../audit/audit-retention.service.js';
import { Config } from '../config/config.js';
import { IdempotentResponsesService } from '../idempotency/idempotent-responses.service.js';

/** Small enough that nobody who wants the same rows waits for long. */
const BATCH = 1000;

/** Rows that ended a day ago: until then a client may still ask for them. */
const RETENTION_INTERVAL = `interval '1 day'`;

/**
 * What is over some day, and its key. A family takes its tokens with it; until then its used refresh tokens stay while they
 * could still betray a theft. What was granted from a session outlives its row.
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

/** Removes expired rows, a batch at a time. Several processes may do it at once: each skips what another is at. */
@Injectable()
export class CleanUpService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(CleanUpService.name);
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private isClosing = false;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    private readonly audit: AuditRetentionService,
    private readonly idempotentResponses: IdempotentResponsesService,
  ) {}

  onApplicationBootstrap(): void {
    const { cleanupIntervalSeconds } = this.config;
    if (cleanupIntervalSeconds === 0) return;
    this.timer = setInterval(() => {
      this.running = this.run().catch((error: unknown) =>
        this.log.warn(`Expired rows stay until the next time: ${(error as Error).message}`),
      );
    }, cleanupIntervalSeconds * 1000).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  /** How many rows went. Each batch is a transaction of its own, and the stop of the service waits for no more than one. */
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
        if (this.isClosing) return removed;
        const count = await removal();
        removed += count;
        if (count < batch) break;
      }
    }
    return removed;
  }
}
