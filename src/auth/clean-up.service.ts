import { EntityManager, type EntityName, LockMode } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditRetentionService } from '../audit/audit-retention.service.js';
import { RepeatingTask } from '../clock/repeating-task.js';
import { Config } from '../config/config.js';
import { IdempotentResponsesService } from '../idempotency/idempotent-responses.service.js';
import { AuthorizationCode } from './oauth/authorize/authorization-code.entity.js';
import { BrowserSession } from './sessions/session.entity.js';
import { AccessToken, RefreshToken } from './tokens/token.entity.js';
import { inSeconds, TokenFamily } from './tokens/token-family.entity.js';

/** Small enough that concurrent statements do not wait for long. */
const BATCH = 1000;

/** Rows that ended a day ago: until then a client may still ask for them. */
const RETENTION_SECONDS = 24 * 3600;

type ExpiringRow = Readonly<{ digest?: string; id?: number; expiresAt: Date }>;
type ExpiringEntity = readonly [entity: EntityName<ExpiringRow>, key: 'digest' | 'id'];

/**
 * The entities that expire, with their keys. A family is deleted with its tokens; until then its used refresh tokens stay while they can
 * detect a theft. Tokens of a session outlive its row.
 */
const EXPIRING_ENTITIES: readonly ExpiringEntity[] = [
  [AccessToken, 'digest'],
  [RefreshToken, 'digest'],
  [AuthorizationCode, 'digest'],
  [TokenFamily, 'id'],
  [BrowserSession, 'id'],
];

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
    const removals = [
      ...EXPIRING_ENTITIES.map((entity) => () => this.removeExpired(entity, batch)),
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

  /** Rows that another process has locked are left to it. */
  private removeExpired([entity, key]: ExpiringEntity, batch: number): Promise<number> {
    return this.em.fork().transactional(async (em) => {
      const expired = await em.find(
        entity,
        { expiresAt: { $lt: inSeconds(-RETENTION_SECONDS) } },
        {
          fields: [key],
          orderBy: { expiresAt: 'asc' },
          limit: batch,
          lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
          disableIdentityMap: true,
        },
      );
      if (expired.length === 0) return 0;
      return em.nativeDelete(entity, { [key]: { $in: expired.map((row) => row[key]) } });
    });
  }
}
