import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import {
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
  DELIVERY_STATUSES,
  type DeliveryStatus,
} from './webhook-events.js';
import { combine, IsFilterId, IsId, IsTimestamp, Optional, Repeatable, Trim } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadable } from '../http/readable.decorator.js';
import { ACCOUNTS_MAX, DESCRIPTION_MAX, URL_MAX } from './webhook-limits.js';

const OVERLAP_SECONDS_MAX = 30 * 24 * 60 * 60;

/** May be omitted or null; null means all. */
const OrAll = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined && value !== null);

/** The purpose of a webhook. */
export const IsDescription = (): PropertyDecorator =>
  combine(IsReadable(), MaxLength(DESCRIPTION_MAX), IsString(), Trim(), Optional());

class WebhookTerms {
  /**
   * The purpose of the webhook, in visible characters.
   * @example "Books"
   */
  @IsDescription()
  description?: string;

  /**
   * The delivered event types; null means all.
   * @example ["fill", "order.accepted"]
   */
  @OrAll()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(WEBHOOK_EVENT_TYPES, { each: true })
  event_types?: WebhookEventType[] | null;

  /**
   * The accounts whose events are delivered; null means every account that you may view, now and later.
   * @example [7]
   */
  @OrAll()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(ACCOUNTS_MAX)
  @ArrayUnique()
  @IsId({ each: true })
  acct_ids?: number[] | null;

  /** Whether events are delivered. Events during the disabled time are delivered when it is enabled again. */
  @Optional()
  @IsBoolean()
  enabled?: boolean;
}

/** The body for a new webhook. */
export class NewWebhook extends WebhookTerms {
  /**
   * The URL that messages are posted to.
   * @example "https://app.example.test/events"
   */
  @IsString()
  @Length(1, URL_MAX)
  url!: string;
}

/** Changes to a webhook. Omitted fields stay as they are. */
export class ChangedWebhook extends WebhookTerms {
  /**
   * The URL that messages are posted to, including pending ones.
   * @example "https://app.example.test/events"
   */
  @Optional()
  @IsString()
  @Length(1, URL_MAX)
  url?: string;
}

/** The body for replacing a secret. */
export class WebhookRotation {
  /**
   * Seconds for which messages are signed with the old secret as well; 0 ends it at once. By default, the service's
   * setting.
   */
  @Optional()
  @IsInt()
  @Min(0)
  @Max(OVERLAP_SECONDS_MAX)
  overlap_seconds?: number;
}

/** Filters of the delivery list. Filters are combined with AND. */
export class DeliveryQuestion extends PagingQuery {
  /**
   * Deliveries with this status, or with one of several.
   * @example ["Failed"]
   */
  @Repeatable()
  @Optional()
  @IsIn(DELIVERY_STATUSES, { each: true })
  status?: DeliveryStatus[];

  /** Those about this account. */
  @IsFilterId()
  acct_id?: number;
}

/** The failed deliveries to send again. */
export class ReplayedSince {
  /**
   * Failed deliveries of events from this time on.
   * @example "2026-01-30T15:04:05Z"
   */
  @IsTimestamp()
  since!: string;
}
