import { Migration } from '@mikro-orm/migrations';

/** Tables of statements that somebody looks at before they are carried out, and what became of them. */
export class StatementUploads0020 extends Migration {
  override up(): void {
    this.addSql(
      `create table "statement_uploads" ("id" bigserial primary key, "user_id" int not null, "acting_user_id" int not null, "kind" varchar(9) not null, "file_name" varchar(200) not null, "content" text not null, "created_at" timestamptz(3) not null, "applied_at" timestamptz(3) null, "outcomes" jsonb null)`,
    );
    this.addSql(`create index "statement_uploads_user_id_index" on "statement_uploads" ("user_id")`);
    this.addSql(`create index "statement_uploads_acting_user_id_index" on "statement_uploads" ("acting_user_id")`);
    this.addSql(`create index "statement_uploads_created_at_index" on "statement_uploads" ("created_at")`);
    this.addSql(
      `alter table "statement_uploads" add constraint "statement_uploads_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "statement_uploads" add constraint "statement_uploads_acting_user_id_foreign" foreign key ("acting_user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "statement_uploads" add constraint "statement_uploads_kind_check" check (kind in ('money', 'positions'))`,
    );
    this.addSql(
      `alter table "statement_uploads" add constraint "statement_uploads_applied_check" check ((applied_at is null) = (outcomes is null))`,
    );
  }

  override down(): void {
    this.addSql(`drop table "statement_uploads"`);
  }
}
