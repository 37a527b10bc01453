import { Migration } from '@mikro-orm/migrations';

/** What was traded in each stretch of time, and up to which trade that is counted. */
export class Bars0016 extends Migration {
  override up(): void {
    this.addSql(
      `create table "bars" ("instrument_id" bigint not null, "span" varchar(2) not null, "starts_at" timestamptz(3) not null, "open_price" bigint not null, "high_price" bigint not null, "low_price" bigint not null, "close_price" bigint not null, "volume" bigint not null, "trades" bigint not null, primary key ("instrument_id", "span", "starts_at"))`,
    );
    this.addSql(`alter table "bars" add constraint "bars_span_check" check (span in ('1m', '5m', '1h', '1d'))`);
    this.addSql(
      `create table "bar_progress" ("id" smallint not null, "trade_id" bigint not null default '0', primary key ("id"))`,
    );
    this.addSql(`alter table "bar_progress" add constraint "bar_progress_one_row" check (id = 1)`);
    // The newest bar of an instrument is written over until it is complete.
    this.addSql(`alter table "bars" set (fillfactor = 90)`);
    this.addSql(`insert into "bar_progress" ("id") values (1)`);
  }

  override down(): void {
    this.addSql(`drop table "bars"`);
    this.addSql(`drop table "bar_progress"`);
  }
}
