import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import { runOutsideRequest } from '../../database/unit-of-work.js';
import { WebhookAuthorizationsService } from '../webhook-authorizations.service.js';

/** Access may change many times per second; each attempt checks for itself anyway. */
const REVIEW_AFTER_MS = 500;

/**
 * Checks all webhooks when a user's access has changed, so that a webhook that may not be served any more is disabled
 * at once and its page says so.
 */
@Injectable()
export class WebhookReviewService implements BeforeApplicationShutdown {
  private readonly log = new Logger(WebhookReviewService.name);
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly standings: WebhookAuthorizationsService,
    private readonly changes: AccessChangesService,
  ) {}

  /** Starts, if there are webhooks. */
  begin(isNeeded: () => boolean): void {
    this.changes.announcements.register(() => {
      if (isNeeded()) this.lookSoon();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  /** Those that are to be served. */
  async listEnabled(): Promise<readonly number[]> {
    return (await this.standings.findAllEnabled()).map(({ id }) => id);
  }

  private lookSoon(): void {
    const look = (): void => {
      this.timer = null;
      this.running = this.look().catch((error: unknown) =>
        this.log.warn(`Whether webhooks may be served cannot be asked: ${String(error)}`),
      );
    };
    this.timer ??= runOutsideRequest(() => setTimeout(look, REVIEW_AFTER_MS).unref());
  }

  private async look(): Promise<void> {
    for (const webhook of await this.standings.findAllEnabled())
      if (webhook.refusal !== null) await this.standings.end(webhook, webhook.refusal);
  }
}
