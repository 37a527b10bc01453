import { Migration } from '@mikro-orm/migrations';

/** Halted and closed instruments get what the audit log has of the change: the latest one of a status is that of the present status. */
export class StatusSetters0050 extends Migration {
  override up(): void {
    this.addSql(`alter table "instruments" add "status_since" timestamptz(3) null, add "status_set_by" bigint null`);
    this
      .addSql(`update instruments set status_since = changed.at, status_set_by = coalesce(changed.acting_user_id, changed.user_id)
from (select distinct on (subject_id) subject_id, at, acting_user_id, user_id from audit_entries
  where action = 'instrument.changed' and outcome = 'granted' and changes->'fields' @> '[["status"]]'
    and subject_id in (select id::text from instruments where given_status <> 'Open')
  order by subject_id, id desc) changed
where given_status <> 'Open' and changed.subject_id = instruments.id::text`);
  }

  override down(): void {
    this.addSql(`alter table "instruments" drop column "status_since", drop column "status_set_by"`);
  }
}
