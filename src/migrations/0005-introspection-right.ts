import { Migration } from '@mikro-orm/migrations';

/** The right of a key to look into the tokens of all others, which only an operator gives. */
export class IntrospectionRight0005 extends Migration {
  override up(): void {
    this.addSql(`alter table "clients" add column "may_introspect" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "clients" drop column "may_introspect"`);
  }
}
