import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';

/** Made anew for each column, because the decorator writes into it. */
const key = () => ({ type: new BigIntType('number'), autoincrement: false });

/** What a command of the administration has done to an account, to who may use it, or to a break: whatever its own table shows only as it is now. Written once. */
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
  /** The command in the journal that brought it about; it tells when. */
  @PrimaryKey(key())
  readonly seq!: number;

  @PrimaryKey({ length: 16 })
  readonly type!: 'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed';

  @PrimaryKey(key())
  readonly acctId!: number;

  /** Which user was granted something, or which break it is; 0 for the account itself. */
  @PrimaryKey(key())
  readonly subjectId!: number;

  /** The event of the engine, as `command-text.ts` writes it. */
  @Property({ type: 'json', columnType: 'jsonb' })
  readonly event!: unknown;
}
