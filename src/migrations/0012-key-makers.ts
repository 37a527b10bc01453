import { Migration } from '@mikro-orm/migrations';

/** Which administrator knows a customer's secret, because they made it on the customer's behalf. */
export class KeyMakers0012 extends Migration {
  override up(): void {
    this.addSql(`alter table "clients" add "made_by" int null`);
    this.addSql(
      `alter table "clients" add constraint "clients_made_by_foreign" foreign key ("made_by") references "users" ("id") on delete cascade`,
    );
    this.addSql(`create index "clients_made_by_index" on "clients" ("made_by")`);
  }

  override down(): void {
    this.addSql(`alter table "clients" drop constraint "clients_made_by_foreign"`);
    this.addSql(`drop index "clients_made_by_index"`);
    this.addSql(`alter table "clients" drop column "made_by"`);
  }
}
