import { getClientAddress } from '../access/client-address.js';
import type { AuditAction, AuditOutcome } from './audit-actions.js';

/** An entry about to be written. What is left out is not known. */
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
 * The writing of an entry, for the statements of others: one entry for each row of `source`, a part of the statement or a
 * table. So a grant and its entry are one statement and one commit. The values are those of `auditValues`, in that order.
 */
export const auditFrom = (source: string): string => `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address, detail)
  select now(), ?, ?, ?::int, ?::int, ?, ?, ? from ${source}`;

/** The same as one statement of somebody else's transaction, in the spelling of the driver. */
export function auditStatement(
  note: AuditNote,
  address: string | null,
): Readonly<{ text: string; values: readonly unknown[] }> {
  let place = 0;
  return {
    text: auditFrom('(values (1)) as once').replaceAll('?', () => `$${++place}`),
    values: auditValues(note, address),
  };
}

/** The same for what was granted, where the source has everything in columns of its own: `action`, `user_id`, `acting_user_id`, `client_id`, `address`. */
export const grantedFrom = (source: string): string => `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address, detail)
  select now(), action, 'granted', user_id, acting_user_id, client_id, address, '' from ${source}`;

/** From where the caller of this moment comes, as it is written down. */
export const auditAddress = (): string | null => getClientAddress()?.slice(0, ADDRESS_MAX) ?? null;

export function auditValues(
  { action, outcome = 'granted', userId = null, actingUserId = userId, clientId = null, detail = '' }: AuditNote,
  address: string | null = auditAddress(),
): unknown[] {
  return [action, outcome, userId, actingUserId, clientId, address, detail.slice(0, DETAIL_MAX)];
}
