import { IsIn, IsString, MaxLength } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { IsQueryId } from '../http/id.decorator.js';
import { IsMoment } from '../http/moment.decorator.js';
import { Paging } from '../http/paging.dto.js';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, type AuditAction, type AuditOutcome } from './audit-actions.js';

/** Which entries of the log are asked for. All conditions must hold. */
export class AuditQuestion extends Paging {
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
   * By which API key.
   * @example "Yt3bYbMr0cWd8xPnK1zQ"
   */
  @Optional()
  @IsString()
  @MaxLength(255)
  client_id?: string;

  /**
   * Not before this moment.
   * @example "2026-01-30T15:04:05Z"
   */
  @Optional()
  @IsMoment()
  since?: string;

  /**
   * Before this moment.
   * @example "2026-01-31T15:04:05Z"
   */
  @Optional()
  @IsMoment()
  until?: string;
}
