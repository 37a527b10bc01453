/**
 * A whole batch as one statement: one transaction and one round trip. It succeeds only if this process is still the
 * writer and no other command was written since the previous batch; otherwise it divides by zero and fails as a whole.
 */
import type { Counters } from '../../engine/state.js';
import type { BatchRows } from './batch-rows.js';
import { toArrays, insertInto, timeColumn, type WrittenTable, integerColumn, wordColumn } from './columns.js';
import { RENEWED } from './lease.js';
import { journal, orderEvents, orders, positionChanges, positions, trades, type WrittenBoard } from './tables.js';

/** The range of commands of the batch, and the epoch of the writer. */
export type StateAdvance = Readonly<{
  epoch: number;
  before: number;
  counters: Counters;
  time: number;
  pending: string;
}>;

const boards: WrittenTable<WrittenBoard> = {
  name: 'given',
  columns: [
    integerColumn('instrument_id', ({ instrumentId }) => instrumentId),
    integerColumn('board_seq', ({ boardSeq }) => boardSeq),
    integerColumn('last_price', ({ lastPrice }) => lastPrice),
    integerColumn('last_quantity', ({ lastQuantity }) => lastQuantity, 'integer'),
    timeColumn('last_time', ({ lastTime }) => lastTime),
    wordColumn('last_session', ({ lastSession }) => lastSession, 'date'),
    integerColumn('high', ({ high }) => high),
    integerColumn('low', ({ low }) => low),
    integerColumn('volume', ({ volume }) => volume),
    integerColumn('band_price', ({ bandPrice }) => bandPrice),
  ],
  key: 'instrument_id',
  replaced: [],
};

const ADVANCE = `update exchange_state set command = $3, action = $4, order_number = $5, trade = $6, rank_number = $7, reconciliation_break = $8, rules = $9, time = to_timestamp($10 / 1000.0), pending = $11::jsonb, ${RENEWED}
  where id = 1 and epoch = $1 and command = $2 returning id`;

const tables = [journal, orders, orderEvents, trades, positions, positionChanges] as const;
const ADVANCE_PARAMETERS = 11;

export const BATCH = buildBatchStatement();

export function toBatchParameters(
  { epoch, before, counters, time, pending }: StateAdvance,
  rows: BatchRows,
): unknown[] {
  const { command, action, order, trade, rank, reconciliationBreak, rules } = counters;
  return [
    ...[epoch, before, command, action, order, trade, rank, reconciliationBreak, rules, time, pending],
    ...toArrays(journal, rows.journal),
    ...toArrays(orders, rows.orders),
    ...toArrays(orderEvents, rows.steps),
    ...toArrays(trades, rows.trades),
    ...toArrays(positions, rows.positions),
    ...toArrays(positionChanges, rows.positionChanges),
    ...toArrays(boards, rows.boards),
  ];
}

function buildBatchStatement(): string {
  let first = ADVANCE_PARAMETERS + 1;
  const parts = [`advanced as (${ADVANCE})`];
  for (const table of tables) {
    parts.push(`${table.name}_written as (${insertInto(table as WrittenTable<never>, first)})`);
    first += table.columns.length;
  }
  parts.push(`boards_written as (${updateBoards(first)})`);
  return `with ${parts.join(',\n')}\nselect 1 / count(*) as went from advanced`;
}

/** Instruments exist before they are traded. */
function updateBoards(first: number): string {
  const names = boards.columns.map(({ name }) => name);
  const arrays = boards.columns.map(({ type }, index) => `$${first + index}::${type}[]`);
  const set = boards.columns
    .slice(1)
    .map(
      ({ name, kind }) => `${name} = ${kind === 'moment' ? `to_timestamp(given.${name} / 1000.0)` : `given.${name}`}`,
    );
  return `update instrument_states set ${set.join(', ')} from unnest(${arrays.join(', ')}) as given (${names.join(', ')}) where instrument_states.instrument_id = given.instrument_id`;
}
