import { Entity, Index, ManyToOne, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';
import { User } from '../users/user.entity.js';

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
