import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PositionStatement } from './position-statement.entity.js';
import { engineNumber } from './instant.type.js';

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

  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly instrumentId!: number;

  @Property(engineNumber())
  readonly quantity!: number;

  @Property(engineNumber())
  readonly price!: number;

  /** How many more decimals than market prices the price has. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}
