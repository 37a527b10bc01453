/**
 * The orders that can still trade. An order is an object while a command works on it, and a row of numbers otherwise: a million objects
 * would be most of the memory of the service.
 *
 * Invariant: between two commands every order stands in a queue, and its slot there is its row.
 */
import type { EngineOrder } from './order.js';
import { NONE } from './order-pool.js';
import type { OrderColumns } from './order-columns.js';
import { OrderRows } from './order-rows.js';

/** The orders of a state that can still trade, by number and by slot. */
export interface StateOrders {
  readonly size: number;
  has(id: number): boolean;
  /** An order that the present command may change. */
  get(id: number): EngineOrder | undefined;
  getAt(slot: number): EngineOrder;
  /** An order only to look at. */
  peek(id: number): EngineOrder | undefined;
  peekAt(slot: number): EngineOrder;
  getIdAt(slot: number): number;
  /** In no order, and only to look at. */
  values(): Iterable<EngineOrder>;
  keys(): Iterable<number>;
  /** The order has got a place in a queue. */
  place(order: EngineOrder, slot: number): void;
  /** The order has left its place; the queue was already updated. */
  displace(order: EngineOrder): void;
  /** The command is over. */
  settle(): void;
  toColumns(): OrderColumns;
}

/** The orders as rows. */
export class OpenOrders implements StateOrders {
  private readonly rows: OrderRows;
  private readonly rowsById = new Map<number, number>();
  /** The objects of rows that were asked for since the last command, by row and in a list. */
  private readonly objects: (EngineOrder | undefined)[] = [];
  private readonly touched: EngineOrder[] = [];

  constructor(references: ConstructorParameters<typeof OrderRows>[0]) {
    this.rows = new OrderRows(references);
  }

  get size(): number {
    return this.rowsById.size;
  }

  has(id: number): boolean {
    return this.rowsById.has(id);
  }

  get(id: number): EngineOrder | undefined {
    const row = this.rowsById.get(id);
    return row === undefined ? undefined : this.getAt(row);
  }

  getAt(row: number): EngineOrder {
    let order = this.objects[row];
    if (order === undefined) {
      order = this.rows.read(row);
      this.objects[row] = order;
      this.touched.push(order);
    }
    return order;
  }

  peek(id: number): EngineOrder | undefined {
    const row = this.rowsById.get(id);
    return row === undefined ? undefined : this.peekAt(row);
  }

  peekAt(row: number): EngineOrder {
    return this.objects[row] ?? this.rows.read(row);
  }

  getIdAt(row: number): number {
    return this.rows.getId(row);
  }

  *values(): Generator<EngineOrder> {
    for (const row of this.rows.list()) yield this.peekAt(row);
  }

  keys(): Iterable<number> {
    return this.rowsById.keys();
  }

  place(order: EngineOrder, row: number): void {
    const { id } = order.origin;
    order.slot = row;
    this.rows.reserve(row, id);
    this.rowsById.set(id, row);
    this.objects[row] = order;
    this.touched.push(order);
  }

  displace(order: EngineOrder): void {
    const { slot } = order;
    order.slot = NONE;
    this.rows.clear(slot);
    this.rowsById.delete(order.origin.id);
    this.objects[slot] = undefined;
  }

  settle(): void {
    for (const order of this.touched) {
      if (order.slot === NONE) continue;
      this.rows.write(order.slot, order);
      this.objects[order.slot] = undefined;
    }
    this.touched.length = 0;
  }

  toColumns(): OrderColumns {
    return this.rows.toColumns();
  }

  /** Becomes what the columns say, in a state that had no orders. Each order stands in the slot of its row. */
  restore(columns: OrderColumns): void {
    this.rows.restore(columns);
    for (let row = 0; row < columns.id.length; row++) this.rowsById.set(columns.id[row] as number, row);
  }
}
