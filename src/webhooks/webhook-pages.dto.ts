import { IsIn, IsString, Length, MaxLength } from 'class-validator';
import { Optional, Trim } from '../http/fields.decorator.js';
import { URL_MAX, ACCOUNTS_MAX } from './webhook-limits.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './webhook-events.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
import { IsDescription } from './webhooks.dto.js';
import { parseId } from '../http/wire-values.js';

/** The choices for the overlap of a replaced secret, in seconds. */
type SigningOverlap = '0' | '3600' | '86400' | '604800';

/** The choices for how far back failed deliveries are sent again. */
type ReplaySpan = 'hour' | 'day' | 'week' | 'all';

const HOUR_MS = 3_600_000;
const spans: Readonly<Record<ReplaySpan, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  all: Infinity,
};

export const toTimeBefore = (now: number, span: ReplaySpan): Date => new Date(Math.max(0, now - spans[span]));

/** One word per line, or several separated by commas or spaces. */
const splitWords = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];

/** Null, which is all, for an empty field. */
export function parseEventTypes(text: string): WebhookEventType[] | null {
  const typed = splitWords(text);
  const unknown = typed.find((word) => !(WEBHOOK_EVENT_TYPES as readonly string[]).includes(word));
  if (unknown !== undefined)
    throw new InvalidRequestError([
      { pointer: '/event_types', message: `event_types must be types of events: ${WEBHOOK_EVENT_TYPES.join(', ')}` },
    ]);
  return typed.length === 0 ? null : (typed as WebhookEventType[]);
}

export function parseAccountIds(text: string): number[] | null {
  const ids = splitWords(text).map(parseId);
  const known = ids.filter((id) => id !== null);
  if (known.length < ids.length || ids.length > ACCOUNTS_MAX)
    throw new InvalidRequestError([
      { pointer: '/acct_ids', message: `acct_ids must be numbers of accounts, ${ACCOUNTS_MAX} at most` },
    ]);
  return known.length === 0 ? null : known;
}

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
  @IsDescription()
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
