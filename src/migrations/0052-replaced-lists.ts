import { Migration } from '@mikro-orm/migrations';

/** What a position was before the list that it is counted from, so that another list of that date can take its place. */
export class ReplacedLists0052 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "positions" add "before_list_last_close" date null, add "before_list_total" numeric(40,0) null, add "before_list_realised" numeric(40,0) null, add "before_list_held" bigint null, add "before_list_mark" bigint null, add "before_list_mark_extra_decimals" smallint not null default 0, add "before_list_traded" bigint null, add "before_list_traded_cost" numeric(40,0) null`,
    );
    this.addSql(`alter table "position_closes" add "includes_list" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "position_closes" drop column "includes_list"`);
    this.addSql(
      `alter table "positions" drop column "before_list_last_close", drop column "before_list_total", drop column "before_list_realised", drop column "before_list_held", drop column "before_list_mark", drop column "before_list_mark_extra_decimals", drop column "before_list_traded", drop column "before_list_traded_cost"`,
    );
  }
}
