import { Migration } from '@mikro-orm/migrations';

/** What the single writer keeps: journal, orders, trades, positions, money, and how far it has come. */
export class Exchange0013 extends Migration {
  override up(): void {
    this.addSql(
      `create table "closing_marks" ("instrument_id" bigint not null, "session_date" date not null, "price" bigint not null, primary key ("instrument_id", "session_date"))`,
    );
    this.addSql(
      `create table "exchange_state" ("id" smallint not null, "epoch" bigint not null default '0', "command" bigint not null default '0', "action" bigint not null default '0', "order_number" bigint not null default '0', "trade" bigint not null default '0', "rank_number" bigint not null default '0', "reconciliation_break" bigint not null default '0', "time" timestamptz(3) not null default now(), primary key ("id"))`,
    );
    this.addSql(
      `create table "journal" ("seq" bigint not null, "at" timestamptz(3) not null, "user_id" int not null, "acting_user_id" int not null, "client_id" varchar(255) null, "is_administrator" boolean not null, "type" varchar(24) not null, "payload" jsonb not null, "action_id" bigint null, "acct_id" bigint null, "order_id" bigint null, "refusal_code" varchar(32) null, "refusal_detail" text null, primary key ("seq"))`,
    );
    this.addSql(
      `create index "journal_order_id_index" on "journal" ("order_id", "action_id") where order_id is not null`,
    );
    this.addSql(
      `create index "journal_acct_id_index" on "journal" ("acct_id", "action_id") where action_id is not null`,
    );
    this.addSql(`create unique index "journal_action_id_index" on "journal" ("action_id") where action_id is not null`);
    this.addSql(
      `create table "orders" ("id" bigint not null, "acct_id" bigint not null, "user_id" int not null, "instrument_id" bigint not null, "client_order_id" varchar(64) null, "tag" varchar(64) null, "order_type" varchar(9) not null, "side" varchar(4) not null, "time_in_force" varchar(3) not null, "post_only" boolean not null, "expire_date" date null, "limit_price" bigint null, "stop_price" bigint null, "quantity" int not null, "filled_quantity" int not null, "turnover" numeric(40,0) not null, "status" varchar(9) not null, "state" varchar(15) not null, "reject_code" varchar(32) null, "cancel_reason" varchar(24) null, "version" int not null, "session_date" date null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "triggered_at" timestamptz(3) null, "rank_number" bigint not null, "action_id" bigint not null, "fingerprint" bigint null, primary key ("id"))`,
    );
    this.addSql(`create index "orders_open_index" on "orders" ("id") where status = 'Open'`);
    this.addSql(`create index "orders_acct_id_index" on "orders" ("acct_id", "id")`);
    this.addSql(
      `create unique index "orders_client_order_id_key" on "orders" ("acct_id", "client_order_id") where client_order_id is not null`,
    );
    this.addSql(
      `create table "order_events" ("order_id" bigint not null, "version" int not null, "seq" bigint not null, "at" timestamptz(3) not null, "type" varchar(14) not null, "trade_id" bigint null, "state" varchar(15) not null, "time_in_force" varchar(3) not null, "expire_date" date null, "limit_price" bigint null, "stop_price" bigint null, "quantity" int not null, "filled_quantity" int not null, "turnover" numeric(40,0) not null, "cancel_reason" varchar(24) null, primary key ("order_id", "version"))`,
    );
    this.addSql(
      `create table "positions" ("acct_id" bigint not null, "instrument_id" bigint not null, "quantity" bigint not null, "cost" numeric(40,0) not null, "realised" numeric(40,0) not null, "carried_total" numeric(40,0) not null, "carried_realised" numeric(40,0) not null, "reference_as_of" date null, "reference_quantity" bigint null, "reference_price" bigint null, "seq" bigint not null, primary key ("acct_id", "instrument_id"))`,
    );
    this.addSql(
      `create table "position_closes" ("acct_id" bigint not null, "instrument_id" bigint not null, "session_date" date not null, "quantity" bigint not null, "net" bigint not null, "mark" bigint null, "profit_total" numeric(40,0) not null, "profit_realised" numeric(40,0) not null, primary key ("acct_id", "instrument_id", "session_date"))`,
    );
    this.addSql(
      `create table "instrument_states" ("instrument_id" bigint not null, "terms" jsonb not null, "given_status" varchar(6) not null, "is_expired" boolean not null, "settlement_price" bigint null, "settled_session" date null, "board_seq" bigint not null, "last_price" bigint null, "last_quantity" int null, "last_time" timestamptz(3) null, "last_session" date null, "high" bigint null, "low" bigint null, "volume" bigint not null, primary key ("instrument_id"))`,
    );
    this.addSql(
      `create table "group_states" ("group_id" bigint not null, "terms" jsonb not null, primary key ("group_id"))`,
    );
    this.addSql(
      `create table "product_states" ("product_id" bigint not null, "terms" jsonb not null, "session_date" date null, "session_is_open" boolean not null, primary key ("product_id"))`,
    );
    this.addSql(
      `create table "trades" ("id" bigint not null, "seq" bigint not null, "instrument_id" bigint not null, "price" bigint not null, "quantity" int not null, "aggressor_side" varchar(4) not null, "buy_order_id" bigint not null, "sell_order_id" bigint not null, "buy_acct_id" bigint not null, "sell_acct_id" bigint not null, "session_date" date not null, "at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`create index "trades_sell_acct_id_index" on "trades" ("sell_acct_id", "id")`);
    this.addSql(`create index "trades_buy_acct_id_index" on "trades" ("buy_acct_id", "id")`);
    this.addSql(`create index "trades_instrument_id_index" on "trades" ("instrument_id", "id")`);
    this.addSql(
      `create table "accounts" ("id" bigint not null, "owner_id" int not null, "name" varchar(100) not null, "currency" varchar(3) not null, "time_zone" varchar(64) not null, "is_enabled" boolean not null, "max_order_quantity" int null, "max_position" int null, "max_product_contracts" int null, "max_daily_loss" numeric(40,0) null, "buying_power_percent" int null, "max_working_orders" int null, "opened_at" timestamptz(3) not null, "changed_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`create index "accounts_owner_id_index" on "accounts" ("owner_id")`);
    this.addSql(
      `create table "reconciliation_breaks" ("id" bigint not null, "acct_id" bigint not null, "as_of" date not null, "instrument_id" bigint not null, "kind" varchar(8) not null, "internal" bigint not null, "reference_quantity" bigint not null, "difference" bigint not null, "status" varchar(6) not null, "opened_at" timestamptz(3) not null, "closed_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "reconciliation_breaks_acct_id_index" on "reconciliation_breaks" ("acct_id")`);
    this.addSql(
      `create table "position_statements" ("seq" bigint not null, "acct_id" bigint not null, "as_of" date not null, "posted_at" timestamptz(3) not null, primary key ("seq"))`,
    );
    this.addSql(`create index "position_statements_acct_id_index" on "position_statements" ("acct_id", "as_of")`);
    this.addSql(
      `create table "stated_positions" ("statement_seq" bigint not null, "instrument_id" bigint not null, "quantity" bigint not null, "price" bigint not null, primary key ("statement_seq", "instrument_id"))`,
    );
    this.addSql(
      `create table "money_values" ("acct_id" bigint not null, "as_of" date not null, "version" int not null, "cash_balance" numeric(40,0) not null, "net_liq" numeric(40,0) not null, "seq" bigint not null, "posted_at" timestamptz(3) not null, primary key ("acct_id", "as_of", "version"))`,
    );
    this.addSql(
      `create table "account_grants" ("acct_id" bigint not null, "user_id" int not null, "access" varchar(5) not null, "granted_at" timestamptz(3) not null, primary key ("acct_id", "user_id"))`,
    );
    this.addSql(`create index "account_grants_user_id_index" on "account_grants" ("user_id")`);
    this.addSql(`alter table "exchange_state" add constraint "exchange_state_one_row" check (id = 1)`);
    this.addSql(
      `create or replace function "journal_journal_stays_fn"() returns trigger as \$\$ begin raise exception 'the journal is only ever added to'; end; \$\$ language plpgsql`,
    );
    this.addSql(
      `create trigger "journal_stays" BEFORE UPDATE OR DELETE on "journal" for each ROW execute function "journal_journal_stays_fn"()`,
    );
    this.addSql(
      `alter table "instrument_states" add constraint "instrument_states_instrument_id_foreign" foreign key ("instrument_id") references "instruments" ("id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "group_states" add constraint "group_states_group_id_foreign" foreign key ("group_id") references "product_groups" ("id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "product_states" add constraint "product_states_product_id_foreign" foreign key ("product_id") references "products" ("id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "accounts" add constraint "accounts_owner_id_foreign" foreign key ("owner_id") references "users" ("id")`,
    );
    this.addSql(
      `alter table "reconciliation_breaks" add constraint "reconciliation_breaks_acct_id_foreign" foreign key ("acct_id") references "accounts" ("id")`,
    );
    this.addSql(
      `alter table "position_statements" add constraint "position_statements_acct_id_foreign" foreign key ("acct_id") references "accounts" ("id")`,
    );
    this.addSql(
      `alter table "stated_positions" add constraint "stated_positions_statement_seq_foreign" foreign key ("statement_seq") references "position_statements" ("seq") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "money_values" add constraint "money_values_acct_id_foreign" foreign key ("acct_id") references "accounts" ("id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "account_grants" add constraint "account_grants_acct_id_foreign" foreign key ("acct_id") references "accounts" ("id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "account_grants" add constraint "account_grants_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete no action`,
    );
    this.keepTidy();
  }

  /** What no comparison of schemas can see. */
  private keepTidy(): void {
    this.addSql(
      `create or replace function "journal_truncate_fn"() returns trigger as \$\$ begin raise exception 'the journal is only ever added to'; end; \$\$ language plpgsql`,
    );
    this.addSql(
      `create trigger "journal_is_not_emptied" before truncate on "journal" for each statement execute function "journal_truncate_fn"()`,
    );
    // Rows that are written again and again find room for their next version on the same page.
    this.addSql(`alter table "orders" set (fillfactor = 80)`);
    this.addSql(`alter table "positions" set (fillfactor = 50)`);
    this.addSql(`alter table "instrument_states" set (fillfactor = 20)`);
    this.addSql(`alter table "exchange_state" set (fillfactor = 10)`);
    this.addSql(`insert into "exchange_state" ("id") values (1)`);
  }

  override down(): void {
    this.addSql(`drop table "stated_positions"`);
    this.addSql(`drop table "position_statements"`);
    this.addSql(`drop table "money_values"`);
    this.addSql(`drop table "account_grants"`);
    this.addSql(`drop table "reconciliation_breaks"`);
    this.addSql(`drop table "accounts"`);
    this.addSql(`drop table "instrument_states"`);
    this.addSql(`drop table "product_states"`);
    this.addSql(`drop table "group_states"`);
    this.addSql(`drop table "closing_marks"`);
    this.addSql(`drop table "position_closes"`);
    this.addSql(`drop table "positions"`);
    this.addSql(`drop table "trades"`);
    this.addSql(`drop table "order_events"`);
    this.addSql(`drop table "orders"`);
    this.addSql(`drop table "journal"`);
    this.addSql(`drop table "exchange_state"`);
    this.addSql(`drop function "journal_journal_stays_fn"`);
    this.addSql(`drop function "journal_truncate_fn"`);
  }
}
