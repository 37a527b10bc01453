import { Migration } from '@mikro-orm/migrations';

export class Alerts0044 extends Migration {
  override up(): void {
    this.addSql(
      `create table "alert_progress" ("id" smallint not null, "trade" bigint not null, "notices" bigint not null, primary key ("id"))`,
    );
    this.addSql(
      `create table "alerts" ("id" bigserial primary key, "user_id" int not null, "kind" varchar(5) not null, "instrument_id" bigint null, "acct_id" bigint null, "side" varchar(4) null, "direction" varchar(5) null, "price" numeric(24,9) null, "note" varchar(200) not null, "repeat" boolean not null, "state" varchar(9) not null, "reason" varchar(200) null, "since" bigint not null, "triggers" int not null, "notice" bigint null, "triggered_at" timestamptz(3) null, "triggered_price" numeric(24,9) null, "triggered_instrument_id" bigint null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "alerts_instrument_id_index" on "alerts" ("instrument_id")`);
    this.addSql(`create index "alerts_active_index" on "alerts" ("id") where state = 'Active'`);
    this.addSql(`create index "alerts_user_id_index" on "alerts" ("user_id", "id")`);
    this.addSql(`insert into "alert_progress" ("id", "trade", "notices") values (1, 0, 0)`);
    this.addSql(`alter table "alert_progress" add constraint "alert_progress_one_row" check (id = 1)`);
    this.addSql(
      `alter table "alerts" add constraint "alerts_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "alerts" add constraint "alerts_instrument_id_foreign" foreign key ("instrument_id") references "instruments" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "alerts" add constraint "alerts_terms_check" check (case kind when 'Price' then instrument_id is not null and side is not null and direction is not null and price is not null when 'Fill' then price is null else false end)`,
    );
    this.addSql(
      `alter table "alerts" add constraint "alerts_state_check" check (state in ('Active', 'Triggered', 'Cancelled'))`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "alert_progress" cascade`);
    this.addSql(`drop table if exists "alerts" cascade`);
  }
}
