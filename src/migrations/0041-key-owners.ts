import { Migration } from '@mikro-orm/migrations';

/** With a disabled owner, the tokens of a key end for all its users, also where the owner was disabled before. */
export class KeyOwners0041 extends Migration {
  override up(): void {
    this.addSql(`drop trigger if exists "users_access_ended" on "users"`);
    this.addSql(`drop function if exists "users_users_access_ended_fn"()`);
    this.addSql(
      `create or replace function "users_users_access_ended_fn"() returns trigger as \$\$ begin if old.enabled and not new.enabled then update token_families set revoked_at = now() where revoked_at is null and (user_id = new.id or acting_user_id = new.id or client_id = any(array(select client_id from clients where owner_id = new.id))); update sessions set ended_at = now() where ended_at is null and user_id = new.id; end if; return null; end; \$\$ language plpgsql`,
    );
    this.addSql(
      `create trigger "users_access_ended" AFTER UPDATE on "users" for each ROW execute function "users_users_access_ended_fn"()`,
    );
    this.addSql(
      `update "token_families" set "revoked_at" = now() where "revoked_at" is null and "client_id" in (select "client_id" from "clients" join "users" on "users"."id" = "owner_id" where not "users"."enabled")`,
    );
  }

  override down(): void {
    this.addSql(`drop trigger if exists "users_access_ended" on "users"`);
    this.addSql(`drop function if exists "users_users_access_ended_fn"()`);
    this.addSql(
      `create or replace function "users_users_access_ended_fn"() returns trigger as \$\$ begin if old.enabled and not new.enabled then update token_families set revoked_at = now() where revoked_at is null and (user_id = new.id or acting_user_id = new.id); update sessions set ended_at = now() where ended_at is null and user_id = new.id; end if; return null; end; \$\$ language plpgsql`,
    );
    this.addSql(
      `create trigger "users_access_ended" AFTER UPDATE on "users" for each ROW execute function "users_users_access_ended_fn"()`,
    );
  }
}
