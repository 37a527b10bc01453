import { randomUUID } from 'node:crypto';
import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { UNTRACKED, runAfterCommit, getIdempotencyContext } from '../database/unit-of-work.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { Attempt, Delivery } from './delivery.entity.js';
import { DeliveryBookService } from './delivering/delivery-book.service.js';
import { WebhookDispatcherService } from './delivering/webhook-dispatcher.service.js';
import {
  DeliveryWithheldError,
  NothingToReplayError,
  TooManyTestsError,
  UnknownDeliveryError,
  UnknownWebhookError,
} from './webhook-errors.js';
import { TEST_QUEUE, type DeliveryStatus } from './webhook-events.js';
import { TESTS_WAITING_MAX } from './webhook-limits.js';
import { isWanted } from './webhook-authorizations.service.js';
import type { Webhook } from './webhook.entity.js';

/**
 * A delivery with its attempts, and whether the caller may view its content: the account may have another owner now.
 */
export type DeliveryDetails = Readonly<{ delivery: Delivery; attempts: readonly Attempt[]; isReadable: boolean }>;

/** Filters and page of the delivery list. Omitted filters do not apply. */
export type DeliveryFilter = Readonly<{
  size: number;
  before: number | null;
  statuses?: readonly DeliveryStatus[] | undefined;
  acctId?: number | undefined;
}>;

/** Lists the deliveries of a webhook for its owner, and sends them again. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccessService,
    private readonly book: DeliveryBookService,
    private readonly dispatcher: WebhookDispatcherService,
  ) {}

  /** The newest first. */
  async list(webhookId: number, { size, before, statuses, acctId }: DeliveryFilter): Promise<Delivery[]> {
    const conditions: FilterQuery<Delivery>[] = [{ webhookId }];
    if (before !== null) conditions.push({ id: { $lt: before } });
    if (statuses !== undefined) conditions.push({ status: { $in: [...statuses] } });
    if (acctId !== undefined) conditions.push({ acctId });
    return this.em.find(Delivery, { $and: conditions }, { ...UNTRACKED, orderBy: { id: 'desc' }, limit: size });
  }

  async show(actor: Actor, { id: webhookId }: Webhook, deliveryId: number): Promise<DeliveryDetails> {
    const delivery = await this.em.findOne(Delivery, { id: deliveryId, webhookId }, UNTRACKED);
    if (!delivery) throw new UnknownDeliveryError();
    const attempts = await this.em.find(Attempt, { deliveryId }, { ...UNTRACKED, orderBy: { number: 'asc' } });
    return {
      delivery,
      attempts,
      isReadable: delivery.acctId <= TEST_QUEUE || (await this.access.mayRead(actor, delivery.acctId)),
    };
  }

  /**
   * Sends an event that is none, once, also to a webhook that is disabled: so one can see whether it would be received. The event is named
   * after the `Idempotency-Key`, if there is one, so that a copy of the request after a crash is shown the same delivery.
   */
  async test(actor: Actor, webhook: Webhook): Promise<DeliveryDetails> {
    const { id: webhookId } = webhook;
    if ((await this.book.countTests(webhookId)) >= TESTS_WAITING_MAX) throw new TooManyTestsError();
    const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: { webhook_id: webhookId } });
    const deliveryId = await this.book.add(webhookId, {
      acctId: TEST_QUEUE,
      eventId: `test-${getIdempotencyContext()?.digest ?? randomUUID()}`,
      type: 'test',
      body,
    });
    if (deliveryId === null) throw new UnknownWebhookError();
    await this.dispatcher.tryOut(webhookId, deliveryId);
    return this.show(actor, webhook, deliveryId);
  }

  async replay(actor: Actor, webhook: Webhook, deliveryId: number): Promise<DeliveryDetails> {
    const { delivery, isReadable } = await this.show(actor, webhook, deliveryId);
    if (!isReadable) throw new DeliveryWithheldError('unseen');
    if (!isWanted(webhook, delivery)) throw new DeliveryWithheldError('unwanted');
    if (!(await this.book.replay(webhook.id, deliveryId))) throw new NothingToReplayError();
    await runAfterCommit(() => this.dispatcher.wake(webhook.id));
    return this.show(actor, webhook, deliveryId);
  }

  /** Returns their number. Deliveries that are no longer visible or subscribed stay as they are. */
  async replayFailed(actor: Actor, webhook: Webhook, since: Date): Promise<number> {
    const readable = await this.access.findReadableAccounts(actor);
    const count = await this.book.replayFailed(webhook.id, {
      since,
      types: webhook.eventTypes,
      acctIds: [readable, webhook.acctIds ?? 'all'],
    });
    if (count > 0) await runAfterCommit(() => this.dispatcher.wake(webhook.id));
    return count;
  }
}
