import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Account } from './account.entity.js';
import { engineNumber, Instant, keyReference } from './engine-units.type.js';

/** One line of a position statement. */
@Entity({ tableName: 'stated_positions' })
export class StatedPosition {
  @ManyToOne(() => PositionStatement, keyReference('statement_seq'))
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

/**
 * A complete list of an account's positions at the close of a date, as reported by the back office. The latest list of
 * a date counts.
 */
@Entity({ tableName: 'position_statements' })
@Index({ name: 'position_statements_acct_id_index', properties: ['acctId', 'asOf'] })
export class PositionStatement {
  /** The command in the journal, which has the user. */
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly seq!: number;

  @ManyToOne(() => Account, { mapToPk: true, fieldName: 'acct_id' })
  readonly acctId!: number;

  @Property({ type: 'date' })
  readonly asOf!: string;

  @Property({ type: Instant })
  readonly postedAt!: number;
}
