import { Migration } from '@mikro-orm/migrations';

/** Instruments that are halted get their reason when the exchange next compares them with their rows. */
export class HaltReasons0047 extends Migration {
  override up(): void {
    this.addSql(`alter table "instrument_states" add column "halt_reason" varchar(200) null`);
  }

  override down(): void {
    this.addSql(`alter table "instrument_states" drop column "halt_reason"`);
  }
}
