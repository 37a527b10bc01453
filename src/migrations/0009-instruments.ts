import { Migration } from '@mikro-orm/migrations';

/** Reference data: what can be traded, in which steps, and when. */
export class Instruments0009 extends Migration {
  override up(): void {
    this.addSql(
      `create table "product_groups" ("id" bigserial primary key, "symbol" varchar(32) not null, "name" varchar(100) not null, "exchange" varchar(20) not null, "currency" varchar(3) not null, "timezone" varchar(64) not null, "session_start_times" integer[] not null, "session_end_times" integer[] not null, "session_overrides" jsonb not null, "initial_margin" numeric(24,9) not null, "maintenance_margin" numeric(24,9) not null, "price_band" numeric(24,9) not null, "self_trade_policy" varchar(20) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "product_groups" add constraint "product_groups_symbol_unique" unique ("symbol")`);
    this.addSql(
      `create table "products" ("id" bigserial primary key, "group_id" bigint not null, "symbol" varchar(32) not null, "name" varchar(100) not null, "instrument_type" varchar(10) not null, "display_factor" numeric(24,9) not null, "tick_size" numeric(24,9) not null, "tick_value" numeric(24,9) not null, "multiplier" numeric(24,9) not null, "settlement_style" varchar(10) not null, "max_order_quantity" int not null, "allow_negative_prices" boolean not null, "session_start_times" integer[] not null, "session_end_times" integer[] not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "products_group_id_index" on "products" ("group_id")`);
    this.addSql(`alter table "products" add constraint "products_symbol_unique" unique ("symbol")`);
    this.addSql(
      `create table "instruments" ("id" bigserial primary key, "product_id" bigint not null, "symbol" varchar(32) not null, "expiration" date null, "expires_at" timestamptz(3) null, "given_status" varchar(10) not null, "settlement_price" numeric(24,9) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "instruments_product_id_index" on "instruments" ("product_id")`);
    this.addSql(`alter table "instruments" add constraint "instruments_symbol_unique" unique ("symbol")`);
    this.addSql(`create index "instruments_expires_at_index" on "instruments" ("expires_at")`);
    this.addSql(
      `alter table "product_groups" add constraint "product_groups_self_trade_policy_check" check (self_trade_policy in ('CancelAggressor', 'CancelResting', 'CancelBoth'))`,
    );
    this.addSql(
      `alter table "product_groups" add constraint "product_groups_price_band_check" check (price_band >= 0)`,
    );
    this.addSql(
      `alter table "product_groups" add constraint "product_groups_margin_check" check (maintenance_margin >= 0 and initial_margin >= maintenance_margin)`,
    );
    this.addSql(
      `alter table "product_groups" add constraint "product_groups_sessions_check" check (cardinality(session_start_times) > 0 and cardinality(session_start_times) = cardinality(session_end_times))`,
    );
    this.addSql(
      `alter table "product_groups" add constraint "product_groups_currency_check" check (currency ~ '^[A-Z]{3}\$')`,
    );
    this.addSql(
      `alter table "products" add constraint "products_group_id_foreign" foreign key ("group_id") references "product_groups" ("id")`,
    );
    this.addSql(
      `alter table "products" add constraint "products_sessions_check" check (cardinality(session_start_times) = cardinality(session_end_times))`,
    );
    this.addSql(
      `alter table "products" add constraint "products_max_order_quantity_check" check (max_order_quantity >= 1 and max_order_quantity <= 1000000000)`,
    );
    this.addSql(
      `alter table "products" add constraint "products_tick_check" check (tick_size > 0 and multiplier > 0 and display_factor > 0 and tick_size * multiplier = tick_value)`,
    );
    this.addSql(
      `alter table "products" add constraint "products_settlement_style_check" check (settlement_style in ('Cash', 'Physical'))`,
    );
    this.addSql(
      `alter table "products" add constraint "products_instrument_type_check" check (instrument_type in ('Future', 'Option', 'Spread', 'Equity'))`,
    );
    this.addSql(
      `alter table "instruments" add constraint "instruments_product_id_foreign" foreign key ("product_id") references "products" ("id")`,
    );
    this.addSql(
      `alter table "instruments" add constraint "instruments_expiration_check" check ((expiration is null) = (expires_at is null))`,
    );
    this.addSql(
      `alter table "instruments" add constraint "instruments_status_check" check (given_status in ('Open', 'Halted', 'Closed'))`,
    );
  }

  override down(): void {
    this.addSql(`drop table "instruments"`);
    this.addSql(`drop table "products"`);
    this.addSql(`drop table "product_groups"`);
  }
}
