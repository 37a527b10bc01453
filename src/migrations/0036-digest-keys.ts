import { Migration } from '@mikro-orm/migrations';

/** Keys of digests that outlive the secret key. None is needed until that is replaced for the first time. */
export class DigestKeys0036 extends Migration {
  override up(): void {
    this.addSql(`create table "digest_keys" ("purpose" varchar(40) not null, "sealed_key" text not null, primary key ("purpose"))`);
  }

  override down(): void {
    this.addSql(`drop table "digest_keys"`);
  }
}
