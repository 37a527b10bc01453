import { Migration } from '@mikro-orm/migrations';

/** No query uses the index: the search of the log reads the texts as well. Every entry had to maintain it, also that of each token. */
export class NoAuditSubjectIndex0038 extends Migration {
  override up(): void {
    this.addSql(`drop index "audit_entries_subject_index"`);
  }

  override down(): void {
    this.addSql(`create index "audit_entries_subject_index" on "audit_entries" ("subject_type", "subject_id", "id")`);
  }
}
