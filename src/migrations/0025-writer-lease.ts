import { Migration } from '@mikro-orm/migrations';

/** The writer of the exchange holds a lease: another process takes over from one that no longer renews it. */
export class WriterLease0025 extends Migration {
  override up(): void {
    this.addSql(`alter table "exchange_state" add column "lease_until" timestamptz not null default '-infinity'`);
  }

  override down(): void {
    this.addSql(`alter table "exchange_state" drop column "lease_until"`);
  }
}
