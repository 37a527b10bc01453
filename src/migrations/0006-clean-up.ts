import { Migration } from '@mikro-orm/migrations';

/** Finds the families that are over. */
export class CleanUp0006 extends Migration {
  override up(): void {
    this.addSql(`create index "token_families_expires_at_index" on "token_families" ("expires_at")`);
  }

  override down(): void {
    this.addSql(`drop index "token_families_expires_at_index"`);
  }
}
