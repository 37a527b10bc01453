import fc from 'fast-check';
import type { OrderRow } from '../../engine/order.js';
import type { LedgerRows } from '../writing/batch-rows.js';
import { type CommittedBatch, lastCommandOf, mergeBatches } from './committed-batch.js';

type Rows = CommittedBatch['rows'];
type Tables = Readonly<{
  added: { [Name in 'journal' | 'steps' | 'trades' | 'positionChanges']: unknown[] };
  orders: Map<number, unknown>;
  positions: Map<string, unknown>;
  boards: Map<number, unknown>;
  command: number;
}>;

const id = fc.integer({ min: 1, max: 4 });
const value = fc.nat(1_000);

/** Rows of a batch with its own number in each; an order is placed by the first batch that names it. */
function toRows(seq: number, { orders, positions, boards }: Readonly<Record<string, readonly number[]>>): Rows {
  const rows = {
    journal: [{ seq }],
    steps: [{ seq }],
    trades: [{ seq }],
    positionChanges: [{ seq }],
    orders: [...new Set(orders)].map((order) => ({ order: { id: order, revision: seq }, seq })),
    positions: [...new Set(positions)].map((acctId) => ({ seq, position: { acctId, instrumentId: 1 } })),
    boards: [...new Set(boards)].map((instrumentId) => ({ instrumentId, boardSeq: seq })),
  };
  return rows as unknown as LedgerRows;
}

function toBatches(changes: readonly Readonly<Record<string, readonly number[]>>[]): CommittedBatch[] {
  const placed = new Set<number>();
  return changes.map((change, at) => {
    const rows = toRows(at + 1, change);
    const orders = rows.orders.map(({ order }) => {
      const isNew = !placed.has(order.id);
      placed.add(order.id);
      return { order, actionId: isNew ? 100 + at : null, fingerprint: isNew ? 200 + at : null };
    });
    const counters = {
      ...{ command: at + 1, action: 0, order: 0, trade: 0, rank: 0 },
      reconciliationBreak: 0,
      rules: 1,
    };
    return { rows: { ...rows, orders }, advance: { before: at, counters, time: at, pending: `[${at}]` }, bytes: 10 };
  });
}

/** The tables after a batch: a known order keeps the action that placed it, as the statement has it. */
function write(tables: Tables, { rows, advance }: CommittedBatch): Tables {
  expect(advance.before).toBe(tables.command);
  for (const name of ['journal', 'steps', 'trades', 'positionChanges'] as const) tables.added[name].push(...rows[name]);
  for (const { order, ...origin } of rows.orders) {
    const known = tables.orders.get(order.id) as Readonly<{ origin: unknown; order: OrderRow }> | undefined;
    tables.orders.set(order.id, { origin: known?.origin ?? origin, order });
  }
  for (const row of rows.positions) tables.positions.set(`${row.position.acctId}`, row);
  for (const row of rows.boards) tables.boards.set(row.instrumentId, row);
  return { ...tables, command: advance.counters.command };
}

const noTables = (): Tables => ({
  added: { journal: [], steps: [], trades: [], positionChanges: [] },
  ...{ orders: new Map(), positions: new Map(), boards: new Map(), command: 0 },
});

const changes = fc.array(fc.record({ orders: fc.array(id), positions: fc.array(id), boards: fc.array(id) }), {
  minLength: 1,
  maxLength: 12,
});

describe('merged batches', () => {
  it('leave the tables as one batch at a time does, wherever they are cut', () => {
    fc.assert(
      fc.property(changes, value, (made, cut) => {
        const batches = toBatches(made);
        const parts = [batches.slice(0, cut % (batches.length + 1)), batches.slice(cut % (batches.length + 1))];
        const merged = parts.flatMap(([first, ...others]) =>
          first === undefined ? [] : [mergeBatches([first, ...others])],
        );
        expect(merged.reduce(write, noTables())).toEqual(batches.reduce(write, noTables()));
      }),
    );
  });

  it('have a changed row once, and the end of the last batch', () => {
    const [first, ...others] = toBatches([1, 2, 3].map(() => ({ orders: [7], positions: [1], boards: [2] })));
    const merged = mergeBatches([first as CommittedBatch, ...others]);
    expect(merged.rows.orders).toEqual([{ order: { id: 7, revision: 3 }, actionId: 100, fingerprint: 200 }]);
    expect([merged.rows.positions.length, merged.rows.boards.length, merged.rows.journal.length]).toEqual([1, 1, 3]);
    expect([lastCommandOf(merged), merged.advance.before, merged.advance.pending, merged.bytes]).toEqual([
      3,
      0,
      '[2]',
      30,
    ]);
  });
});
