import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { runOutsideRequest } from '../../database/unit-of-work.js';
import { EventLogService } from '../../events/event-log.service.js';
import { WebhookHttpClient } from '../sending/webhook-http-client.js';
import { WebhookMatcher } from './webhook-matcher.js';
import { DeliveryBookService } from './delivery-book.service.js';
import { DeliveryQueues, type NextRun } from './delivery-queues.js';
import { type FeedResult, WebhookFeederService } from './webhook-feeder.service.js';
import { WebhookReviewService } from './webhook-review.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';

/** The maximum number of messages in flight: per webhook, and in total. */
const AT_ONCE = { perGroup: 8, inAll: 64 } as const;
/** Events within this time are processed together. */
const GATHER_MS = 20;
const AGAIN_AFTER_MS = 1_000;
/**
 * How long the stop of the service waits for receivers; messages in flight after that are sent again after the next
 * start.
 */
const STOP_WITHIN_MS = 2_000;
/** How long a test request waits for its result. */
const TEST_WITHIN_MS = 4_000;

/**
 * Delivers events to webhooks, in the process that writes the exchange. All state needed after a crash is in the
 * tables; memory only has which webhooks an event wakes. Nothing polls: commits wake webhooks, and a timer starts the
 * next attempt.
 */
@Injectable()
export class WebhookDispatcherService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(WebhookDispatcherService.name);
  private readonly audience = new WebhookMatcher();
  private readonly hungry = new Set<number>();
  private readonly full = new Set<number>();
  private readonly awaited = new Map<number, () => void>();
  private readonly stopping = new AbortController();
  private readonly lanes: DeliveryQueues;
  private isServing = false;
  private isClosing = false;
  private feeding: Promise<void> | null = null;
  private unwatch: (() => void) | null = null;

  constructor(
    private readonly log: EventLogService,
    private readonly feeder: WebhookFeederService,
    private readonly sender: WebhookSenderService,
    @Inject(WebhookHttpClient) private readonly client: WebhookHttpClient,
    private readonly book: DeliveryBookService,
    private readonly review: WebhookReviewService,
  ) {
    this.lanes = new DeliveryQueues({ ...AT_ONCE, step: (webhookId, acctId) => this.step(webhookId, acctId) });
  }

  /** When the exchange has opened in this process, and after every reload of its state. */
  keepServing(): void {
    this.log.reopenings.register(() => void this.begin());
  }

  /** Queues all pending work, and from now on new work. */
  async begin(): Promise<void> {
    if (!this.isServing) this.review.begin(() => this.audience.size > 0);
    this.isServing = true;
    try {
      this.feedSoon(await this.review.listEnabled());
      for (const { webhookId, acctId } of await this.book.listWaiting()) this.lanes.wake(webhookId, acctId);
    } catch (error) {
      if (this.isClosing) return;
      this.logger.warn(`Webhooks cannot be looked at yet: ${(error as Error).message}`);
      runOutsideRequest(() => setTimeout(() => void this.begin(), AGAIN_AFTER_MS).unref());
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    this.unwatch?.();
    const late = setTimeout(() => this.stopping.abort(), STOP_WITHIN_MS);
    await this.lanes.end();
    await this.feeding;
    clearTimeout(late);
    this.client.close();
  }

  /** A webhook has changed: it was registered, changed, enabled, or has something to send again. */
  async wake(webhookId: number): Promise<void> {
    if (!this.isServing) return;
    this.feedSoon([webhookId]);
    for (const { acctId } of await this.book.listWaiting(webhookId)) this.lanes.wake(webhookId, acctId);
  }

  /** Sends deliveries now that wait for their next attempt. */
  async retryNow(webhookId: number): Promise<void> {
    await this.book.makeDue(webhookId);
    await this.wake(webhookId);
  }

  forget(webhookId: number): void {
    this.audience.remove(webhookId);
  }

  /** Sends what waits in the queue of tests, and waits a while for what comes of it. */
  async tryOut(webhookId: number, deliveryId: number): Promise<void> {
    if (!this.isServing) return;
    const late = new AbortController();
    const attempted = new Promise<void>((resolve) => this.awaited.set(deliveryId, resolve));
    this.lanes.wake(webhookId, 0);
    await Promise.race([attempted, pause(TEST_WITHIN_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    this.awaited.delete(deliveryId);
    late.abort();
  }

  private async step(webhookId: number, acctId: number): Promise<NextRun> {
    const next = await this.sender.step(webhookId, acctId, {
      signal: this.stopping.signal,
      notifyDone: (deliveryId) => this.awaited.get(deliveryId)?.(),
    });
    if (typeof next === 'string' && this.full.delete(webhookId)) this.feedSoon([webhookId]);
    return next;
  }

  private feedSoon(webhookIds: readonly number[]): void {
    for (const id of webhookIds) this.hungry.add(id);
    if (this.isClosing || this.hungry.size === 0) return;
    this.feeding ??= this.feed().finally(() => {
      this.feeding = null;
      if (this.hungry.size > 0) this.feedSoon([]);
    });
  }

  private async feed(): Promise<void> {
    await pause(GATHER_MS);
    for (const id of [...this.hungry]) {
      if (this.isClosing) return;
      this.hungry.delete(id);
      try {
        this.follow(id, await this.feeder.feed(id));
      } catch (error) {
        this.logger.warn(`The events of webhook ${id} are looked at again soon: ${(error as Error).message}`);
        this.hungry.add(id);
        await pause(AGAIN_AFTER_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  private follow(id: number, { webhook, sees, acctIds, isThereMore, isFull }: FeedResult): void {
    if (webhook === null) this.audience.remove(id);
    // Events between the read and the subscription are read once more.
    const isNews = webhook !== null && this.audience.add(webhook, sees);
    this.listenIfNeeded();
    if (isFull) this.full.add(id);
    if (isThereMore || (isNews && !isFull)) this.hungry.add(id);
    for (const acctId of acctIds) this.lanes.wake(id, acctId);
  }

  /** Without webhooks, the exchange has no listener here. */
  private listenIfNeeded(): void {
    if (this.audience.size > 0)
      this.unwatch ??= this.log.subscribe((events) =>
        this.feedSoon(this.audience.match(events, (id) => !this.hungry.has(id))),
      );
    else if (this.unwatch) {
      this.unwatch();
      this.unwatch = null;
    }
  }
}
