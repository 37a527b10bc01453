import { IsIn, IsString, Length, MaxLength } from 'class-validator';
import { Optional, Trim } from '../http/fields.decorator.js';
import { IsReadable } from '../http/readable.decorator.js';
import { DESCRIPTION_MAX, URL_MAX } from './webhook-limits.js';
import type { SigningOverlap, ReplaySpan } from './webhook-form.js';

/** A thousand account numbers at their greatest length. */
const LINES_MAX = 20_000;

const OVERLAPS: readonly SigningOverlap[] = ['0', '3600', '86400', '604800'];
const SPANS: readonly ReplaySpan[] = ['hour', 'day', 'week', 'all'];

/** The form for changing a webhook. */
export class WebhookForm {
  /**
   * The URL that messages are posted to.
   * @example "https://app.example.test/events"
   */
  @Trim()
  @IsString()
  @Length(1, URL_MAX)
  url!: string;

  /**
   * The purpose of the webhook, in visible characters.
   * @example "Books"
   */
  @Optional()
  @Trim()
  @IsString()
  @MaxLength(DESCRIPTION_MAX)
  @IsReadable()
  description?: string;

  /**
   * Event types, one per line or one per field of this name; none means all.
   * @example "fill"
   */
  @Optional()
  @IsString()
  @MaxLength(LINES_MAX)
  event_types?: string;

  /**
   * Account numbers, one per line or one per field of this name; none means all.
   * @example "7"
   */
  @Optional()
  @IsString()
  @MaxLength(LINES_MAX)
  acct_ids?: string;
}

/** The form for a new webhook. */
export class NewWebhookForm extends WebhookForm {
  /**
   * The API key of the webhook.
   * @example "Yt3bYbMr0cWd8xPnK1zQ"
   */
  @IsString()
  @Length(1, 255)
  client_id!: string;
}

/** Whether the webhook is enabled. */
export class StateForm {
  @IsIn(['yes', 'no'])
  enabled!: 'yes' | 'no';
}

/** The form for replacing a secret. */
export class WebhookRotationForm {
  /** Seconds for which messages are signed with the old secret as well. */
  @IsIn(OVERLAPS)
  overlap!: SigningOverlap;
}

/** The failed deliveries to send again. */
export class ReplayForm {
  @IsIn(SPANS)
  span!: ReplaySpan;
}
