import { Check, Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { AuditAction, AuditOutcome } from './audit-actions.js';

/**
 * An action that a caller performed or was denied. Rows are written once: a trigger rejects every update, and every delete but
 * those of old rows by the retention job. (The trigger against TRUNCATE is in the migration only, because schema comparison does
 * not see it.)
 *
 * Users and API keys are stored as ids without foreign keys, because the log outlives them.
 */
@Entity({ tableName: 'audit_entries' })
@Check({ name: 'audit_entries_outcome_check', expression: `outcome in ('granted', 'denied')` })
@Index({ name: 'audit_entries_user_id_index', properties: ['userId', 'id'] })
@Index({
  name: 'audit_entries_on_behalf_index',
  expression: `create index "audit_entries_on_behalf_index" on "audit_entries" ("acting_user_id", "id") where acting_user_id is distinct from user_id`,
})
@Index({ name: 'audit_entries_client_id_index', properties: ['clientId', 'id'] })
@Trigger({
  name: 'audit_entries_stay',
  timing: 'before',
  events: ['update', 'delete'],
  body: `if tg_op = 'DELETE' and current_setting('kontor.audit_retention', true) = 'on' and old.at < now() - interval '30 days' then return old; end if; raise exception 'the audit log is only ever added to'`,
})
export class AuditEntry {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Property({ type: 'timestamptz', length: 3 })
  readonly at!: Date;

  @Property({ length: 40 })
  readonly action!: AuditAction;

  @Property({ length: 10 })
  readonly outcome!: AuditOutcome;

  /** The user of the action; the customer, if an administrator acted for one. Null if unknown. */
  @Property({ type: 'integer', nullable: true })
  readonly userId: number | null = null;

  /** The user who was signed in: the administrator who acted for a customer, or the user. */
  @Property({ type: 'integer', nullable: true })
  readonly actingUserId: number | null = null;

  /** The authenticated API key. Null without one. */
  @Property({ length: 255, nullable: true })
  readonly clientId: string | null = null;

  /** The client's IP address. Null for a command-line tool or a job. */
  @Property({ length: 45, nullable: true })
  readonly address: string | null = null;

  /** The kind of the object of the action: `user`, `account`, `key`, `route` and so on. */
  @Property({ length: 20, nullable: true })
  readonly subjectType: string | null = null;

  /** The id of the object. Never contains secrets or text typed by an unauthenticated client, nor do the other facts. */
  @Property({ length: 255, nullable: true })
  readonly subjectId: string | null = null;

  /** Further facts by name. Other subjects are named after their kind; `fields` lists changed fields. */
  @Property({ type: 'json', nullable: true })
  readonly changes: Readonly<Record<string, unknown>> | null = null;

  /** The error code of a denied action, or the reason of the service. */
  @Property({ length: 400, nullable: true })
  readonly reason: string | null = null;

  /** The sentence of an entry from before the columns above. Later entries have none: the text is made when the log is read. */
  @Property({ length: 400, nullable: true })
  readonly detail: string | null = null;
}
