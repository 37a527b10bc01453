/**
 * A whole batch as one statement: one transaction and one round trip. It succeeds only if this process is still the
 * writer and no other command was written since the previous batch; otherwise it divides by zero and fails as a whole.
 */
import type { BatchRows } from './batch-rows.js';
import { toArrays, insertInto, toValueSql, unnestSql, type WrittenTable } from './columns.js';
import { RENEWED } from './lease.js';
import type { LedgerTables } from './ledger-tables.js';
import type { StateAdvance } from './tables.js';

/** The epoch and the last command of the previous batch. */
const CONDITION_PARAMETERS = 2;

export class BatchStatement {
  readonly text: string;

  constructor(private readonly ledger: LedgerTables) {
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

  toParameters(advance: StateAdvance, rows: BatchRows): unknown[] {
    const { ledger } = this;
    return [
      ...[advance.epoch, advance.before],
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
  return `update ${name} set ${set.join(', ')}, ${RENEWED}
  where id = 1 and epoch = $1 and command = $2 returning id`;
}

function updateBoards({ name, columns, key: [id] }: LedgerTables['boards'], first: number): string {
  const names = columns.map((column) => column.name);
  const set = columns.slice(1).map((column) => `${column.name} = ${toValueSql(column, `given.${column.name}`)}`);
  return `update ${name} set ${set.join(', ')} from ${unnestSql(columns, first)} as given (${names.join(', ')}) where ${name}.${id} = given.${id}`;
}
