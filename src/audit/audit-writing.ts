import { getClientAddress } from '../access/client-address.js';
import type { AuditAction, AuditOutcome } from './audit-actions.js';

/** An entry to write. Omitted fields are unknown. */
export type AuditNote = Readonly<{
  action: AuditAction;
  outcome?: AuditOutcome;
  userId?: number | null;
  actingUserId?: number | null;
  clientId?: string | null;
  detail?: string;
}>;

const DETAIL_MAX = 400;
const ADDRESS_MAX = 45;

/**
 * Returns an insert for use inside another SQL statement: one entry for each row of `source`, a table or a part of that statement.
 * So a change and its entry are one statement and one commit. The parameters are the result of `auditValues`, in that order.
 */
export const toAuditOrigin = (source: string): string => `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address, detail)
  select now(), ?, ?, ?::int, ?::int, ?, ?, ? from ${source}`;

/** The same as a separate statement for another transaction, with the driver's `$n` parameters. */
export function buildAuditStatement(
  note: AuditNote,
  address: string | null,
): Readonly<{ text: string; values: readonly unknown[] }> {
  let place = 0;
  return {
    text: toAuditOrigin('(values (1)) as once').replaceAll('?', () => `$${++place}`),
    values: auditValues(note, address),
  };
}

/** The same for granted actions, if `source` has the columns `action`, `user_id`, `acting_user_id`, `client_id` and `address`. */
export const toGrantedColumns = (source: string): string => `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address, detail)
  select now(), action, 'granted', user_id, acting_user_id, client_id, address, '' from ${source}`;

/** The address of the current request's client, shortened to the column's length. */
export const auditAddress = (): string | null => getClientAddress()?.slice(0, ADDRESS_MAX) ?? null;

export function auditValues(
  { action, outcome = 'granted', userId = null, actingUserId = userId, clientId = null, detail = '' }: AuditNote,
  address: string | null = auditAddress(),
): unknown[] {
  return [action, outcome, userId, actingUserId, clientId, address, detail.slice(0, DETAIL_MAX)];
}
