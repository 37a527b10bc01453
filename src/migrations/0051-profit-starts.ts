import { Migration } from '@mikro-orm/migrations';

/** From where a position's profit since money values is counted, if they came before the close of their date. */
export class ProfitStarts0051 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "positions" add "reference_confirms" boolean not null default false, add "start_session" date null, add "start_total" numeric(40,0) null, add "start_realised" numeric(40,0) null`,
    );
  }

  override down(): void {
    this.addSql(
      `alter table "positions" drop column "reference_confirms", drop column "start_session", drop column "start_total", drop column "start_realised"`,
    );
  }
}
