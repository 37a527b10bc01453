import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { WholeNumber } from './whole-number.type.js';

/** Created per column, because the decorator modifies it. */
const number = () => ({ type: new BigIntType('number') });

/** A position at the close of a session, with the session's change. A later statement may restate it. */
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

  /** The valuation price; null without one. */
  @Property({ ...number(), nullable: true })
  readonly mark!: number | null;

  /** How many more decimals than market prices the mark has: it may be the price of a reference position. */
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
