import { Migration } from '@mikro-orm/migrations';

/** What was granted to a user or key that is disabled stays dead when they are enabled again. */
export class AccessEnds0003 extends Migration {
  override up(): void {
    this.addSql(
      `create or replace function "users_users_access_ended_fn"() returns trigger as $$ begin if old.enabled and not new.enabled then update token_families set revoked_at = now() where revoked_at is null and (user_id = new.id or acting_user_id = new.id); end if; return null; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "users_access_ended" AFTER UPDATE on "users" for each ROW execute function "users_users_access_ended_fn"()`,
    );
    this.addSql(
      `create or replace function "clients_clients_access_ended_fn"() returns trigger as $$ begin if old.enabled and not new.enabled then update token_families set revoked_at = now() where revoked_at is null and client_id = new.client_id; end if; return null; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "clients_access_ended" AFTER UPDATE on "clients" for each ROW execute function "clients_clients_access_ended_fn"()`,
    );
  }

  override down(): void {
    for (const table of ['clients', 'users']) {
      this.addSql(`drop trigger "${table}_access_ended" on "${table}"`);
      this.addSql(`drop function "${table}_${table}_access_ended_fn"()`);
    }
  }
}
