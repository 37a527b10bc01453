import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { Actor } from '../../access/actor.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';

/**
 * A note on a break: the reason for the difference, or the action taken. Notes are never changed. The author is stored as an id
 * without a foreign key, because a note outlives its author's user record.
 */
@Entity({ tableName: 'break_notes' })
export class BreakNote {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Index()
  @ManyToOne(() => ReconciliationBreak, {
    mapToPk: true,
    fieldName: 'break_id',
    deleteRule: 'cascade',
    updateRule: 'no action',
  })
  readonly breakId: number;

  /** The author; the administrator, if one acted for a customer. */
  @Property({ type: 'integer' })
  readonly userId: number;

  @Property({ type: 'timestamptz', length: 3 })
  readonly at: Date = new Date();

  /** The list of positions that the note was posted with; null for a note of its own. */
  @Property({ type: new BigIntType('number'), nullable: true })
  readonly statementSeq: number | null;

  @Property({ length: 500 })
  readonly text: string;

  constructor(
    breakId: number,
    { actingUserId }: Pick<Actor, 'actingUserId'>,
    { text, statementSeq }: Pick<BreakNote, 'text' | 'statementSeq'>,
  ) {
    this.breakId = breakId;
    this.userId = actingUserId;
    this.text = text;
    this.statementSeq = statementSeq;
  }
}
