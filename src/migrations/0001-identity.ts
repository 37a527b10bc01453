import { Migration } from '@mikro-orm/migrations';

/**
 * Users, API keys and tokens.
 *
 * The triggers announce on the channel `access_changed` whatever takes access away, so that every process forgets what it
 * remembers of the token, family, key or user at once, whoever made the change and by whatever means.
 */
export class Identity0001 extends Migration {
  override up(): void {
    this.createUsers();
    this.createClients();
    this.createTokenFamilies();
    this.createRefreshTokens();
    this.createAccessTokens();
  }

  override down(): void {
    this.addSql(`drop table "access_tokens"`);
    this.addSql(`drop table "refresh_tokens"`);
    this.addSql(`drop table "token_families"`);
    this.addSql(`drop table "clients"`);
    this.addSql(`drop table "users"`);
    this.addSql(`drop function "users_users_access_changed_fn"()`);
    this.addSql(`drop function "users_users_access_removed_fn"()`);
    this.addSql(`drop function "clients_clients_access_changed_fn"()`);
    this.addSql(`drop function "token_families_token_families_access_changed_fn"()`);
    this.addSql(`drop function "access_tokens_access_tokens_access_changed_fn"()`);
  }

  private createUsers(): void {
    this.addSql(`create table "users" (
        "id" serial primary key,
        "email" varchar(320) not null,
        "first_name" varchar(100) not null,
        "last_name" varchar(100) not null,
        "address_line_1" varchar(200) not null default '',
        "address_line_2" varchar(200) not null default '',
        "address_city" varchar(200) not null default '',
        "address_state" varchar(200) not null default '',
        "address_zip" varchar(200) not null default '',
        "address_country" varchar(200) not null default '',
        "role" varchar(10) not null default 'Customer',
        "password_hash" text not null,
        "enabled" boolean not null default true,
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null
      )`);
    this.addSql(`create unique index "users_email_key" on "users" (lower("email"))`);
    this.addSql(`alter table "users" add constraint "users_role_check" check (role in ('Customer', 'Admin'))`);
    this.addSql(
      `create or replace function "users_users_access_changed_fn"() returns trigger as $$ begin if old.enabled is distinct from new.enabled or old.role is distinct from new.role then perform pg_notify('access_changed', 'user ' || new.id); end if; return null; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "users_access_changed" AFTER UPDATE on "users" for each ROW execute function "users_users_access_changed_fn"()`,
    );
    this.addSql(
      `create or replace function "users_users_access_removed_fn"() returns trigger as $$ begin perform pg_notify('access_changed', 'user ' || old.id); return null; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "users_access_removed" AFTER DELETE on "users" for each ROW execute function "users_users_access_removed_fn"()`,
    );
  }

  private createClients(): void {
    this.addSql(`create table "clients" (
        "client_id" varchar(255) not null,
        "owner_id" int not null,
        "name" varchar(80) not null,
        "secret_digest" varchar(43) null,
        "sealed_secret" text null,
        "previous_secret_digest" varchar(43) null,
        "previous_secret_expires_at" timestamptz(3) null,
        "redirect_uris" text[] not null,
        "post_logout_redirect_uris" text[] not null,
        "grant_types" text[] not null,
        "token_endpoint_auth_method" varchar(30) not null default 'client_secret_basic',
        "enabled" boolean not null default true,
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("client_id")
      )`);
    this.addSql(`create index "clients_owner_id_index" on "clients" ("owner_id")`);
    this.addSql(
      `alter table "clients" add constraint "clients_secret_check" check ((token_endpoint_auth_method = 'none') = (secret_digest is null))`,
    );
    this.addSql(
      `alter table "clients" add constraint "clients_method_check" check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))`,
    );
    this.addSql(
      `create or replace function "clients_clients_access_changed_fn"() returns trigger as $$ begin perform pg_notify('access_changed', 'client ' || old.client_id); return null; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "clients_access_changed" AFTER UPDATE OR DELETE on "clients" for each ROW execute function "clients_clients_access_changed_fn"()`,
    );
    this.addSql(
      `alter table "clients" add constraint "clients_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade`,
    );
  }

  private createTokenFamilies(): void {
    this.addSql(`create table "token_families" (
        "id" bigserial primary key,
        "client_id" varchar(255) not null,
        "user_id" int not null,
        "acting_user_id" int not null,
        "grant_type" varchar(30) not null,
        "scope" text not null,
        "created_at" timestamptz(3) not null,
        "expires_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null
      )`);
    this.addSql(`create index "token_families_client_id_index" on "token_families" ("client_id")`);
    this.addSql(`create index "token_families_user_id_index" on "token_families" ("user_id")`);
    this.addSql(`create index "token_families_acting_user_id_index" on "token_families" ("acting_user_id")`);
    this.addSql(
      `alter table "token_families" add constraint "token_families_grant_type_check" check (grant_type in ('password', 'authorization_code', 'implicit', 'client_credentials'))`,
    );
    this.addSql(
      `create or replace function "token_families_token_families_access_changed_fn"() returns trigger as $$ begin if old.revoked_at is null and new.revoked_at is not null then perform pg_notify('access_changed', 'family ' || new.id); end if; return null; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "token_families_access_changed" AFTER UPDATE on "token_families" for each ROW execute function "token_families_token_families_access_changed_fn"()`,
    );
    this.addSql(
      `alter table "token_families" add constraint "token_families_client_id_foreign" foreign key ("client_id") references "clients" ("client_id") on delete cascade`,
    );
    this.addSql(
      `alter table "token_families" add constraint "token_families_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "token_families" add constraint "token_families_acting_user_id_foreign" foreign key ("acting_user_id") references "users" ("id") on delete cascade`,
    );
  }

  private createRefreshTokens(): void {
    this.addSql(`create table "refresh_tokens" (
        "digest" varchar(43) not null,
        "family_id" bigint not null,
        "created_at" timestamptz(3) not null,
        "expires_at" timestamptz(3) not null,
        "used_at" timestamptz(3) null,
        primary key ("digest")
      )`);
    this.addSql(`create index "refresh_tokens_family_id_index" on "refresh_tokens" ("family_id")`);
    this.addSql(`create index "refresh_tokens_expires_at_index" on "refresh_tokens" ("expires_at")`);
    this.addSql(
      `alter table "refresh_tokens" add constraint "refresh_tokens_family_id_foreign" foreign key ("family_id") references "token_families" ("id") on delete cascade`,
    );
  }

  private createAccessTokens(): void {
    this.addSql(`create table "access_tokens" (
        "digest" varchar(43) not null,
        "family_id" bigint not null,
        "scope" text not null,
        "created_at" timestamptz(3) not null,
        "expires_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null,
        primary key ("digest")
      )`);
    this.addSql(`create index "access_tokens_family_id_index" on "access_tokens" ("family_id")`);
    this.addSql(`create index "access_tokens_expires_at_index" on "access_tokens" ("expires_at")`);
    this.addSql(
      `create or replace function "access_tokens_access_tokens_access_changed_fn"() returns trigger as $$ begin if old.revoked_at is null and new.revoked_at is not null then perform pg_notify('access_changed', 'token ' || new.digest); end if; return null; end; $$ language plpgsql`,
    );
    this.addSql(
      `create trigger "access_tokens_access_changed" AFTER UPDATE on "access_tokens" for each ROW execute function "access_tokens_access_tokens_access_changed_fn"()`,
    );
    this.addSql(
      `alter table "access_tokens" add constraint "access_tokens_family_id_foreign" foreign key ("family_id") references "token_families" ("id") on delete cascade`,
    );
  }
}
