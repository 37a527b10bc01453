import { Migration } from '@mikro-orm/migrations';

/** Sessions of browsers, what is granted from them (codes, consents), and the keys that sign id tokens. */
export class SignIn0007 extends Migration {
  override up(): void {
    this.addSql(
      `create table "signing_keys" ("kid" varchar(43) not null, "algorithm" varchar(10) not null, "public_jwk" jsonb not null, "sealed_private_jwk" text not null, "created_at" timestamptz(3) not null, "signs_from" timestamptz(3) not null, primary key ("kid"))`,
    );
    this.addSql(
      `create table "sessions" ("id" bigserial primary key, "digest" varchar(43) not null, "user_id" int not null, "auth_time" timestamptz(3) not null, "created_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "address" varchar(45) not null, "user_agent" varchar(300) not null)`,
    );
    this.addSql(`alter table "sessions" add constraint "sessions_digest_unique" unique ("digest")`);
    this.addSql(`create index "sessions_user_id_index" on "sessions" ("user_id")`);
    this.addSql(`create index "sessions_expires_at_index" on "sessions" ("expires_at")`);
    this.addSql(
      `create table "authorization_codes" ("digest" varchar(43) not null, "family_id" bigint not null, "redirect_uri" text not null, "code_challenge" varchar(43) null, "nonce" text null, "auth_time" timestamptz(3) not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("digest"))`,
    );
    this.addSql(`create index "authorization_codes_family_id_index" on "authorization_codes" ("family_id")`);
    this.addSql(`create index "authorization_codes_expires_at_index" on "authorization_codes" ("expires_at")`);
    this.addSql(
      `create table "consents" ("user_id" int not null, "client_id" varchar(255) not null, "scope" text not null, "granted_at" timestamptz(3) not null, primary key ("user_id", "client_id"))`,
    );
    this.addSql(`create index "consents_client_id_index" on "consents" ("client_id")`);
    this.addSql(`alter table "token_families" add "session_id" bigint null`);
    this.addSql(
      `alter table "token_families" add constraint "token_families_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete set null`,
    );
    this.addSql(`create index "token_families_session_id_index" on "token_families" ("session_id")`);
    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "authorization_codes" add constraint "authorization_codes_family_id_foreign" foreign key ("family_id") references "token_families" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "consents" add constraint "consents_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "consents" add constraint "consents_client_id_foreign" foreign key ("client_id") references "clients" ("client_id") on update cascade on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`alter table "token_families" drop constraint "token_families_session_id_foreign"`);
    this.addSql(`drop table if exists "signing_keys" cascade`);
    this.addSql(`drop table if exists "sessions" cascade`);
    this.addSql(`drop table if exists "authorization_codes" cascade`);
    this.addSql(`drop table if exists "consents" cascade`);
    this.addSql(`drop index "token_families_session_id_index"`);
    this.addSql(`alter table "token_families" drop column "session_id"`);
  }
}
