import { Migration } from '@mikro-orm/migrations';

/** Counts how often a refresh token was used again within its grace. */
export class RefreshReplays0002 extends Migration {
  override up(): void {
    this.addSql(`alter table "refresh_tokens" add column "replays" int not null default 0`);
  }

  override down(): void {
    this.addSql(`alter table "refresh_tokens" drop column "replays"`);
  }
}
