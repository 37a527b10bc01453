import { Migration } from '@mikro-orm/migrations';

/** Most entries are a user's own and are found by the user. Every entry had to maintain the other index, also that of each token. */
export class AuditOnBehalfIndex0049 extends Migration {
  override up(): void {
    this.addSql(`drop index "audit_entries_acting_user_id_index"`);
    this.addSql(
      `create index "audit_entries_on_behalf_index" on "audit_entries" ("acting_user_id", "id") where acting_user_id is distinct from user_id`,
    );
  }

  override down(): void {
    this.addSql(`drop index "audit_entries_on_behalf_index"`);
    this.addSql(`create index "audit_entries_acting_user_id_index" on "audit_entries" ("acting_user_id", "id")`);
  }
}
