import { Migration } from '@mikro-orm/migrations';

/** Names of one user differ in more than case. Of two that do not, the later list gets its number behind its name. */
export class WatchlistNames0048 extends Migration {
  override up(): void {
    this.addSql(
      `update "watchlists" w set "name" = left(w."name", 60) || ' ' || w."id" where exists (select from "watchlists" o where o."user_id" = w."user_id" and lower(o."name") = lower(w."name") and o."id" < w."id")`,
    );
    this.addSql(`alter table "watchlists" drop constraint "watchlists_user_id_name_unique"`);
    this.addSql(`create unique index "watchlists_user_id_name_key" on "watchlists" ("user_id", lower("name"))`);
  }

  override down(): void {
    this.addSql(`drop index "watchlists_user_id_name_key"`);
    this.addSql(`alter table "watchlists" add constraint "watchlists_user_id_name_unique" unique ("user_id", "name")`);
  }
}
