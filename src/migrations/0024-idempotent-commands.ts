import { Migration } from '@mikro-orm/migrations';

/** A row is written with the effect of its request and no longer before it: no claims, but what the exchange carried out for a request. */
export class IdempotentCommands0024 extends Migration {
  override up(): void {
    this.addSql(`delete from "idempotent_answers" where "answer" is null`);
    this.addSql(
      `alter table "idempotent_answers" drop column "claim", drop column "claimed_at", add column "commands" jsonb null`,
    );
  }

  override down(): void {
    this.addSql(`delete from "idempotent_answers"`);
    this.addSql(
      `alter table "idempotent_answers" drop column "commands", add column "claim" uuid not null, add column "claimed_at" timestamptz(3) not null`,
    );
  }
}
