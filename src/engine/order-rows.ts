/**
 * Open orders as columns of numbers: a million of them are some flat arrays that the garbage collector never walks, and a snapshot is
 * a copy of them. A row is a slot of the pool. A row without an order has the id 0.
 */
import type { EngineAccount } from './account.js';
import type { OrderType, TimeInForce } from './command.js';
import type { Instrument } from './instrument.js';
import { EngineOrder, type OrderState } from './order.js';
import {
  at,
  createColumns,
  enlarge,
  gather,
  COLUMN_STATES,
  COLUMN_ORDER_TYPES,
  type OrderColumns,
  COLUMN_SIDES,
  COLUMN_TIMES_IN_FORCE,
} from './order-columns.js';
import { NONE } from './order-pool.js';
import { requireRow } from './require-row.js';
import type { Side } from './side.js';

const FIRST_CAPACITY = 64;

type References = Readonly<{
  accounts: ReadonlyMap<number, EngineAccount>;
  instruments: ReadonlyMap<number, Instrument>;
}>;

export class OrderRows {
  private columns = createColumns(FIRST_CAPACITY);
  /** The rows from here on were never used. */
  private end = 0;
  private clientOrderIds: (string | null)[] = [];
  private tags: (string | null)[] = [];
  /** Most orders have not traded. */
  private readonly turnovers = new Map<number, bigint>();
  private dates = new TextList();

  constructor(private readonly references: References) {}

  getId(row: number): number {
    return this.columns.id[row] ?? 0;
  }

  /** The rows that have an order. */
  *list(): Generator<number> {
    for (let row = 0; row < this.end; row++) if (this.columns.id[row] !== 0) yield row;
  }

  /** Takes a row for an order, which is written before it is read. */
  reserve(row: number, id: number): void {
    if (row >= this.columns.id.length) this.columns = enlarge(this.columns, 2 * row);
    if (row >= this.end) this.end = row + 1;
    this.columns.id[row] = id;
  }

  clear(row: number): void {
    this.columns.id[row] = 0;
    this.clientOrderIds[row] = null;
    this.tags[row] = null;
    this.turnovers.delete(row);
  }

  add(row: number, order: EngineOrder): void {
    this.reserve(row, order.origin.id);
    this.write(row, order);
  }

  write(row: number, order: EngineOrder): void {
    const { columns, dates } = this;
    const { origin, terms } = order;
    columns.rank[row] = order.rank;
    columns.acctId[row] = order.account.id;
    columns.instrumentId[row] = order.instrument.id;
    columns.userId[row] = origin.userId;
    columns.placedBy[row] = origin.placedBy ?? NONE;
    columns.orderType[row] = COLUMN_ORDER_TYPES.indexOf(origin.orderType);
    columns.side[row] = COLUMN_SIDES.indexOf(origin.side);
    columns.timeInForce[row] = COLUMN_TIMES_IN_FORCE.indexOf(terms.timeInForce);
    columns.state[row] = COLUMN_STATES.indexOf(order.state);
    columns.postOnly[row] = origin.postOnly ? 1 : 0;
    columns.expireDate[row] = dates.indexOf(terms.expireDate);
    columns.sessionDate[row] = dates.indexOf(origin.sessionDate);
    columns.limitPrice[row] = terms.limitPrice ?? NaN;
    columns.stopPrice[row] = terms.stopPrice ?? NaN;
    columns.quantity[row] = terms.quantity;
    columns.filledQuantity[row] = order.filledQuantity;
    columns.revision[row] = order.revision;
    columns.version[row] = order.version;
    columns.createdAt[row] = origin.createdAt;
    columns.updatedAt[row] = order.updatedAt;
    columns.triggeredAt[row] = order.triggeredAt ?? NaN;
    this.clientOrderIds[row] = origin.clientOrderId;
    this.tags[row] = origin.tag;
    if (order.turnover !== 0n) this.turnovers.set(row, order.turnover);
  }

