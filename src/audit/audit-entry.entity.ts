import { Check, Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { AuditAction, AuditOutcome } from './audit-actions.js';

/**
 * What somebody did or was refused. Rows are written once: the database itself refuses to change or delete one,
 * but for those that the job removes which says so, and that are old. (The trigger
 * against TRUNCATE stands in the migration alone, because no comparison of schemas can see it.)
 *
 * People and keys are named by id and not by foreign key, because the log outlives them.
 */
@Entity({ tableName: 'audit_entries' })
@Check({ name: 'audit_entries_outcome_check', expression: `outcome in ('granted', 'denied')` })
@Index({ name: 'audit_entries_user_id_index', properties: ['userId', 'id'] })
@Index({ name: 'audit_entries_acting_user_id_index', properties: ['actingUserId', 'id'] })
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

  /** As whom: the customer, when an administrator acted for one. Null when nobody could be told. */
  @Property({ type: 'integer', nullable: true })
  readonly userId: number | null = null;

  /** Who: the administrator, or the user themselves. */
  @Property({ type: 'integer', nullable: true })
  readonly actingUserId: number | null = null;

  /** By which key. Null when none was proven. */
  @Property({ length: 255, nullable: true })
  readonly clientId: string | null = null;

  /** From where. Null for a command or a job. */
  @Property({ length: 45, nullable: true })
  readonly address: string | null = null;

  /** What it was about, in words of ours and ids: never a secret, and never what a stranger typed. */
  @Property({ length: 400 })
  readonly detail!: string;
}
