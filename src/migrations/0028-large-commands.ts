import { Migration } from '@mikro-orm/migrations';

/** Commands that end many orders go on in portions: which ones have not ended all of them yet, and the portions of each. */
export class LargeCommands0028 extends Migration {
  override up(): void {
    this.addSql(`alter table "exchange_state" add column "pending" jsonb not null default '[]'`);
    this.addSql(
      `create index "journal_portions_index" on "journal" ((("payload"->>'commandSeq')::bigint)) where type = 'ContinueCommand'`,
    );
  }

  override down(): void {
    this.addSql(`drop index "journal_portions_index"`);
    this.addSql(`alter table "exchange_state" drop column "pending"`);
  }
}
