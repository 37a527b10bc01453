import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
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
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private isClosing = false;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { cleanupIntervalSeconds } = this.config;
    if (cleanupIntervalSeconds === 0) return;
    this.timer = setInterval(() => {
      this.running = this.run().catch((error: unknown) =>
        this.log.warn(`Old deliveries stay until the next time: ${(error as Error).message}`),
      );
    }, cleanupIntervalSeconds * 1000).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearInterval(this.timer);
    await this.running;
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
      if (affectedRows < batch || this.isClosing) return removed;
    }
  }
}
