import { Migration } from '@mikro-orm/migrations';

export class BoardTimes0040 extends Migration {
  override up(): void {
    this.addSql(`alter table "instrument_states" add "board_changed_at" timestamptz(3) null`);
  }

  override down(): void {
    this.addSql(`alter table "instrument_states" drop column "board_changed_at"`);
  }
}
