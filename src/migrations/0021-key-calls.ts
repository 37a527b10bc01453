import { Migration } from '@mikro-orm/migrations';

/** The last requests of each API key, for whoever is building an application with it. */
export class KeyCalls0021 extends Migration {
  override up(): void {
    this.addSql(
      `create table "key_calls" ("id" bigserial primary key, "client_id" varchar(255) not null, "at" timestamptz(3) not null, "request_id" varchar(64) not null, "method" varchar(20) not null, "route" varchar(200) null, "address" varchar(600) not null, "status" smallint not null, "milliseconds" double precision not null, "code" varchar(64) null, "is_proven" boolean not null)`,
    );
    this.addSql(`create index "key_calls_client_id_index" on "key_calls" ("client_id", "id")`);
    this.addSql(
      `alter table "key_calls" add constraint "key_calls_client_id_foreign" foreign key ("client_id") references "clients" ("client_id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table "key_calls"`);
  }
}
