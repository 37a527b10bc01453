import { Entity, Index, ManyToOne, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { User } from '../../users/user.entity.js';

/** Who resolves a break, and until when. A break without a row is nobody's and is never overdue. */
@Entity({ tableName: 'break_assignments' })
export class BreakAssignment {
  @OneToOne(() => ReconciliationBreak, {
    primary: true,
    mapToPk: true,
    fieldName: 'break_id',
    deleteRule: 'cascade',
    updateRule: 'no action',
  })
  readonly breakId!: number;

  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'assignee_id', nullable: true, deleteRule: 'set null' })
  readonly assigneeId: number | null = null;

  @Property({ type: 'date', nullable: true })
  readonly dueOn: string | null = null;
}

/** The day of due dates, in UTC. */
export const toDueDate = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** A break is overdue while it is open and its due date has passed, in UTC: for one break, and as a condition for the list. */
export const isOverdue = (
  { status }: Pick<ReconciliationBreak, 'status'>,
  dueOn: string | null,
  now: number,
): boolean => status === 'Open' && dueOn !== null && dueOn < toDueDate(now);

export const createOverdueCondition = (now: number): FilterQuery<ReconciliationBreak> => ({
  status: 'Open',
  id: { $in: raw('(select a.break_id from break_assignments a where a.due_on < ?)', [toDueDate(now)]) },
});
