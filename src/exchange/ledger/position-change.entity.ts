import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { engineNumber, WholeNumber } from './instant.type.js';

/** A position after a command, as the row of `positions` was then. Append-only. */
@Entity({ tableName: 'position_changes' })
export class PositionChange {
  /** The command in the journal that caused it, which has its time. */
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly seq!: number;

  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly acctId!: number;

  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly instrumentId!: number;

  @Property(engineNumber())
  readonly quantity!: number;

  @Property({ type: WholeNumber })
  readonly cost!: bigint;

  @Property({ type: WholeNumber })
  readonly realised!: bigint;

  /** How many more decimals than market prices the values have. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}
