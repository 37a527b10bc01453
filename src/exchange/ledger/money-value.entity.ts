import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Account } from './account.entity.js';
import { engineNumber, Instant, keyReference, WholeNumber } from './engine-units.type.js';

/**
 * The value of an account at the close of a date as reported by the back office, in ten-thousandths. A correction is a
 * new version; the highest counts.
 */
@Entity({ tableName: 'money_values' })
export class MoneyValue {
  @ManyToOne(() => Account, keyReference('acct_id'))
  readonly acctId!: number;

  @PrimaryKey({ type: 'date' })
  readonly asOf!: string;

  @PrimaryKey({ type: 'integer', autoincrement: false })
  readonly version!: number;

  @Property({ type: WholeNumber })
  readonly cashBalance!: bigint;

  @Property({ type: WholeNumber })
  readonly netLiq!: bigint;

  /** The command in the journal, which has the user. */
  @Index()
  @Property(engineNumber())
  readonly seq!: number;

  @Property({ type: Instant })
  readonly postedAt!: number;
}
