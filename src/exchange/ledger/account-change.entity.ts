import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import { engineNumber } from './instant.type.js';

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
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly seq!: number;

  @PrimaryKey({ type: Keyword, length: 16 })
  readonly type!: 'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed';

  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly acctId!: number;

  /** The granted user or the break; 0 for the account itself. */
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly subjectId!: number;

  /** The event of the engine, in the format of `command-text.ts`. */
  @Property({ type: 'json', columnType: 'jsonb' })
  readonly event!: unknown;
}
