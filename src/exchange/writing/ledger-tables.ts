/** The written tables of the exchange, resolved once at start-up. */
import type { TableCatalog } from '../../database/entity-statements.js';
import * as administrativeTables from './administrative-tables.js';
import { resolveTable, type TableDefinition, type WrittenTable } from './columns.js';
import { positionChanges, positions, journal, journalBatches, orderEvents, orders, trades } from './tables.js';
import { boards, exchangeState } from './state-tables.js';

const definitions = {
  ...{ journalBatches, journal, orders, orderEvents, trades, positions, positionChanges, boards, exchangeState },
  ...administrativeTables,
};

type RowOf<Definition> = Definition extends { values: Readonly<Record<string, (row: infer Row) => unknown>> }
  ? Row
  : never;

export type LedgerTables = Readonly<{
  [Name in keyof typeof definitions]: WrittenTable<RowOf<(typeof definitions)[Name]>>;
}>;

export const resolveLedgerTables = (catalog: Pick<TableCatalog, 'find'>): LedgerTables =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      resolveTable(catalog, definition as TableDefinition<object, never, never>),
    ]),
  ) as LedgerTables;
