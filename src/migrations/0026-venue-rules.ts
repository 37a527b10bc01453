import { Migration } from '@mikro-orm/migrations';

/** The rules of the venue have numbers; a journal that is there already was written by the first. */
export class VenueRules0026 extends Migration {
  override up(): void {
    this.addSql(`alter table "exchange_state" add column "rules" int not null default 1`);
  }

  override down(): void {
    this.addSql(`alter table "exchange_state" drop column "rules"`);
  }
}
