import type { AuditAction, AuditOutcome } from './audit-actions.js';
import { type DetailPart, isMentioned } from './audit-detail.js';
import type { AuditEntry } from './audit-entry.entity.js';

/**
 * An entry of the audit log.
 * @example { "id": 7, "at": "2026-01-30T15:04:05.000Z", "action": "key.created", "outcome": "granted", "user_id": 2, "acting_user_id": 1, "client_id": "Yt3bYbMr0cWd8xPnK1zQ", "address": "192.0.2.7", "detail": "key q0W7vS2mB9xJ4nK8pL1r" }
 */
export type AuditEntryView = Readonly<{
  id: number;
  at: string;
  action: AuditAction;
  outcome: AuditOutcome;
  /** The user of the action. Null if unknown. */
  user_id: number | null;
  /** The user who was signed in. Differs from `user_id` if an administrator acted for a customer. */
  acting_user_id: number | null;
  /** The authenticated API key. Null without one. */
  client_id: string | null;
  /** The client's IP address. Null for a command-line tool or a job. */
  address: string | null;
  detail: string;
}>;

export function toAuditEntryView(
  { id, at, action, outcome, userId, actingUserId, clientId, address }: AuditEntry,
  detail: readonly DetailPart[],
): AuditEntryView {
  return {
    id,
    at: at.toISOString(),
    action,
    outcome,
    user_id: userId,
    acting_user_id: actingUserId,
    client_id: clientId,
    address,
    detail: detail
      .map((part) => (isMentioned(part) ? part.text : part))
      .join('')
      .slice(0, DETAIL_MAX),
  };
}

const DETAIL_MAX = 400;

export const AUDIT_COLUMNS = [
  'id',
  'at',
  'action',
  'outcome',
  'user_id',
  'user_name',
  'acting_user_id',
  'actor_name',
  'client_id',
  'address',
  'detail',
];
