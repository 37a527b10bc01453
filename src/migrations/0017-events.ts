import { Migration } from '@mikro-orm/migrations';

/** What happens to accounts is told again from the tables, by the command that brought it about. */
export class Events0017 extends Migration {
  override up(): void {
    this.addSql(
      `create table "position_changes" ("seq" bigint not null, "acct_id" bigint not null, "instrument_id" bigint not null, "quantity" bigint not null, "cost" numeric(40,0) not null, "realised" numeric(40,0) not null, primary key ("seq", "acct_id", "instrument_id"))`,
    );
    this.addSql(
      `create table "account_changes" ("seq" bigint not null, "type" varchar(16) not null, "acct_id" bigint not null, "subject_id" bigint not null, "event" jsonb not null, primary key ("seq", "type", "acct_id", "subject_id"))`,
    );
    this.addSql(
      `create index "order_events_seq_index" on "order_events" using brin ("seq") with (pages_per_range = 32, autosummarize = on)`,
    );
    this.addSql(
      `create index "trades_seq_index" on "trades" using brin ("seq") with (pages_per_range = 32, autosummarize = on)`,
    );
    this.addSql(`create index "money_values_seq_index" on "money_values" ("seq")`);
    // The changes of positions and accounts that were written by now are nowhere.
    this.addSql(`alter table "exchange_state" add column "changes_since" bigint not null default '0'`);
    this.addSql(`update "exchange_state" set "changes_since" = "command"`);
  }

  override down(): void {
    this.addSql(`alter table "exchange_state" drop column "changes_since"`);
    this.addSql(`drop index "money_values_seq_index"`);
    this.addSql(`drop index "trades_seq_index"`);
    this.addSql(`drop index "order_events_seq_index"`);
    this.addSql(`drop table "account_changes"`);
    this.addSql(`drop table "position_changes"`);
  }
}