  /** The order of a row, as a new object. */
  read(row: number): EngineOrder {
    if (this.getId(row) === 0) throw new Error(`Slot ${row} holds no order.`);
    const { columns, dates } = this;
    const order = new EngineOrder(
      requireRow(this.references.accounts, at(columns.acctId, row)),
      requireRow(this.references.instruments, at(columns.instrumentId, row)),
      {
        id: at(columns.id, row),
        userId: at(columns.userId, row),
        placedBy: numberOrNull(columns.placedBy, row),
        clientOrderId: this.clientOrderIds[row] ?? null,
        tag: this.tags[row] ?? null,
        orderType: COLUMN_ORDER_TYPES[at(columns.orderType, row)] as OrderType,
        side: COLUMN_SIDES[at(columns.side, row)] as Side,
        postOnly: columns.postOnly[row] === 1,
        sessionDate: dates.get(at(columns.sessionDate, row)),
        createdAt: at(columns.createdAt, row),
      },
      {
        quantity: at(columns.quantity, row),
        limitPrice: amountOrNull(columns.limitPrice, row),
        stopPrice: amountOrNull(columns.stopPrice, row),
        timeInForce: COLUMN_TIMES_IN_FORCE[at(columns.timeInForce, row)] as TimeInForce,
        expireDate: dates.get(at(columns.expireDate, row)),
      },
    );
    order.filledQuantity = at(columns.filledQuantity, row);
    order.turnover = this.turnovers.get(row) ?? 0n;
    order.state = COLUMN_STATES[at(columns.state, row)] as OrderState;
    order.revision = at(columns.revision, row);
    order.version = at(columns.version, row);
    order.updatedAt = at(columns.updatedAt, row);
    order.triggeredAt = amountOrNull(columns.triggeredAt, row);
    order.rank = at(columns.rank, row);
    order.slot = row;
    return order;
  }

  toColumns(): OrderColumns {
    const { rank, expireDate, sessionDate } = this.columns;
    const rows = Int32Array.from(this.list()).sort((a, b) => at(rank, a) - at(rank, b));
    const texts = new TextList();
    const dates = new TextList();
    const placeDate = dates.importFrom(this.dates);
    return {
      ...gather(this.columns, rows),
      expireDate: rows.map((row) => placeDate(at(expireDate, row))),
      sessionDate: rows.map((row) => placeDate(at(sessionDate, row))),
      clientOrderId: rows.map((row) => texts.indexOf(this.clientOrderIds[row] ?? null)),
      tag: rows.map((row) => texts.indexOf(this.tags[row] ?? null)),
      turnover: rows.map((row) => texts.indexOf(this.turnovers.get(row)?.toString() ?? null)),
      dates: dates.texts,
      texts: texts.texts,
    };
  }

  /** Takes the orders of columns, each in the row where it is there. Nothing was in these rows before. */
  restore({ clientOrderId, tag, turnover, dates, texts, ...columns }: OrderColumns): void {
    this.end = columns.id.length;
    this.columns = enlarge(columns, Math.max(this.end, FIRST_CAPACITY));
    this.dates = new TextList([...dates]);
    this.clientOrderIds = collectTexts(clientOrderId, texts);
    this.tags = collectTexts(tag, texts);
    for (const [row, text] of turnover.entries())
      if (text !== NONE) this.turnovers.set(row, BigInt(texts[text] as string));
  }
}

/** Texts by their place, each once. */
class TextList {
  private readonly places: Map<string, number>;

  constructor(readonly texts: string[] = []) {
    this.places = new Map(texts.map((text, place) => [text, place]));
  }

  get(place: number): string | null {
    return this.texts[place] ?? null;
  }

  /** Takes over texts of another list, each when its place there is first asked for, and tells its place here. */
  importFrom(other: TextList): (place: number) => number {
    const places: number[] = [];
    return (place) => (place === NONE ? NONE : (places[place] ??= this.indexOf(other.get(place))));
  }

  indexOf(text: string | null): number {
    if (text === null) return NONE;
    let place = this.places.get(text);
    if (place === undefined) {
      place = this.texts.push(text) - 1;
      this.places.set(text, place);
    }
    return place;
  }
}

function collectTexts(places: Int32Array, texts: readonly string[]): (string | null)[] {
  const collected: (string | null)[] = [];
  for (let row = 0; row < places.length; row++) collected.push(texts[at(places, row)] ?? null);
  return collected;
}

const numberOrNull = (column: Int32Array, row: number): number | null =>
  column[row] === NONE ? null : at(column, row);

const amountOrNull = (column: Float64Array, row: number): number | null =>
  Number.isNaN(column[row]) ? null : at(column, row);
