/**
 * The rows of one or more batches as one statement: one transaction and one round trip. It succeeds only if the tables end
 * with the command before, so rows are written exactly once, and only if the journal has the last one; otherwise it divides by
 * zero and fails as a whole.
 */
import type { LedgerRows } from '../writing/batch-rows.js';
import { toArrays, insertInto, toValueSql, givenSql, type WrittenTable } from '../writing/columns.js';
import type { LedgerTables } from '../writing/ledger-tables.js';
import type { StateAdvance } from '../writing/state-advance.js';

/** The last command before. */
const CONDITION_PARAMETERS = 1;

export class ProjectionStatement {
  readonly text: string;

  constructor(readonly ledger: LedgerTables) {
    const { journal, orders, orderEvents, trades, positions, positionChanges, boards, exchangeState } = ledger;
    const parts = [`advanced as (${updateState(exchangeState)})`];
    let first = CONDITION_PARAMETERS + exchangeState.columns.length + 1;
    for (const table of [journal, orders, orderEvents, trades, positions, positionChanges]) {
      parts.push(`${table.name}_written as (${insertInto(table as WrittenTable<never>, first)})`);
      first += table.columns.length;
    }
    parts.push(`boards_written as (${updateBoards(boards, first)})`);
    this.text = `with ${parts.join(',\n')}\nselect 1 / count(*) as went from advanced`;
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
    return [
      advance.before,
      ...ledger.exchangeState.columns.map(({ getValue }) => getValue(advance)),
      ...toArrays(ledger.journal, rows.journal),
      ...toArrays(ledger.orders, rows.orders),
      ...toArrays(ledger.orderEvents, rows.steps),
      ...toArrays(ledger.trades, rows.trades),
      ...toArrays(ledger.positions, rows.positions),
      ...toArrays(ledger.positionChanges, rows.positionChanges),
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

function updateBoards({ name, columns, key: [id] }: LedgerTables['boards'], first: number): string {
  const set = columns.slice(1).map((column) => `${column.name} = ${toValueSql(column, `given.${column.name}`)}`);
  return `update ${name} set ${set.join(', ')} from ${givenSql(columns, first)} where ${name}.${id} = given.${id}`;
}
