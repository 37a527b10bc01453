import { Migration } from '@mikro-orm/migrations';

/** For whom an administrator acts in a browser. */
export class Acting0010 extends Migration {
  override up(): void {
    this.addSql(`alter table "sessions" add "customer_id" int null`);
    this.addSql(
      `alter table "sessions" add constraint "sessions_customer_id_foreign" foreign key ("customer_id") references "users" ("id") on delete set null`,
    );
    this.addSql(`create index "sessions_customer_id_index" on "sessions" ("customer_id")`);
  }

  override down(): void {
    this.addSql(`alter table "sessions" drop constraint "sessions_customer_id_foreign"`);
    this.addSql(`drop index "sessions_customer_id_index"`);
    this.addSql(`alter table "sessions" drop column "customer_id"`);
  }
}
