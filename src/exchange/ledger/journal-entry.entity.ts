import { Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { CommandBody } from '../../engine/command.js';
import type { RefusalFigures } from '../../engine/refusal.js';
import { Instant } from './instant.type.js';

/**
 * One command, as it was given to the engine, and what the engine made of it. Written once: the database itself refuses to change
 * or delete an entry. Replaying the payloads in the order of `seq` gives every other row of the exchange again.
 *
 * An entry with an `actionId` is what `/orderactions` shows. People, keys and accounts are named by id and not by foreign key,
 * because the journal outlives them, and because each foreign key would be looked up with every order.
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
  @PrimaryKey({ type: new BigIntType('number'), autoincrement: false })
  readonly seq!: number;

  @Property({ type: Instant })
  readonly at!: number;

  /** The user for whom: the customer, when an administrator acted for one. 0 is the service itself: its clock, its operator. */
  @Property({ type: 'integer' })
  readonly userId!: number;

  /** Who: the administrator, or the user themselves. */
  @Property({ type: 'integer' })
  readonly actingUserId!: number;

  @Property({ length: 255, nullable: true })
  readonly clientId!: string | null;

  @Property()
  readonly isAdministrator!: boolean;

  @Property({ length: 24 })
  readonly type!: CommandBody['type'];

  /** The command without its type, as `command-text.ts` writes it. */
  @Property({ type: 'json', columnType: 'jsonb' })
  readonly payload!: unknown;

  /** The number of the order action; null for what is none, and for a copy of an earlier one. */
  @Property({ type: new BigIntType('number'), nullable: true })
  readonly actionId!: number | null;

  @Property({ type: new BigIntType('number'), nullable: true })
  readonly acctId!: number | null;

  /** The order that was made or meant. */
  @Property({ type: new BigIntType('number'), nullable: true })
  readonly orderId!: number | null;

  /** Why it was refused; null if it was not. */
  @Property({ length: 32, nullable: true })
  readonly refusalCode!: string | null;

  @Property({ type: 'text', nullable: true })
  readonly refusalDetail!: string | null;

  /** The numbers behind the refusal, as the engine tells them; null where there are none, and of what was refused before they were kept. */
  @Property({ type: 'json', columnType: 'jsonb', nullable: true })
  readonly refusalFigures!: RefusalFigures | null;
}
