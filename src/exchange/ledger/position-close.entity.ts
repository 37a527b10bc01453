import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { WholeNumber } from './whole-number.type.js';

/** Made anew for each column, because the decorator writes into it. */
const number = () => ({ type: new BigIntType('number') });

/** A position as a session left it, and what the session did to its quantity. A later statement may restate it. */
@Entity({ tableName: 'position_closes' })
export class PositionClose {
  @PrimaryKey({ ...number(), autoincrement: false })
  readonly acctId!: number;

  @PrimaryKey({ ...number(), autoincrement: false })
  readonly instrumentId!: number;

  @PrimaryKey({ type: 'date' })
  readonly sessionDate!: string;

  @Property(number())
  readonly quantity!: number;

  @Property(number())
  readonly net!: number;

  /** At which price it was valued; null where there was none. */
  @Property({ ...number(), nullable: true })
  readonly mark!: number | null;

  /** In how many decimals more than prices of the market the mark is counted: it may be the price of a reference. */
  @Property({ type: 'smallint', default: 0 })
  readonly markExtraDecimals!: number;

  @Property({ type: WholeNumber })
  readonly profitTotal!: bigint;

  @Property({ type: WholeNumber })
  readonly profitRealised!: bigint;

  /** The same of the profits. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}
