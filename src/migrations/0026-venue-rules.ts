import { Migration } from '@mikro-orm/migrations';

/**
 * The rules of the venue have numbers; a journal that is there already was written by the first.
 *
 * What was the version of an order counts everything that happened to it, and is its revision from now on; the version counts
 * modifications, and begins at 1 for every order that is there. The session's last trade is what its price bands are measured from.
 */
export class VenueRules0026 extends Migration {
  override up(): void {
    this.addSql(`alter table "exchange_state" add column "rules" int not null default 1`);
    for (const table of ['orders', 'order_events']) {
      this.addSql(`alter table "${table}" rename column "version" to "revision"`);
      this.addSql(`alter table "${table}" add column "version" int not null default 1`);
    }
    this.addSql(`alter table "instrument_states" add column "band_price" bigint null`);
    this.addSql(
      `update "instrument_states" set "band_price" = "last_price" from "product_states" where "product_id" = ("instrument_states"."terms" ->> 'productId')::bigint and "last_session" = "session_date"`,
    );
    this.addSql(`alter table "product_groups" add column "self_trade_scope" varchar(10) not null default 'owner'`);
    this.addSql(`alter table "product_groups" alter column "self_trade_scope" drop default`);
    this.addSql(
      `alter table "product_groups" add constraint "product_groups_self_trade_scope_check" check (self_trade_scope in ('account', 'owner'))`,
    );
  }

  override down(): void {
    this.addSql(`alter table "product_groups" drop column "self_trade_scope"`);
    this.addSql(`alter table "instrument_states" drop column "band_price"`);
    for (const table of ['order_events', 'orders']) {
      this.addSql(`alter table "${table}" drop column "version"`);
      this.addSql(`alter table "${table}" rename column "revision" to "version"`);
    }
    this.addSql(`alter table "exchange_state" drop column "rules"`);
  }
}
