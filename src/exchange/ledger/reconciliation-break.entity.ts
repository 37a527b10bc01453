import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { EngineBreak } from '../../engine/account.js';
import { Account } from './account.entity.js';
import { Instant } from './instant.type.js';

/** Made anew for each column, because the decorator writes into it. */
const number = () => ({ type: new BigIntType('number') });

/** Where a statement of positions and our own books differ. */
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

  @Property({ length: 8 })
  readonly kind!: EngineBreak['kind'];

  @Property(number())
  readonly internal!: number;

  @Property({ ...number(), fieldName: 'reference_quantity' })
  readonly reference!: number;

  @Property(number())
  readonly difference!: number;

  @Property({ length: 6 })
  readonly status!: EngineBreak['status'];

  @Property({ type: Instant })
  readonly openedAt!: number;

  @Property({ type: Instant, nullable: true })
  readonly closedAt!: number | null;
}
