/**
 * A batch as one row of the journal: one statement, one transaction, one round trip, and all that an answer waits for. It
 * succeeds only if this process is still the writer and no other command was written since the previous batch; otherwise it
 * divides by zero and fails as a whole.
 */
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import { toValueSql } from '../writing/columns.js';
import { RENEWED } from '../writing/lease.js';
import type { LedgerTables } from '../writing/ledger-tables.js';

export class JournalStatement {
  readonly text: string;

  constructor(private readonly table: LedgerTables['journalBatches']) {
    const { name, columns } = table;
    const parameterOf = (property: keyof JournalBatch): string =>
      `$${1 + columns.findIndex((column) => column.property === property)}`;
    const names = columns.map((column) => column.name).join(', ');
    const values = columns.map((column, index) => toValueSql(column, `$${1 + index}`)).join(', ');
    this.text = `with advanced as (update exchange_writer set command = ${parameterOf('last')}, hash = ${parameterOf('hash')}, ${RENEWED}
  where id = 1 and epoch = ${parameterOf('epoch')} and command + 1 = ${parameterOf('first')} returning id),
${name}_written as (insert into ${name} (${names}) values (${values}))
select 1 / count(*) as went from advanced`;
  }

  toParameters(batch: JournalBatch): unknown[] {
    return this.table.columns.map(({ getValue }) => getValue(batch));
  }
}
