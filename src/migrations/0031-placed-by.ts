import { Migration } from '@mikro-orm/migrations';

/** Which administrator placed an order on behalf of its user; null where the user did. The journal has known it all along. */
export class PlacedBy0031 extends Migration {
  override up(): void {
    this.addSql(`alter table "orders" add column "placed_by" int null`);
    this.addSql(
      `update "orders" o set "placed_by" = j."acting_user_id" from "journal" j where j."action_id" = o."action_id" and j."acting_user_id" <> j."user_id"`,
    );
  }

  override down(): void {
    this.addSql(`alter table "orders" drop column "placed_by"`);
  }
}
