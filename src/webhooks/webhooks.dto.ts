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
import { EVENT_TYPES, type EventType } from '../events/account-event.js';
import { IsId, IsQueryId } from '../http/id.decorator.js';
import { IsTimestamp } from '../http/timestamp.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadable } from '../http/readable.decorator.js';
import { Repeatable } from '../http/repeatable.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery-status.js';
import { ACCOUNTS_MAX, DESCRIPTION_MAX, URL_MAX } from './webhook-limits.js';

const OVERLAP_SECONDS_MAX = 30 * 24 * 60 * 60;

/** May be left out, and may be null, which means all. */
const OrAll = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined && value !== null);

class WebhookTerms {
  /**
   * What it is for, in characters that can be seen.
   * @example "Books"
   */
  @Optional()
  @Trim()
  @IsString()
  @MaxLength(DESCRIPTION_MAX)
  @IsReadable()
  description?: string;

  /**
   * The types of events that are delivered; null is all of them.
   * @example ["fill", "order.accepted"]
   */
  @OrAll()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(EVENT_TYPES, { each: true })
  event_types?: EventType[] | null;

  /**
   * The accounts whose events are delivered; null is every account that you may look at, now and later.
   * @example [7]
   */
  @OrAll()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(ACCOUNTS_MAX)
  @ArrayUnique()
  @IsId({ each: true })
  acct_ids?: number[] | null;

  /** Whether anything is delivered. What happens while it is disabled is delivered when it is enabled again. */
  @Optional()
  @IsBoolean()
  enabled?: boolean;
}

/** The body for a new webhook. */
export class NewWebhook extends WebhookTerms {
  /**
   * Where the messages are posted to.
   * @example "https://app.example.test/events"
   */
  @IsString()
  @Length(1, URL_MAX)
  url!: string;
}

/** What is to be different about a webhook. What is not said stays. */
export class ChangedWebhook extends WebhookTerms {
  /**
   * Where the messages are posted to from now on, those included that are on their way.
   * @example "https://app.example.test/events"
   */
  @Optional()
  @IsString()
  @Length(1, URL_MAX)
  url?: string;
}

/** The body for replacing a secret. */
export class WebhookRotation {
  /** For how many seconds messages are signed with the old secret as well; 0 ends it at once. Without it, as the service is set up. */
  @Optional()
  @IsInt()
  @Min(0)
  @Max(OVERLAP_SECONDS_MAX)
  overlap_seconds?: number;
}

/** Which deliveries are asked for. All conditions must hold. */
export class DeliveryQuestion extends PagingQuery {
  /**
   * Those that have this status now, or one of several.
   * @example ["Failed"]
   */
  @Repeatable()
  @Optional()
  @IsIn(DELIVERY_STATUSES, { each: true })
  status?: DeliveryStatus[];

  /** Those about this account. */
  @Optional()
  @IsQueryId()
  acct_id?: number;
}

/** Which deliveries are to be sent again. */
export class ReplayedSince {
  /**
   * Those that were made at this moment or later, and have failed.
   * @example "2026-01-30T15:04:05Z"
   */
  @IsTimestamp()
  since!: string;
}
