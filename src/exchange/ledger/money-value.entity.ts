import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Account } from './account.entity.js';
import { Instant } from './instant.type.js';
import { WholeNumber } from './whole-number.type.js';

/**
 * The value of an account at the close of a date as reported by the back office, in ten-thousandths. A correction is a
 * new version; the highest counts.
 */
@Entity({ tableName: 'money_values' })
export class MoneyValue {
  @ManyToOne(() => Account, {
    primary: true,
    mapToPk: true,
    fieldName: 'acct_id',
    deleteRule: 'no action',
    updateRule: 'no action',
  })
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
  @Property({ type: new BigIntType('number') })
  readonly seq!: number;

  @Property({ type: Instant })
  readonly postedAt!: number;
}
