import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { WholeNumber } from './whole-number.type.js';

/** Created per column, because the decorator modifies it. */
const number = () => ({ type: new BigIntType('number') });

/** A position after a command, as the row of `positions` was then. Append-only. */
@Entity({ tableName: 'position_changes' })
export class PositionChange {
  /** The command in the journal that caused it, which has its time. */
  @PrimaryKey({ ...number(), autoincrement: false })
  readonly seq!: number;

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

  /** How many more decimals than market prices the values have. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}
