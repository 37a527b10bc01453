import { Migration } from '@mikro-orm/migrations';

/** Why the books and the back office differed, as whoever resolved it wrote it down. */
export class BreakNotes0022 extends Migration {
  override up(): void {
    this.addSql(
      `create table "break_notes" ("id" bigserial primary key, "break_id" bigint not null, "user_id" int not null, "at" timestamptz(3) not null, "statement_seq" bigint null, "text" varchar(500) not null)`,
    );
    this.addSql(`create index "break_notes_break_id_index" on "break_notes" ("break_id")`);
    this.addSql(
      `alter table "break_notes" add constraint "break_notes_break_id_foreign" foreign key ("break_id") references "reconciliation_breaks" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `create index "account_changes_break_index" on "account_changes" ("subject_id", "seq") where type in ('BreakOpened', 'BreakChanged', 'BreakClosed')`,
    );
  }

  override down(): void {
    this.addSql(`drop index "account_changes_break_index"`);
    this.addSql(`drop table "break_notes"`);
  }
}
