/**
 * The orders that can still trade. An order is an object while a command works on it, and a row of numbers otherwise: a million objects
 * would be most of the memory of the service.
 *
 * Invariant: between two commands every order stands in a queue, and its slot there is its row.
 */
import type { EngineOrder } from './order.js';
import { NONE } from './order-pool.js';
import { type OrderColumns, OrderRows } from './order-rows.js';

export class OpenOrders {
  private readonly rows: OrderRows;
  private readonly rowsById = new Map<number, number>();
  /** Those that were asked for since the last command. */
  protected readonly objects = new Map<number, EngineOrder>();

  constructor(references: ConstructorParameters<typeof OrderRows>[0]) {
    this.rows = new OrderRows(references);
  }

  get size(): number {
    return this.rowsById.size;
  }

  /** An order that the present command may change. */
  get(id: number): EngineOrder | undefined {
    const known = this.objects.get(id);
    if (known !== undefined) return known;
    const row = this.rowsById.get(id);
    return row === undefined ? undefined : this.take(row);
  }

  /** An order only to look at. */
  peek(id: number): EngineOrder | undefined {
    const row = this.rowsById.get(id);
    return this.objects.get(id) ?? (row === undefined ? undefined : this.rows.read(row));
  }

  add(order: EngineOrder): void {
    this.objects.set(order.origin.id, order);
  }

  /** The order has ended. It leaves its place by itself. */
  remove({ origin: { id } }: EngineOrder): void {
    this.objects.delete(id);
  }

  has(id: number): boolean {
    return this.objects.has(id) || this.rowsById.has(id);
  }

  getIdAt(row: number): number {
    return this.rows.getId(row);
  }

  getAt(row: number): EngineOrder {
    return this.objects.get(this.rows.getId(row)) ?? this.take(row);
  }

  peekAt(row: number): EngineOrder {
    return this.objects.get(this.rows.getId(row)) ?? this.rows.read(row);
  }

  /** Those that stand in a queue, in no order. */
  *values(): Generator<EngineOrder> {
    for (const row of this.rows.list()) yield this.peekAt(row);
  }

  keys(): MapIterator<number> {
    return this.rowsById.keys();
  }

  /** The order has got a place in a queue. */
  place(order: EngineOrder, row: number): void {
    const { id } = order.origin;
    order.slot = row;
    this.rows.reserve(row, id);
    this.rowsById.set(id, row);
    this.objects.set(id, order);
  }

  /** The order has left its place; the queue was already updated. */
  displace(order: EngineOrder): void {
    this.rows.clear(order.slot);
    this.rowsById.delete(order.origin.id);
    order.slot = NONE;
  }

  /** The command is over. */
  settle(): void {
    if (this.objects.size === 0) return;
    for (const order of this.objects.values()) if (order.slot !== NONE) this.rows.write(order.slot, order);
    this.objects.clear();
  }

  toColumns(): OrderColumns {
    return this.rows.toColumns();
  }

  /** Becomes what the columns say, in a state that had no orders. Each order stands in the slot of its row. */
  restore(columns: OrderColumns): void {
    this.rows.restore(columns);
    for (const [row, id] of columns.id.entries()) this.rowsById.set(id, row);
  }

  private take(row: number): EngineOrder {
    const order = this.rows.read(row);
    this.objects.set(order.origin.id, order);
    return order;
  }
}
