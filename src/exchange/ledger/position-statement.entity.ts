import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Account } from './account.entity.js';
import { Instant } from './instant.type.js';

/** The complete list of an account's positions at the close of a date, as the back office has it. Of one date, the latest counts. */
@Entity({ tableName: 'position_statements' })
@Index({ name: 'position_statements_acct_id_index', properties: ['acctId', 'asOf'] })
export class PositionStatement {
  /** The command in the journal that said so; it tells who. */
  @PrimaryKey({ type: new BigIntType('number'), autoincrement: false })
  readonly seq!: number;

  @ManyToOne(() => Account, { mapToPk: true, fieldName: 'acct_id' })
  readonly acctId!: number;

  @Property({ type: 'date' })
  readonly asOf!: string;

  @Property({ type: Instant })
  readonly postedAt!: number;
}
