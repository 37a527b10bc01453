import { getClientAddress } from '../database/unit-of-work.js';
import type { AuditAction, AuditOutcome } from './audit-actions.js';
import type { AuditSubject } from './audit-detail.js';

/** An entry to write. Omitted fields are unknown. */
export type AuditNote = Readonly<{
  action: AuditAction;
  outcome?: AuditOutcome;
  userId?: number | null;
  actingUserId?: number | null;
  clientId?: string | null;
  /** The object of the action. */
  subject?: readonly [type: AuditSubjectType, id: number | string];
  /** Further facts for the detail, by the names in its template (audit-words.ts). */
  changes?: Readonly<Record<string, unknown>>;
  reason?: string;
}>;

/** What an action is about: a subject that the log names, or another object. */
type AuditSubjectType = AuditSubject | 'key' | 'route' | 'session' | 'webhook';

/** What a caller records of its own action. */
export type AuditedAction = Pick<AuditNote, 'action' | 'outcome' | 'subject' | 'changes' | 'reason'>;

const REASON_MAX = 400;
const ADDRESS_MAX = 45;

/**
 * Returns an insert for use inside another SQL statement: one entry for each row of `source`, a table or a part of that statement.
 * So a change and its entry are one statement and one commit. The parameters are the result of `auditValues`, in that order.
 */
export const toAuditOrigin = (source: string): string => `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address, subject_type, subject_id, changes, reason)
  select now(), ?, ?, ?::int, ?::int, ?, ?, ?, ?, ?::jsonb, ? from ${source}`;

/** The same for granted actions, if `source` has the columns `action`, `user_id`, `acting_user_id`, `client_id` and `address`. */
export const toGrantedColumns = (source: string): string => `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address)
  select now(), action, 'granted', user_id, acting_user_id, client_id, address from ${source}`;

/** An insert of so many entries, with the results of `auditValues` one after another. */
export const buildAuditInsert = (count: number): string =>
  `insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address, subject_type, subject_id, changes, reason)
  values ${Array.from({ length: count }, () => '(now(), ?, ?, ?::int, ?::int, ?, ?, ?, ?, ?::jsonb, ?)').join(', ')}`;

/** One entry as a statement for another transaction, with the driver's `$n` parameters. */
export function buildAuditStatement(
  note: AuditNote,
  address: string | null,
): Readonly<{ text: string; values: readonly unknown[] }> {
  let place = 0;
  return { text: buildAuditInsert(1).replaceAll('?', () => `$${++place}`), values: auditValues(note, address) };
}

/** The address of the current request's client, shortened to the column's length. */
export const auditAddress = (): string | null => getClientAddress()?.slice(0, ADDRESS_MAX) ?? null;

export function auditValues(
  { userId = null, actingUserId = userId, clientId = null, ...note }: AuditNote,
  address: string | null = auditAddress(),
): unknown[] {
  const { action, outcome = 'granted' } = note;
  return [action, outcome, userId, actingUserId, clientId, address, ...toFactValues(note)];
}

function toFactValues({ subject, changes, reason }: Pick<AuditNote, 'subject' | 'changes' | 'reason'>): unknown[] {
  const [type, id] = subject === undefined ? [null, null] : [subject[0], String(subject[1])];
  return [type, id, changes ? JSON.stringify(changes) : null, reason?.slice(0, REASON_MAX) ?? null];
}
