import { Migration } from '@mikro-orm/migrations';

export class PasswordMustChange0035 extends Migration {
  override up(): void {
    this.addSql(`alter table "users" add "password_must_change" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "users" drop column "password_must_change"`);
  }
}
