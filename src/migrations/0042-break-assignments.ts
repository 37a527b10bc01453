import { Migration } from '@mikro-orm/migrations';

export class BreakAssignments0042 extends Migration {
  override up(): void {
    this.addSql(
      `create table "break_assignments" ("break_id" bigint not null, "assignee_id" int null, "due_on" date null, primary key ("break_id"))`,
    );
    this.addSql(`create index "break_assignments_assignee_id_index" on "break_assignments" ("assignee_id")`);
    this.addSql(
      `alter table "break_assignments" add constraint "break_assignments_break_id_foreign" foreign key ("break_id") references "reconciliation_breaks" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "break_assignments" add constraint "break_assignments_assignee_id_foreign" foreign key ("assignee_id") references "users" ("id") on delete set null`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "break_assignments" cascade`);
  }
}
