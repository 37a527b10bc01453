import { IsIn, IsString, MaxLength } from 'class-validator';
import { IsFilterId, IsSearchText, IsTimestampOrDay, Optional } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, type AuditAction, type AuditOutcome } from './audit-actions.js';

/** Filters of the audit log. Filters are combined with AND. */
export class AuditQuestion extends PagingQuery {
  /** The action. */
  @Optional()
  @IsIn(AUDIT_ACTIONS)
  action?: AuditAction;

  /** Whether the action was granted or denied. */
  @Optional()
  @IsIn(AUDIT_OUTCOMES)
  outcome?: AuditOutcome;

  /** The user of the action, by number: the customer, if an administrator acted for one. */
  @IsFilterId()
  user_id?: number;

  /** The user who was signed in, by number. Differs from `user_id` if an administrator acted for a customer. */
  @IsFilterId()
  acting_user_id?: number;

  /**
   * The user of the action, by number or by part of the email or name (case-insensitive). For administrators.
   * @example "ada@example.org"
   */
  @IsSearchText()
  user?: string;

  /**
   * The user who was signed in, by number or by part of the email or name (case-insensitive). For administrators.
   * @example "7"
   */
  @IsSearchText()
  acting_user?: string;

  /**
   * Part of the email or name (case-insensitive) of either user. For administrators.
   * @example "ada"
   */
  @IsSearchText()
  person?: string;

  /**
   * Part of the detail or of the client address (case-insensitive). Also finds entries by the symbol or name of an instrument,
   * product or product group, by account name and, for administrators, by a user's email or name.
   * @example "ESZ6"
   */
  @IsSearchText()
  q?: string;

  /**
   * The client id of the API key.
   * @example "Yt3bYbMr0cWd8xPnK1zQ"
   */
  @Optional()
  @IsString()
  @MaxLength(255)
  client_id?: string;

  /**
   * The earliest time, or the first day. A day begins at midnight UTC.
   * @example "2026-01-30T15:04:05Z"
   */
  @Optional()
  @IsTimestampOrDay()
  since?: string;

  /**
   * The end time (exclusive), or the last day (inclusive). A day ends at midnight UTC.
   * @example "2026-01-31T15:04:05Z"
   */
  @Optional()
  @IsTimestampOrDay()
  until?: string;
}
