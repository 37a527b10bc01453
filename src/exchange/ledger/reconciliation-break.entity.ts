import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Keyword } from '../../database/keyword.type.js';
import type { EngineBreak } from '../../engine/account.js';
import { Account } from './account.entity.js';
import { Instant } from './instant.type.js';

/** Created per column, because the decorator modifies it. */
const number = () => ({ type: new BigIntType('number') });

/** A difference between a list of reference positions and the books. */
@Entity({ tableName: 'reconciliation_breaks' })
export class ReconciliationBreak implements EngineBreak {
  @PrimaryKey({ ...number(), autoincrement: false })
  readonly id!: number;

  @Index()
  @ManyToOne(() => Account, { mapToPk: true, fieldName: 'acct_id' })
  readonly acctId!: number;

  @Property({ type: 'date' })
  readonly asOf!: string;

  @Property(number())
  readonly instrumentId!: number;

  @Property({ type: Keyword, length: 8 })
  readonly kind!: EngineBreak['kind'];

  @Property(number())
  readonly internal!: number;

  @Property({ ...number(), fieldName: 'reference_quantity' })
  readonly reference!: number;

  @Property(number())
  readonly difference!: number;

  @Property({ type: Keyword, length: 6 })
  readonly status!: EngineBreak['status'];

  @Property({ type: Instant })
  readonly openedAt!: number;

  @Property({ type: Instant, nullable: true })
  readonly closedAt!: number | null;
}
