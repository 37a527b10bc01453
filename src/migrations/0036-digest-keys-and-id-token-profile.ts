import { Migration } from '@mikro-orm/migrations';

/**
 * Keys of digests that outlive the secret key; none is needed until that is replaced for the first time. And whether the id tokens of an API key
 * carry the profile, which those of no key do that is there already.
 */
export class DigestKeysAndIdTokenProfile0036 extends Migration {
  override up(): void {
    this.addSql(
      `create table "digest_keys" ("purpose" varchar(40) not null, "sealed_key" text not null, primary key ("purpose"))`,
    );
    this.addSql(`alter table "clients" add column "id_token_profile" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "clients" drop column "id_token_profile"`);
    this.addSql(`drop table "digest_keys"`);
  }
}
