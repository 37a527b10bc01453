import { Migration } from '@mikro-orm/migrations';

/** The numbers behind a refusal. What was refused before has none; a new column without a default changes no row. */
export class RefusalFigures0030 extends Migration {
  override up(): void {
    this.addSql(`alter table "journal" add column "refusal_figures" jsonb null`);
  }

  override down(): void {
    this.addSql(`alter table "journal" drop column "refusal_figures"`);
  }
}
