import { Migration } from '@mikro-orm/migrations';

/** Whether a key is held to PKCE. Keys that are there already are not: their applications may not know it. */
export class RequiredPkce0034 extends Migration {
  override up(): void {
    this.addSql(`alter table "clients" add column "require_pkce" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "clients" drop column "require_pkce"`);
  }
}
