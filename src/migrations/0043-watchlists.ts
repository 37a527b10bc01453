import { Migration } from '@mikro-orm/migrations';

export class Watchlists0043 extends Migration {
  override up(): void {
    this.addSql(
      `create table "watchlists" ("id" bigserial primary key, "user_id" int not null, "name" varchar(80) not null, "instrument_ids" bigint[] not null, "version" int not null default 1, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "watchlists" add constraint "watchlists_user_id_name_unique" unique ("user_id", "name")`);
    this.addSql(
      `create table "watchlist_layouts" ("user_id" int not null, "columns" text[] not null, primary key ("user_id"))`,
    );
    this.addSql(
      `alter table "watchlists" add constraint "watchlists_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "watchlist_layouts" add constraint "watchlist_layouts_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "watchlists" cascade`);
    this.addSql(`drop table if exists "watchlist_layouts" cascade`);
  }
}
