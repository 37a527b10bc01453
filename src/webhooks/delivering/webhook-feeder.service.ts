import { Injectable } from '@nestjs/common';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import type { AccountEvent } from '../../events/account-event.js';
import { EventLogService } from '../../events/event-log.service.js';
import { createPlaceAfter, placeFrom, placeText, THE_BEGINNING } from '../../events/event-place.js';
import { type ServedWebhook, WebhookAuthorizationsService } from '../webhook-authorizations.service.js';
import { DeliveryBookService, type DraftDelivery } from './delivery-book.service.js';

/** The number of events that become deliveries in one transaction. */
const EVENTS_AT_ONCE = 500;

/** The result of reading the log. `acctIds` are the accounts with something to send. */
export type FeedResult = Readonly<{
  webhook: ServedWebhook | null;
  sees: readonly number[] | 'all';
  acctIds: readonly number[];
  isThereMore: boolean;
  /** With this many waiting deliveries, further events stay in the log. */
  isFull: boolean;
}>;

const nothing: FeedResult = { webhook: null, sees: [], acctIds: [], isThereMore: false, isFull: false };

/** Turns events into deliveries, one webhook after another, from its position in the log. */
@Injectable()
export class WebhookFeederService {
  constructor(
    private readonly log: EventLogService,
    private readonly access: AccountAccessService,
    private readonly standings: WebhookAuthorizationsService,
    private readonly book: DeliveryBookService,
  ) {}

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
    // First the end of the range, then the visible accounts: later events of an account that is no longer visible are not sent.
    const upTo = await this.log.findLastSeq();
    const sees = await this.findVisibleAccounts(webhook);
    if (await this.book.isFull(webhookId)) return { ...nothing, webhook, sees, isFull: true };
    return { ...nothing, webhook, sees, ...(await this.feedRound(webhook, sees, upTo)) };
  }

  /** The subscribed accounts that its user may view. */
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
    const types = webhook.eventTypes === null ? null : new Set(webhook.eventTypes.filter((type) => type !== 'alert'));
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
    // Another process that moved the position has written these deliveries; later events are read next.
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
