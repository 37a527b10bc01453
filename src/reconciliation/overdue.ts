/** A break is overdue while it is open and its due date has passed, in UTC. Decided here for one break and for a list in the database. */
import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import type { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';

const toDate = (now: number): string => new Date(now).toISOString().slice(0, 10);

export const isOverdue = (
  { status }: Pick<ReconciliationBreak, 'status'>,
  dueOn: string | null,
  now: number,
): boolean => status === 'Open' && dueOn !== null && dueOn < toDate(now);

export const createOverdueCondition = (now: number): FilterQuery<ReconciliationBreak> => ({
  status: 'Open',
  id: { $in: raw('(select a.break_id from break_assignments a where a.due_on < ?)', [toDate(now)]) },
});
