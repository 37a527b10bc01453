import { Migration } from '@mikro-orm/migrations';

export class StatusReasons0045 extends Migration {
  override up(): void {
    this.addSql(`alter table "instruments" add column "status_reason" varchar(200) null`);
  }

  override down(): void {
    this.addSql(`alter table "instruments" drop column "status_reason"`);
  }
}
