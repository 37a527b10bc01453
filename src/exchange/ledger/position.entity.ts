import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { WholeNumber } from './whole-number.type.js';

/** Made anew for each column, because the decorator writes into it. */
const number = () => ({ type: new BigIntType('number') });

/**
 * What an account holds of an instrument, as the engine's holding has it: costs and profits in units of price times contracts,
 * `carried` what the bases before the reference have brought.
 */
@Entity({ tableName: 'positions' })
export class Position {
  @PrimaryKey({ ...number(), autoincrement: false })
  readonly acctId!: number;

  @PrimaryKey({ ...number(), autoincrement: false })
  readonly instrumentId!: number;

  @Property(number())
  readonly quantity!: number;

  @Property({ type: WholeNumber })
  readonly cost!: bigint;

  @Property({ type: WholeNumber })
  readonly realised!: bigint;

  @Property({ type: WholeNumber })
  readonly carriedTotal!: bigint;

  @Property({ type: WholeNumber })
  readonly carriedRealised!: bigint;

  /** The statement that it is counted from; null if from the first trade. */
  @Property({ type: 'date', nullable: true })
  readonly referenceAsOf!: string | null;

  @Property({ ...number(), nullable: true })
  readonly referenceQuantity!: number | null;

  @Property({ ...number(), nullable: true })
  readonly referencePrice!: number | null;

  /** In how many decimals more than prices of the market the reference price is counted. */
  @Property({ type: 'smallint', default: 0 })
  readonly referenceExtraDecimals!: number;

  /** The same of the cost and the profits. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;

  /** The last command that changed it. */
  @Property(number())
  readonly seq!: number;
}
