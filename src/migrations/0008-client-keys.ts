import { Migration } from '@mikro-orm/migrations';

/** When keys were last used, and which of them ask for a nonce. */
export class ClientKeys0008 extends Migration {
  override up(): void {
    this.addSql(
      `create table "key_uses" ("client_id" varchar(255) not null, "last_used_at" timestamptz(3) not null, primary key ("client_id"))`,
    );
    this.addSql(`alter table "clients" add "require_nonce" boolean not null default false`);
    this.addSql(
      `alter table "key_uses" add constraint "key_uses_client_id_foreign" foreign key ("client_id") references "clients" ("client_id") on update cascade on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "key_uses" cascade`);
    this.addSql(`alter table "clients" drop column "require_nonce"`);
  }
}
