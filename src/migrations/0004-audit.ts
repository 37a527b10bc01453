import { Migration } from '@mikro-orm/migrations';

/** The audit log, which the database itself keeps from being changed. */
export class Audit0004 extends Migration {
  override up(): void {
    this.addSql(`create table "audit_entries" (
        "id" bigserial primary key,
        "at" timestamptz(3) not null,
        "action" varchar(40) not null,
        "outcome" varchar(10) not null,
        "user_id" int null,
        "acting_user_id" int null,
        "client_id" varchar(255) null,
        "address" varchar(45) null,
        "detail" varchar(400) not null
      )`);
    this.addSql(`create index "audit_entries_user_id_index" on "audit_entries" ("user_id", "id")`);
    this.addSql(`create index "audit_entries_acting_user_id_index" on "audit_entries" ("acting_user_id", "id")`);
    this.addSql(`create index "audit_entries_client_id_index" on "audit_entries" ("client_id", "id")`);
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_outcome_check" check (outcome in ('granted', 'denied'))`,
    );
    this.addSql(
      `create or replace function "audit_entries_audit_entries_stay_fn"() returns trigger as $$ begin raise exception 'the audit log is only ever added to'; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "audit_entries_stay" BEFORE UPDATE OR DELETE on "audit_entries" for each ROW execute function "audit_entries_audit_entries_stay_fn"()`,
    );
    this.addSql(
      `create trigger "audit_entries_stay_all" BEFORE TRUNCATE on "audit_entries" for each STATEMENT execute function "audit_entries_audit_entries_stay_fn"()`,
    );
  }

  override down(): void {
    this.addSql(`drop table "audit_entries"`);
    this.addSql(`drop function "audit_entries_audit_entries_stay_fn"()`);
  }
}
