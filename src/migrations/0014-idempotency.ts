import { Migration } from '@mikro-orm/migrations';

/** What requests with an Idempotency-Key were answered. */
export class Idempotency0014 extends Migration {
  override up(): void {
    this.addSql(
      `create table "idempotent_answers" ("digest" varchar(43) not null, "fingerprint" varchar(43) not null, "claim" uuid not null, "claimed_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "answer" text null, primary key ("digest"))`,
    );
    this.addSql(`create index "idempotent_answers_expires_at_index" on "idempotent_answers" ("expires_at")`);
  }

  override down(): void {
    this.addSql(`drop table "idempotent_answers"`);
  }
}
