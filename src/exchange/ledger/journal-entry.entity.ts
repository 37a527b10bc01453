import { Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import type { CommandBody } from '../../engine/command.js';
import type { RefusalFigures } from '../../engine/refusal.js';
import { engineNumber, optionalEngineNumber, Instant } from './engine-units.type.js';

/**
 * A command with its outcome. Append-only: the database rejects updates and deletes. Replaying the payloads in the
 * order of `seq` gives every other row of the exchange. An entry with an `actionId` is an order action. Users, keys and
 * accounts have no foreign keys, because the journal outlives them and each key would be checked with every order.
 */
@Entity({ tableName: 'journal' })
@Index({
  name: 'journal_action_id_index',
  expression: 'create unique index "journal_action_id_index" on "journal" ("action_id") where action_id is not null',
})
@Index({
  name: 'journal_acct_id_index',
  expression: 'create index "journal_acct_id_index" on "journal" ("acct_id", "action_id") where action_id is not null',
})
@Index({
  name: 'journal_order_id_index',
  expression: 'create index "journal_order_id_index" on "journal" ("order_id", "action_id") where order_id is not null',
})
@Index({
  name: 'journal_user_id_index',
  expression:
    'create index "journal_user_id_index" on "journal" ("user_id", "action_id") where action_id is not null and order_id is null',
})
@Index({
  name: 'journal_at_index',
  expression:
    'create index "journal_at_index" on "journal" using brin ("at") with (pages_per_range = 32, autosummarize = on)',
})
@Index({
  name: 'journal_portions_index',
  expression: `create index "journal_portions_index" on "journal" ((("payload"->>'commandSeq')::bigint)) where type = 'ContinueCommand'`,
})
@Trigger({
  name: 'journal_stays',
  timing: 'before',
  events: ['update', 'delete'],
  body: `raise exception 'the journal is only ever added to'`,
})
export class JournalEntry {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly seq!: number;

  @Property({ type: Instant })
  readonly at!: number;

  /** The user of the command: the customer, if an administrator acted for one. 0 is the service itself. */
  @Property({ type: 'integer' })
  readonly userId!: number;

  /** The signed-in user: the administrator, or the user. */
  @Property({ type: 'integer' })
  readonly actingUserId!: number;

  @Property({ length: 255, nullable: true })
  readonly clientId!: string | null;

  @Property()
  readonly isAdministrator!: boolean;

  @Property({ type: Keyword, length: 24 })
  readonly type!: CommandBody['type'];

  /** An order action: the list of its values as in the batch, in the format of `action-values.ts`. Null for other commands. */
  @Property({ type: 'text', nullable: true })
  readonly actionValues!: string | null;

  /** Another command, without its type, in the format of `command-text.ts`; also an order action from before there were lists. */
  @Property({ type: 'json', columnType: 'jsonb', nullable: true })
  readonly payload!: unknown;

  /** The number of the order action. Null for other commands and for copies of an action. */
  @Property(optionalEngineNumber())
  readonly actionId!: number | null;

  @Property(optionalEngineNumber())
  readonly acctId!: number | null;

  /** The order that was placed or named. */
  @Property(optionalEngineNumber())
  readonly orderId!: number | null;

  /** The rejection; null if accepted. */
  @Property({ type: Keyword, length: 32, nullable: true })
  readonly refusalCode!: string | null;

  @Property({ type: 'text', nullable: true })
  readonly refusalDetail!: string | null;

  /** The figures of the rejection. Null without figures, and for rejections from before they were stored. */
  @Property({ type: 'json', columnType: 'jsonb', nullable: true })
  readonly refusalFigures!: RefusalFigures | null;
}
