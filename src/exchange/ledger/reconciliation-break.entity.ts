import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import type { EngineBreak } from '../../engine/account.js';
import { Account } from './account.entity.js';
import { engineNumber, Instant } from './engine-units.type.js';

/** A difference between a list of reference positions and the books. */
@Entity({ tableName: 'reconciliation_breaks' })
export class ReconciliationBreak implements EngineBreak {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly id!: number;

  @Index()
  @ManyToOne(() => Account, { mapToPk: true, fieldName: 'acct_id' })
  readonly acctId!: number;

  @Property({ type: 'date' })
  readonly asOf!: string;

  @Property(engineNumber())
  readonly instrumentId!: number;

  @Property({ type: Keyword, length: 8 })
  readonly kind!: EngineBreak['kind'];

  @Property(engineNumber())
  readonly internal!: number;

  @Property({ ...engineNumber(), fieldName: 'reference_quantity' })
  readonly reference!: number;

  @Property(engineNumber())
  readonly difference!: number;

  @Property({ type: Keyword, length: 6 })
  readonly status!: EngineBreak['status'];

  @Property({ type: Instant })
  readonly openedAt!: number;

  @Property({ type: Instant, nullable: true })
  readonly closedAt!: number | null;
}
