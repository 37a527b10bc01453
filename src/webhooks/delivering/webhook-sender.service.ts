import { randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import { type DeliveryOutcome, GONE, judgeDelivery } from '../sending/verdict.js';
import { isWanted, type ServedWebhook, WebhookAuthorizationsService } from '../webhook-authorizations.service.js';
import { TEST_QUEUE } from '../webhook-events.js';
import { FAILING_DAYS_MAX } from '../webhook-limits.js';
import { DeliveryBookService, type WaitingDelivery } from './delivery-book.service.js';
import type { NextRun } from './delivery-queues.js';
import { WebhookPostService } from './webhook-post.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * A result that could not be stored leads to a second delivery after this time; the receiver recognizes it by its id.
 */
const AGAIN_AFTER_MS = 1_000;

/** The signal to stop, and the callback for the end of an attempt. */
type SendingRound = Readonly<{ signal: AbortSignal; notifyDone: (deliveryId: number) => void }>;

/** The delivery to send, with its webhook. */
type DueDelivery = Readonly<{ webhook: ServedWebhook; delivery: WaitingDelivery; isTest: boolean }>;

/** Runs one step for an account of a webhook: sends the first delivery of its queue and stores the result. */
@Injectable()
export class WebhookSenderService {
  private readonly log = new Logger(WebhookSenderService.name);

  constructor(
    private readonly book: DeliveryBookService,
    private readonly standings: WebhookAuthorizationsService,
    private readonly access: AccountAccessService,
    private readonly post: WebhookPostService,
  ) {}

  async step(webhookId: number, acctId: number, round: SendingRound): Promise<NextRun> {
    try {
      const due = await this.findDue(webhookId, acctId);
      return 'delivery' in due ? await this.attempt(due, round) : due.next;
    } catch (error) {
      if (!round.signal.aborted)
        this.log.warn(`A delivery of webhook ${webhookId} is tried again soon: ${(error as Error).message}`);
      return { at: Date.now() + AGAIN_AFTER_MS };
    }
  }

  /** The first delivery of the queue, if it is due and its webhook may receive it. */
  private async findDue(webhookId: number, acctId: number): Promise<DueDelivery | Readonly<{ next: NextRun }>> {
    const webhook = await this.standings.find(webhookId);
    const isTest = acctId === TEST_QUEUE;
    if (webhook === null || !(await this.mayBeServed(webhook, isTest))) return { next: 'idle' };
    const delivery = await this.book.findNext(webhookId, acctId);
    if (delivery === null) return { next: 'idle' };
    if (!isWanted(webhook, { acctId, type: delivery.type })) return this.skip(webhookId, acctId, delivery);
    if (delivery.nextAttemptAt !== null && delivery.nextAttemptAt > Date.now())
      return { next: { at: delivery.nextAttemptAt } };
    if (acctId <= TEST_QUEUE || (await this.access.mayRead(webhook.actor, acctId)))
      return { webhook, delivery, isTest };
    await this.book.withhold(webhookId, acctId);
    return { next: 'idle' };
  }

  /** Deliveries that the webhook no longer subscribes to are skipped; later ones may be sent. */
  private async skip(webhookId: number, acctId: number, { id }: WaitingDelivery): Promise<Readonly<{ next: NextRun }>> {
    await this.book.withhold(webhookId, acctId, id);
    return { next: 'again' };
  }

  /** A test is also sent to a disabled webhook. */
  private async mayBeServed(webhook: ServedWebhook, isTest: boolean): Promise<boolean> {
    if (!(webhook.enabled || isTest)) return false;
    if (webhook.refusal !== null) await this.standings.end(webhook, webhook.refusal);
    return webhook.refusal === null;
  }

  private async attempt(
    { webhook, delivery, isTest }: DueDelivery,
    { signal, notifyDone }: SendingRound,
  ): Promise<NextRun> {
    const at = Date.now();
    const outcome = await this.post.send(webhook, delivery, signal);
    // It is unknown whether it was received; it is sent again after the next start.
    if (outcome.isAborted) return 'idle';
    const verdict = judgeDelivery(outcome, {
      tries: delivery.tries,
      isTest,
      pauses: this.post.pauses,
      now: Date.now(),
      chance: randomInt(1_000_000) / 1_000_000,
    });
    const isOutdated = await this.book.recordOutcome({ webhook, delivery, isTest }, { ...outcome, at }, verdict);
    notifyDone(delivery.id);
    if (isOutdated) return 'again';
    if (outcome.error === null || !isTest) await this.follow(webhook, outcome, at);
    return verdict.nextAttemptAt === null ? 'again' : { at: verdict.nextAttemptAt };
  }

  /** What an attempt means for the webhook as a whole. */
  private async follow(webhook: ServedWebhook, { error, status }: DeliveryOutcome, at: number): Promise<void> {
    const since = await this.book.recordFailing(webhook.id, error === null ? null : at);
    if (status === GONE)
      await this.standings.end(webhook, 'The receiver answered 410: it does not want any more messages.');
    else if (since !== null && at - since.getTime() > FAILING_DAYS_MAX * DAY_MS)
      await this.standings.end(
        webhook,
        `Nothing has arrived for ${FAILING_DAYS_MAX} days. At last, ${error ?? ''}.`.slice(0, 200),
      );
  }
}
