import { Migration } from '@mikro-orm/migrations';

const columns = [
  ['stated_positions', 'extra_decimals'],
  ['positions', 'reference_extra_decimals'],
  ['positions', 'extra_decimals'],
  ['position_changes', 'extra_decimals'],
  ['position_closes', 'mark_extra_decimals'],
  ['position_closes', 'extra_decimals'],
] as const;

/**
 * Reference prices may be finer than the prices of their product. Each row says in how many decimals more it is counted; what was
 * written before is counted as it was. A constant default changes no row, so this is quick however large the tables are.
 */
export class ReferenceDecimals0029 extends Migration {
  override up(): void {
    for (const [table, column] of columns)
      this.addSql(`alter table "${table}" add column "${column}" smallint not null default 0`);
  }

  override down(): void {
    for (const [table, column] of columns) this.addSql(`alter table "${table}" drop column "${column}"`);
  }
}
