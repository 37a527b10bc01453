import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { Actor } from '../../access/actor.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';

/**
 * What somebody has written down about a break: why the two sides differed, or what was done about it. Written once, and never changed. People are
 * named by id and not by foreign key, because a note outlives them.
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

  /** Who wrote it; the administrator, where one acted for a customer. */
  @Property({ type: 'integer' })
  readonly userId: number;

  @Property({ type: 'timestamptz', length: 3 })
  readonly at: Date = new Date();

  /** The list of positions that it was written for; null where it came by itself. */
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
