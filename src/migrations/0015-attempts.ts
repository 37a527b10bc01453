import { Migration } from '@mikro-orm/migrations';

/** Order actions that came to no order, by whoever gave them. */
export class Attempts0015 extends Migration {
  override up(): void {
    this.addSql(
      `create index "journal_user_id_index" on "journal" ("user_id", "action_id") where action_id is not null and order_id is null`,
    );
  }

  override down(): void {
    this.addSql(`drop index "journal_user_id_index"`);
  }
}
