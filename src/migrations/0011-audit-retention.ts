import { Migration } from '@mikro-orm/migrations';

const stay = '"audit_entries_audit_entries_stay_fn"()';
const ended = '"users_users_access_ended_fn"()';
const disabled = '"clients_clients_access_ended_fn"()';
const families = (whose: string): string =>
  `update token_families set revoked_at = now() where revoked_at is null and ${whose};`;

/** Old entries of the audit log may be removed by the job that does so; whoever is disabled is signed out; a key that is disabled or enabled is written down. */
export class AuditRetention0011 extends Migration {
  override up(): void {
    this.define(
      stay,
      `if tg_op = 'DELETE' and current_setting('kontor.audit_retention', true) = 'on' and old.at < now() - interval '30 days' then return old; end if; raise exception 'the audit log is only ever added to';`,
    );
    this.define(
      ended,
      `if old.enabled and not new.enabled then ${families('(user_id = new.id or acting_user_id = new.id)')} update sessions set ended_at = now() where ended_at is null and user_id = new.id; end if; return null;`,
    );
    this.define(
      disabled,
      `if old.enabled and not new.enabled then ${families('client_id = new.client_id')} end if; if old.enabled <> new.enabled then insert into audit_entries (at, action, outcome, client_id, detail) values (now(), case when new.enabled then 'key.enabled' else 'key.disabled' end, 'granted', null, 'key ' || new.client_id); end if; return null;`,
    );
  }

  override down(): void {
    this.define(stay, `raise exception 'the audit log is only ever added to';`);
    this.define(
      ended,
      `if old.enabled and not new.enabled then ${families('(user_id = new.id or acting_user_id = new.id)')} end if; return null;`,
    );
    this.define(
      disabled,
      `if old.enabled and not new.enabled then ${families('client_id = new.client_id')} end if; return null;`,
    );
  }

  private define(name: string, body: string): void {
    this.addSql(`create or replace function ${name} returns trigger as $$ begin ${body} end; $$ language plpgsql`);
  }
}
