import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { PositionStatement } from './position-statement.entity.js';

/** Created per column, because the decorator modifies it. */
const number = () => ({ type: new BigIntType('number') });

/** One line of such a list. */
@Entity({ tableName: 'stated_positions' })
export class StatedPosition {
  @ManyToOne(() => PositionStatement, {
    primary: true,
    mapToPk: true,
    fieldName: 'statement_seq',
    deleteRule: 'no action',
    updateRule: 'no action',
  })
  readonly statementSeq!: number;

  @PrimaryKey({ ...number(), autoincrement: false })
  readonly instrumentId!: number;

  @Property(number())
  readonly quantity!: number;

  @Property(number())
  readonly price!: number;

  /** How many more decimals than market prices the price has. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}
