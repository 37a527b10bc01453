import { Migration } from '@mikro-orm/migrations';

/**
 * Which keys are first-party: so far the one of the first start, which was made together with the first user. Tokens and consents of all other
 * keys, where a key is not its user's own, are limited from now on: they read, and do no more until the user grants it.
 */
export class FirstParty0032 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "clients" add column "first_party" boolean not null default false, add column "made_through" varchar(255) null`,
    );
    this.addSql(
      `alter table "clients" add constraint "clients_made_through_foreign" foreign key ("made_through") references "clients" ("client_id") on delete set null`,
    );
    this.addSql(`create index "clients_made_through_index" on "clients" ("made_through")`);
    this.addSql(`update "clients" set "first_party" = true where "client_id" = (
      select c."client_id" from "clients" c join "users" u on u."id" = c."owner_id"
      where u."role" = 'Admin' and u."id" = (select min("id") from "users") and c."created_at" between u."created_at" - interval '1 minute' and u."created_at" + interval '1 minute'
      order by c."created_at", c."client_id" limit 1)`);
    this.addSql(`update "token_families" f set "scope" = ltrim(f."scope" || ' read') from "clients" c
      where c."client_id" = f."client_id" and not c."first_party" and c."owner_id" not in (f."user_id", f."acting_user_id") and f."revoked_at" is null and f."expires_at" > now()`);
    this.addSql(`update "access_tokens" t set "scope" = ltrim(t."scope" || ' read') from "token_families" f, "clients" c
      where f."id" = t."family_id" and c."client_id" = f."client_id" and not c."first_party" and c."owner_id" not in (f."user_id", f."acting_user_id") and t."revoked_at" is null and t."expires_at" > now()`);
    this
      .addSql(`update "consents" k set "scope" = array_to_string(array_replace(string_to_array(k."scope", ' '), 'acts_for_user', 'read'), ' ') from "clients" c
      where c."client_id" = k."client_id" and not c."first_party" and c."owner_id" <> k."user_id"`);
  }

  /** Scopes that were narrowed stay as they are: the service before this one reads them as names that it does not know. */
  override down(): void {
    this.addSql(`alter table "clients" drop constraint "clients_made_through_foreign"`);
    this.addSql(`drop index "clients_made_through_index"`);
    this.addSql(`alter table "clients" drop column "first_party", drop column "made_through"`);
  }
}
