/**
 * A state whose open orders were read as columns. Books and accounts have them at once; an order becomes an object when it is first
 * asked for, because making a million objects takes longer than everything else of a start, and most of them are not asked for.
 *
 * Layout: the orders stand in the pool in the order of their rows, so the slot of an order is its row.
 */
import type { EngineOrder, OrderState } from './order.js';
import { type OrderColumns, readOrder } from './order-columns.js';
import { NONE } from './order-pool.js';
import { requireRow } from './restored-rows.js';
import type { Side } from './side.js';
import { State } from './state.js';

const WAITING: OrderState = 'PendingTrigger';

export class RestoredState extends State {
  override readonly orders: RestoredOrders;

  constructor(private readonly columns: OrderColumns) {
    super();
    this.orders = new RestoredOrders(columns, (row) => {
      const order = this.read(row);
      this.placeInQueue(order, row);
      return order;
    });
  }

  /** The accounts and instruments are there. */
  placeOrders(): void {
    const { columns, accounts, instruments } = this;
    const { texts } = columns;
    this.ordersBySlot.length = columns.id.length;
    this.ordersBySlot.fill(undefined);
    const waiting = texts.indexOf(WAITING);
    for (let row = 0; row < columns.id.length; row++) {
      const account = requireRow(accounts, columns.acctId[row] as number);
      const instrument = requireRow(instruments, columns.instrumentId[row] as number);
      const side = texts[columns.side[row] as number] as Side;
      const leaves = (columns.quantity[row] as number) - (columns.filledQuantity[row] as number);
      account.openOrders.add(columns.id[row] as number);
      const holding = account.getHolding(instrument);
      if (side === 'Buy') holding.openBuys += leaves;
      else holding.openSells += leaves;
      const isWaiting = columns.state[row] === waiting;
      const limit = (isWaiting ? columns.stopPrice : columns.limitPrice)[row] as number;
      const place = { side, account: account.id, owner: account.ownerId, limit, leaves };
      const slot = isWaiting ? instrument.stops.add(place) : instrument.book.rest(place);
      if (slot !== row) throw new Error(`The order of row ${row} stands in slot ${slot}.`);
    }
  }

  override getOrderAt(slot: number): EngineOrder {
    return this.ordersBySlot[slot] ?? this.orders.takeRow(slot) ?? super.getOrderAt(slot);
  }

  /** Orders that are no objects yet are read for the moment. */
  override *listOrdersByRank(): Generator<EngineOrder> {
    const made = [...this.orders.listMade()].sort((a, b) => a.rank - b.rank);
    let next = 0;
    for (const row of this.orders.listRows()) {
      const rank = this.columns.rank[row] as number;
      for (let order = made[next]; order !== undefined && order.rank < rank; order = made[++next]) yield order;
      yield this.read(row);
    }
    yield* made.slice(next);
  }

  private read(row: number): EngineOrder {
    return readOrder(this, this.columns, row);
  }
}

/** The orders by their ids: those that are objects, and the rows of the others. */
class RestoredOrders extends Map<number, EngineOrder> {
  private readonly isTaken: Uint8Array;
  private rowsLeft: number;

  constructor(
    private readonly columns: Pick<OrderColumns, 'id' | 'byId'>,
    private readonly make: (row: number) => EngineOrder,
  ) {
    super();
    this.rowsLeft = columns.id.length;
    this.isTaken = new Uint8Array(this.rowsLeft);
  }

  override get size(): number {
    return super.size + this.rowsLeft;
  }

  override get(id: number): EngineOrder | undefined {
    return super.get(id) ?? this.takeRow(this.findRow(id));
  }

  override has(id: number): boolean {
    return super.has(id) || this.findRow(id) !== NONE;
  }

  override delete(id: number): boolean {
    return this.get(id) !== undefined && super.delete(id);
  }

  override keys(): MapIterator<number> {
    this.takeAll();
    return super.keys();
  }

  override values(): MapIterator<EngineOrder> {
    this.takeAll();
    return super.values();
  }

  override entries(): MapIterator<[number, EngineOrder]> {
    this.takeAll();
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[number, EngineOrder]> {
    return this.entries();
  }

  /** Makes the object of a row that has none yet. */
  takeRow(row: number): EngineOrder | undefined {
    if (row === NONE || this.isTaken[row] !== 0) return undefined;
    this.isTaken[row] = 1;
    this.rowsLeft--;
    const order = this.make(row);
    this.set(order.origin.id, order);
    return order;
  }

  listMade(): Iterable<EngineOrder> {
    return super.values();
  }

  /** The rows without an object. */
  *listRows(): Generator<number> {
    if (this.rowsLeft > 0) for (const [row, isTaken] of this.isTaken.entries()) if (isTaken === 0) yield row;
  }

  private takeAll(): void {
    for (const row of this.listRows()) this.takeRow(row);
  }

  /** NONE where no such order was read, and where it is an object already. */
  private findRow(id: number): number {
    const { id: ids, byId } = this.columns;
    if (this.rowsLeft === 0) return NONE;
    let low = 0;
    let high = byId.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[byId[middle] as number] as number) < id) low = middle + 1;
      else high = middle;
    }
    const row = byId[low] ?? NONE;
    return row !== NONE && ids[row] === id && this.isTaken[row] === 0 ? row : NONE;
  }
}
