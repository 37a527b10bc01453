import { Migration } from '@mikro-orm/migrations';

const CLIENTS = '"clients_clients_access_ended_fn"()';
const ENDED = `if old.enabled and not new.enabled then update token_families set revoked_at = now() where revoked_at is null and client_id = new.client_id; end if;`;
const ENABLED = `case when new.enabled then 'key.enabled' else 'key.disabled' end`;

/** The subjects that the sentences of old entries mention. Text after a colon has changed values, except in entries of grants. */
const MENTIONS = `
  select e.id, m.n, case m.words[1] when 'customer' then 'user' else m.words[1] end kind, m.words[2] subject
  from audit_entries e
  cross join lateral regexp_matches(
    case when e.action like 'account.grant%' then e.detail else split_part(e.detail, ': ', 1) end,
    '\\y(account|break|instrument|list|product|productgroup|user|customer|session|webhook) ([1-9][0-9]{0,14})\\y', 'g'
  ) with ordinality m (words, n)`;

/**
 * The audit log stores what an entry is about as columns, and makes sentences when it is read. Old entries keep their sentence, and
 * get the ids that it has.
 */
export class AuditSubjects0037 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "audit_entries" add "subject_type" varchar(20) null, add "subject_id" varchar(255) null, add "changes" jsonb null, add "reason" varchar(400) null, alter column "detail" drop not null`,
    );
    this.addSql(`alter table "audit_entries" disable trigger "audit_entries_stay"`);
    this.addSql(`update audit_entries e set subject_type = kind, subject_id = subject
      from (select distinct on (id) * from (${MENTIONS}) mentions order by id, n) first where first.id = e.id`);
    this.addSql(
      `update audit_entries set subject_type = 'key', subject_id = substring(detail from '^key ([A-Za-z0-9_-]+)') where detail ~ '^key [A-Za-z0-9_-]'`,
    );
    this.addSql(`update audit_entries e set changes = others.ids
      from (
        select id, jsonb_object_agg(kind, ids) ids from (
          select id, kind, jsonb_agg(subject::bigint order by n) ids from (${MENTIONS}) mentions where n > 1 group by id, kind
        ) kinds group by id
      ) others where others.id = e.id`);
    this.addSql(`alter table "audit_entries" enable trigger "audit_entries_stay"`);
    this.addSql(`create index "audit_entries_subject_index" on "audit_entries" ("subject_type", "subject_id", "id")`);
    this.defineTrigger(
      `insert into audit_entries (at, action, outcome, subject_type, subject_id) values (now(), ${ENABLED}, 'granted', 'key', new.client_id);`,
    );
  }

  /** Later entries have no sentence, so they keep their action alone. */
  override down(): void {
    this.defineTrigger(
      `insert into audit_entries (at, action, outcome, client_id, detail) values (now(), ${ENABLED}, 'granted', null, 'key ' || new.client_id);`,
    );
    this.addSql(`alter table "audit_entries" disable trigger "audit_entries_stay"`);
    this.addSql(
      `update audit_entries set detail = left(concat_ws(' ', subject_type, subject_id, reason), 400) where detail is null`,
    );
    this.addSql(`alter table "audit_entries" enable trigger "audit_entries_stay"`);
    this.addSql(`drop index "audit_entries_subject_index"`);
    this.addSql(
      `alter table "audit_entries" drop "subject_type", drop "subject_id", drop "changes", drop "reason", alter column "detail" set not null`,
    );
  }

  private defineTrigger(record: string): void {
    this.addSql(
      `create or replace function ${CLIENTS} returns trigger as $$ begin ${ENDED} if old.enabled <> new.enabled then ${record} end if; return null; end; $$ language plpgsql`,
    );
  }
}
