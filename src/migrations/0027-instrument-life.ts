import { Migration } from '@mikro-orm/migrations';

/** Expired positions are settled; a symbol is used again after its instrument has expired, and lists are asked for by time. */
export class InstrumentLife0027 extends Migration {
  override up(): void {
    this.addSql(`alter table "instruments" add column "retired" boolean not null default false`);
    this.addSql(`alter table "instruments" drop constraint "instruments_symbol_unique"`);
    this.addSql(`create index "instruments_symbol_index" on "instruments" ("symbol")`);
    this.addSql(`create unique index "instruments_live_symbol_key" on "instruments" ("symbol") where not retired`);
    this.addSql(`alter table "trades" add column "settlement_style" varchar(10) null`);
    this.addSql(
      `create index "orders_created_at_index" on "orders" using brin ("created_at") with (pages_per_range = 32, autosummarize = on)`,
    );
    this.addSql(
      `create index "trades_at_index" on "trades" using brin ("at") with (pages_per_range = 32, autosummarize = on)`,
    );
    this.addSql(
      `create index "journal_at_index" on "journal" using brin ("at") with (pages_per_range = 32, autosummarize = on)`,
    );
  }

  override down(): void {
    for (const name of [
      'journal_at_index',
      'trades_at_index',
      'orders_created_at_index',
      'instruments_live_symbol_key',
      'instruments_symbol_index',
    ])
      this.addSql(`drop index "${name}"`);
    this.addSql(`alter table "trades" drop column "settlement_style"`);
    this.addSql(`update "instruments" set "symbol" = left("symbol", 20) || '#' || "id" where "retired"`);
    this.addSql(`alter table "instruments" add constraint "instruments_symbol_unique" unique ("symbol")`);
    this.addSql(`alter table "instruments" drop column "retired"`);
  }
}
