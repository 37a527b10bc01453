import { Migration } from '@mikro-orm/migrations';

/** Webhooks, what is on its way to them, and each time that it was sent. */
export class Webhooks0018 extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhooks" ("id" bigserial primary key, "user_id" int not null, "client_id" varchar(255) not null, "registered_by" int null, "url" varchar(2048) not null, "description" varchar(200) not null, "event_types" text[] null, "acct_ids" bigint[] null, "enabled" boolean not null, "disabled_reason" varchar(200) null, "failing_since" timestamptz(3) null, "sealed_secret" text not null, "previous_sealed_secret" text null, "previous_secret_expires_at" timestamptz(3) null, "place" varchar(80) not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "webhooks_user_id_index" on "webhooks" ("user_id")`);
    this.addSql(`create index "webhooks_client_id_index" on "webhooks" ("client_id")`);
    this.addSql(`create index "webhooks_registered_by_index" on "webhooks" ("registered_by")`);
    this.addSql(
      `create table "webhook_deliveries" ("id" bigserial primary key, "webhook_id" bigint not null, "acct_id" bigint not null, "position" bigint not null, "event_id" varchar(80) not null, "type" varchar(32) not null, "body" text not null, "status" varchar(9) not null, "attempts" int not null, "tries" int not null, "next_attempt_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "finished_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create index "webhook_deliveries_finished_at_index" on "webhook_deliveries" ("finished_at") where status <> 'Pending'`,
    );
    this.addSql(
      `create index "webhook_deliveries_pending_index" on "webhook_deliveries" ("webhook_id", "acct_id", "position") where status = 'Pending'`,
    );
    this.addSql(`create index "webhook_deliveries_webhook_id_index" on "webhook_deliveries" ("webhook_id", "id")`);
    this.addSql(
      `create unique index "webhook_deliveries_event_key" on "webhook_deliveries" ("webhook_id", "event_id")`,
    );
    this.addSql(
      `create table "webhook_attempts" ("delivery_id" bigint not null, "number" int not null, "at" timestamptz(3) not null, "status_code" smallint null, "error" varchar(300) null, "milliseconds" int not null, "answer" text null, primary key ("delivery_id", "number"))`,
    );
    this.addSql(
      `alter table "webhooks" add constraint "webhooks_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "webhooks" add constraint "webhooks_client_id_foreign" foreign key ("client_id") references "clients" ("client_id") on delete cascade`,
    );
    this.addSql(
      `alter table "webhooks" add constraint "webhooks_registered_by_foreign" foreign key ("registered_by") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_webhook_id_foreign" foreign key ("webhook_id") references "webhooks" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_status_check" check (status in ('Pending', 'Delivered', 'Failed', 'Withheld'))`,
    );
    this.addSql(
      `alter table "webhook_attempts" add constraint "webhook_attempts_delivery_id_foreign" foreign key ("delivery_id") references "webhook_deliveries" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table "webhook_attempts"`);
    this.addSql(`drop table "webhook_deliveries"`);
    this.addSql(`drop table "webhooks"`);
  }
}
