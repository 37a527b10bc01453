import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatingTask } from '../clock/repeating-task.js';
import { Config } from '../config/config.js';

/** Small enough that concurrent statements do not wait for long. */
const BATCH = 1000;

/** Waiting deliveries stay, however old they are. Attempts are removed with their delivery. */
const REMOVE = `
  delete from webhook_deliveries where id = any(array(
    select id from webhook_deliveries where status <> 'Pending' and finished_at < now() - make_interval(days => ?) order by finished_at limit ? for update skip locked
  ))`;

/** Removes deliveries that are over for long enough, a batch at a time. */
@Injectable()
export class WebhookRetentionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(WebhookRetentionService.name);
  private readonly task = new RepeatingTask(({ message }) =>
    this.log.warn(`Old deliveries stay until the next time: ${message}`),
  );

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { cleanupIntervalSeconds } = this.config;
    if (cleanupIntervalSeconds > 0) this.task.start(cleanupIntervalSeconds * 1000, () => this.run());
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** How many deliveries went. */
  async run(batch: number = BATCH): Promise<number> {
    const em = this.em.fork();
    for (let removed = 0; ;) {
      const { affectedRows } = await em.execute<{ affectedRows: number }>(
        REMOVE,
        [this.config.webhookRetentionDays, batch],
        'run',
      );
      removed += affectedRows;
      if (affectedRows < batch || this.task.isStopped) return removed;
    }
  }
}
