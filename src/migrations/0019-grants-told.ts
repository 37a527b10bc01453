import { Migration } from '@mikro-orm/migrations';

/** Which accounts somebody might look at when something happened is asked whenever they read events. */
export class GrantsTold0019 extends Migration {
  override up(): void {
    this.addSql(
      `create index "account_changes_granted_index" on "account_changes" ("subject_id", "seq") where type = 'AccountGranted'`,
    );
  }

  override down(): void {
    this.addSql(`drop index "account_changes_granted_index"`);
  }
}
