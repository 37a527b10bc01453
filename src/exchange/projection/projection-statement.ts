/**
 * The rows of one or more batches as one statement: one transaction and one round trip. It succeeds only if the tables end
 * with the command before, so rows are written exactly once, only if the journal has the last one, and only if every order that
 * changes is there; otherwise it divides by zero and fails as a whole.
 */
import type { LedgerRows } from '../writing/batch-rows.js';
import { toArrays, insertInto, toValueSql, givenSql, type WrittenTable } from '../writing/columns.js';
import type { LedgerTables } from '../writing/ledger-tables.js';
import type { StateAdvance } from '../writing/state-tables.js';

/** The last command before. */
const CONDITION_PARAMETERS = 1;

export class ProjectionStatement {
  readonly text: string;
  /** Of an order that an earlier transaction has inserted: what can change. */
  private readonly changes: LedgerTables['orders'];

  constructor(readonly ledger: LedgerTables) {
    const { journal, orders, orderEvents, trades, positions, positionChanges, boards, exchangeState } = ledger;
    this.changes = keepReplaced(orders);
    const parts = [`advanced as (${updateState(exchangeState)})`];
    let first = CONDITION_PARAMETERS + exchangeState.columns.length + 1;
    for (const table of [journal, { ...orders, replaced: [] }, orderEvents, trades, positions, positionChanges]) {
      parts.push(`${table.name}_written as (${insertInto(table as WrittenTable<never>, first)})`);
      first += table.columns.length;
    }
    parts.push(`orders_changed as (${updateRows(this.changes, first)} returning 1)`);
    const changed = `(select count(*) from orders_changed) = cardinality($${first}::bigint[])`;
    first += this.changes.columns.length;
    parts.push(`boards_changed as (${updateRows(boards, first)})`);
    this.text = `with ${parts.join(',\n')}\nselect 1 / count(*) as went from advanced where ${changed}`;
  }

  /** The tables that follow the journal. */
  get tables(): readonly string[] {
    const { journal, orders, orderEvents, trades, positions, positionChanges, boards, exchangeState } = this.ledger;
    const tables = [journal, orders, orderEvents, trades, positions, positionChanges, boards, exchangeState];
    return tables.map(({ name }) => name);
  }

  toQuery(advance: StateAdvance, rows: LedgerRows) {
    return { name: 'projection', text: this.text, values: this.toParameters(advance, rows) };
  }

  private toParameters(advance: StateAdvance, rows: LedgerRows): unknown[] {
    const { ledger } = this;
    const placed = rows.orders.filter(({ actionId }) => actionId !== null);
    const known = rows.orders.filter(({ actionId }) => actionId === null);
    return [
      advance.before,
      ...ledger.exchangeState.columns.map(({ getValue }) => getValue(advance)),
      ...toArrays(ledger.journal, rows.journal),
      ...toArrays(ledger.orders, placed),
      ...toArrays(ledger.orderEvents, rows.steps),
      ...toArrays(ledger.trades, rows.trades),
      ...toArrays(ledger.positions, rows.positions),
      ...toArrays(ledger.positionChanges, rows.positionChanges),
      ...toArrays(this.changes, known),
      ...toArrays(ledger.boards, rows.boards),
    ];
  }
}

function updateState({ name, columns }: LedgerTables['exchangeState']): string {
  const set = columns.map((column, index) => {
    const parameter = `$${CONDITION_PARAMETERS + 1 + index}`;
    return `${column.name} = ${column.type === 'jsonb' ? `${parameter}::jsonb` : toValueSql(column, parameter)}`;
  });
  const last = CONDITION_PARAMETERS + 1 + columns.findIndex(({ property }) => property === 'command');
  return `update ${name} set ${set.join(', ')}
  where id = 1 and command = $1 and $${last} <= (select command from exchange_writer where id = 1) returning id`;
}

/** Sets all columns besides the key, which has one. */
function updateRows<Row>({ name, columns, key: [id] }: WrittenTable<Row>, first: number): string {
  const set = columns
    .filter(({ name: column }) => column !== id)
    .map((column) => `${column.name} = given.${column.name}`);
  return `update ${name} set ${set.join(', ')} from ${givenSql(columns, first)} where ${name}.${id} = given.${id}`;
}

const keepReplaced = <Row>(table: WrittenTable<Row>): WrittenTable<Row> => ({
  ...table,
  columns: table.columns.filter(({ name }) => table.key.includes(name) || table.replaced.includes(name)),
});
