import { Migration } from '@mikro-orm/migrations';

const STAYS = `raise exception 'the journal is only ever added to'`;

/** Rows that the tables do not have yet would be lost with the table of the batches. */
const REQUIRE_PROJECTED = `do $$ begin
  if exists (select from exchange_writer w join exchange_state s using (id) where w.command <> s.command) then
    raise exception 'Commands are in the journal and not in the tables yet. Start and stop this release once.';
  end if;
end $$`;

/**
 * The journal leads: a batch is one row, and the tables follow it. The batches begin behind the commands that are in the
 * tables already; what the writer checks moves from `exchange_state`, which is written with the tables, to a row of its own.
 */
export class JournalBatches0039 extends Migration {
  override up(): void {
    this.addSql(
      `create table "journal_batches" ("first" bigint not null, "last" bigint not null, "epoch" bigint not null, "at" timestamptz(3) not null, "previous_hash" bytea not null, "hash" bytea not null, "body" bytea not null, primary key ("first"))`,
    );
    // Compressing a body would cost more than writing it.
    this.addSql(`alter table "journal_batches" alter column "body" set storage external`);
    this.addSql(
      `create or replace function "journal_batches_journal_batches_stay_fn"() returns trigger as $$ begin ${STAYS}; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "journal_batches_stay" BEFORE UPDATE OR DELETE on "journal_batches" for each ROW execute function "journal_batches_journal_batches_stay_fn"()`,
    );
    this.addSql(
      `create trigger "journal_batches_are_not_emptied" before truncate on "journal_batches" for each statement execute function "journal_truncate_fn"()`,
    );
    this.addSql(
      `create table "exchange_writer" ("id" smallint not null, "epoch" bigint not null, "command" bigint not null, "hash" bytea not null, "lease_until" timestamptz not null, primary key ("id"))`,
    );
    this.addSql(`alter table "exchange_writer" add constraint "exchange_writer_one_row" check (id = 1)`);
    this.addSql(`alter table "exchange_writer" set (fillfactor = 10)`);
    this.addSql(
      `insert into "exchange_writer" select id, epoch, command, decode(repeat('00', 32), 'hex'), lease_until from "exchange_state"`,
    );
    this.addSql(`alter table "exchange_state" drop column "epoch", drop column "lease_until"`);
  }

  override down(): void {
    this.addSql(REQUIRE_PROJECTED);
    this.addSql(
      `alter table "exchange_state" add column "epoch" bigint not null default '0', add column "lease_until" timestamptz not null default '-infinity'`,
    );
    this.addSql(
      `update "exchange_state" s set epoch = w.epoch, lease_until = w.lease_until from "exchange_writer" w where w.id = s.id`,
    );
    this.addSql(`drop table "exchange_writer"`);
    this.addSql(`drop table "journal_batches"`);
    this.addSql(`drop function "journal_batches_journal_batches_stay_fn"`);
  }
}
