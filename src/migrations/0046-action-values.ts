import { Migration } from '@mikro-orm/migrations';

const SUBMISSION = `'{acctId,instrumentId,side,quantity,timeInForce,postOnly,limitPrice,stopPrice,expireDate,clientOrderId,tag,symbol,earlier}'`;
const MODIFICATION = `'{orderId,quantity,limitPrice,stopPrice,timeInForce,expireDate,expectedVersion,acctId,clientOrderId,earlier}'`;
const CANCELLATION = `'{orderId,acctId,clientOrderId,earlier}'`;
const MASS_CANCELLATION = `'{acctId,instrumentId,productGroupId,side,portion,first,symbol}'`;

/** The fields of each order action in the order of its values, as of this version. */
const FIELDS = `case type when 'OrderModification' then ${MODIFICATION} when 'OrderCancellation' then ${CANCELLATION}
  when 'MassCancellation' then ${MASS_CANCELLATION} else ${SUBMISSION} end::text[]`;

/** Rows from before stay as they are: no row of the journal is ever changed. */
export class ActionValues0046 extends Migration {
  override up(): void {
    this.addSql(`alter table "journal" add "action_values" text null, alter column "payload" drop not null`);
  }

  /** The release before knows order actions as objects only. */
  override down(): void {
    this.addSql(`alter table "journal" disable trigger "journal_stays"`);
    this.addSql(`
      update "journal" set "payload" = (
        select coalesce(jsonb_object_agg(field.name, case when field.name in ('limitPrice', 'stopPrice')
          then jsonb_build_object('digits', item.value->0, 'decimals', item.value->1) else item.value end), '{}')
        from jsonb_array_elements("action_values"::jsonb) with ordinality as item (value, place)
        join unnest(${FIELDS}) with ordinality as field (name, place) using (place)
        where item.value <> 'null')
      where "action_values" is not null`);
    this.addSql(`alter table "journal" enable trigger "journal_stays"`);
    this.addSql(`alter table "journal" drop column "action_values", alter column "payload" set not null`);
  }
}
