import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Keyword } from '../../database/keyword.type.js';

/** Created per column, because the decorator modifies it. */
const key = () => ({ type: new BigIntType('number'), autoincrement: false });

/**
 * A change of an account, its grants or a break by a command; their own tables have only the current state.
 * Append-only.
 */
@Entity({ tableName: 'account_changes' })
@Index({
  name: 'account_changes_granted_index',
  expression: `create index "account_changes_granted_index" on "account_changes" ("subject_id", "seq") where type = 'AccountGranted'`,
})
@Index({
  name: 'account_changes_break_index',
  expression: `create index "account_changes_break_index" on "account_changes" ("subject_id", "seq") where type in ('BreakOpened', 'BreakChanged', 'BreakClosed')`,
})
export class AccountChange {
  /** The command in the journal that caused it, which has its time. */
  @PrimaryKey(key())
  readonly seq!: number;

  @PrimaryKey({ type: Keyword, length: 16 })
  readonly type!: 'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed';

  @PrimaryKey(key())
  readonly acctId!: number;

  /** The granted user or the break; 0 for the account itself. */
  @PrimaryKey(key())
  readonly subjectId!: number;

  /** The event of the engine, in the format of `command-text.ts`. */
  @Property({ type: 'json', columnType: 'jsonb' })
  readonly event!: unknown;
}
