import { Injectable } from '@nestjs/common';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import type { AccountEvent } from '../../events/account-event.js';
import { EventLogService } from '../../events/event-log.service.js';
import { createPlaceAfter, placeFrom, placeText, THE_BEGINNING } from '../../events/event-place.js';
import { type ServedWebhook, WebhookAuthorizationsService } from '../webhook-authorizations.service.js';
import { WAITING_MAX } from '../webhook-limits.js';
import { DeliveryBookService, type DraftDelivery } from './delivery-book.service.js';

/** So many events are turned into deliveries in one transaction. */
const EVENTS_AT_ONCE = 500;

/** What came of a look at the log. `acctIds` are the accounts for which there is something to send now. */
export type FeedResult = Readonly<{
  webhook: ServedWebhook | null;
  sees: readonly number[] | 'all';
  acctIds: readonly number[];
  isThereMore: boolean;
  /** So much waits already that the rest stays in the log. */
  isFull: boolean;
}>;

const nothing: FeedResult = { webhook: null, sees: [], acctIds: [], isThereMore: false, isFull: false };

/** Turns the log of events into deliveries, for one webhook after the other, from where it stopped the last time. */
@Injectable()
export class WebhookFeederService {
  constructor(
    private readonly log: EventLogService,
    private readonly access: AccountAccessService,
    private readonly standings: WebhookAuthorizationsService,
    private readonly book: DeliveryBookService,
  ) {}

  /** Hears of what is written, until what is returned is called. */
  subscribe(listener: (events: readonly AccountEvent[]) => void): () => void {
    return this.log.subscribe(listener);
  }

  onReopened(listener: () => void): void {
    this.log.onReopened(listener);
  }

  /** The end of the log. */
  async findPosition(): Promise<string> {
    return placeText(createPlaceAfter(await this.log.findLastSeq()));
  }

  async feed(webhookId: number): Promise<FeedResult> {
    const webhook = await this.standings.find(webhookId);
    if (webhook === null || !webhook.enabled) return nothing;
    if (webhook.refusal !== null) {
      await this.standings.end(webhook, webhook.refusal);
      return nothing;
    }
    // First how far, then what may be seen: later events of an account that is no longer visible are not sent.
    const upTo = await this.log.findLastSeq();
    const sees = await this.findVisibleAccounts(webhook);
    if ((await this.book.countWaiting(webhookId)) >= WAITING_MAX) return { ...nothing, webhook, sees, isFull: true };
    return { ...nothing, webhook, sees, ...(await this.feedRound(webhook, sees, upTo)) };
  }

  /** The accounts that it asks for, of those that its user may look at. */
  private async findVisibleAccounts({ actor, acctIds }: ServedWebhook): Promise<readonly number[] | 'all'> {
    const readable = await this.access.findReadableAccounts(actor);
    if (acctIds === null) return readable;
    const requested = new Set(acctIds);
    return readable === 'all' ? acctIds : readable.filter((id) => requested.has(id));
  }

  private async feedRound(
    webhook: ServedWebhook,
    acctIds: readonly number[] | 'all',
    upTo: number,
  ): Promise<Pick<FeedResult, 'acctIds' | 'isThereMore'>> {
    const types = webhook.eventTypes === null ? null : new Set(webhook.eventTypes);
    const { events, reached } = await this.log.readSome({
      after: placeFrom(webhook.place) ?? THE_BEGINNING,
      upTo,
      acctIds,
      types,
      limit: EVENTS_AT_ONCE,
    });
    const wanted = types === null ? events : events.filter(({ type }) => types.has(type));
    const place = placeText(reached);
    if (place === webhook.place) return { acctIds: [], isThereMore: false };
    const isWritten = await this.book.write(webhook, wanted.map(toDraftDelivery), place);
    // A process that has moved the place in between has written these deliveries; what comes behind it is looked at next.
    return {
      acctIds: [...new Set(wanted.map(({ acctId }) => acctId))],
      isThereMore: !isWritten || reached.seq < upTo || reached.kind !== null,
    };
  }
}

const toDraftDelivery = ({ id, acctId, type, time, text }: AccountEvent): DraftDelivery => ({
  acctId,
  eventId: id,
  type,
  body: `{"type":"${type}","timestamp":"${new Date(time).toISOString()}","data":${text}}`,
});
