import { IsIn, IsString, Length, MaxLength } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { IsQueryId } from '../http/id.decorator.js';
import { IsTimestampOrDay } from '../http/timestamp.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { Trim } from '../http/trim.decorator.js';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, type AuditAction, type AuditOutcome } from './audit-actions.js';

/** Which entries of the log are asked for. All conditions must hold. */
export class AuditQuestion extends PagingQuery {
  /** What was done. */
  @Optional()
  @IsIn(AUDIT_ACTIONS)
  action?: AuditAction;

  /** Whether it was granted or denied. */
  @Optional()
  @IsIn(AUDIT_OUTCOMES)
  outcome?: AuditOutcome;

  /** As whom it was done: the id of a user. */
  @Optional()
  @IsQueryId()
  user_id?: number;

  /** Who did it: the id of a user. It differs from `user_id` where an administrator acted for a customer. */
  @Optional()
  @IsQueryId()
  acting_user_id?: number;

  /**
   * By whom, or as whom: a part of the email, the first or the last name, in any case. For administrators.
   * @example "ada"
   */
  @Trim()
  @Optional()
  @IsString()
  @Length(1, 100)
  person?: string;

  /**
   * A part of what it was about, or of the address that it came from, in any case: also of the symbol or name of an instrument, a product or a group, of the name of an account, and for administrators of
   * the email or name of a user, where an entry has their numbers.
   * @example "ESZ6"
   */
  @Trim()
  @Optional()
  @IsString()
  @Length(1, 100)
  q?: string;

  /**
   * By which API key.
   * @example "Yt3bYbMr0cWd8xPnK1zQ"
   */
  @Optional()
  @IsString()
  @MaxLength(255)
  client_id?: string;

  /**
   * Not before this moment, or this day: a day begins at midnight, UTC.
   * @example "2026-01-30T15:04:05Z"
   */
  @Optional()
  @IsTimestampOrDay()
  since?: string;

  /**
   * Before this moment; or not after this day, which belongs to it until it ends at midnight, UTC.
   * @example "2026-01-31T15:04:05Z"
   */
  @Optional()
  @IsTimestampOrDay()
  until?: string;
}
