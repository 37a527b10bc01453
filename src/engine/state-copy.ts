/**
 * A state that begins as another one and leaves that as it is, so that an engine can carry out order actions on it only to see what they
 * would do. Slots are copied at once, as columns of numbers; everything else when it is first asked for.
 *
 * Limits: order actions, and by choice statements. What they never change is shared: products and their groups, grants. For order actions
 * statements are shared as well, and a holding forgets from which trades it came.
 */
import { EngineAccount } from './account.js';
import { ClientOrders } from './client-orders.js';
import { Holding } from './holding.js';
import { Instrument } from './instrument.js';
import { LazyCopies, LazySet } from './lazy-copies.js';
import type { StateOrders } from './open-orders.js';
import { EngineOrder } from './order.js';
import type { OrderColumns } from './order-columns.js';
import { NONE, type OrderPool } from './order-pool.js';
import { OrderRows } from './order-rows.js';
import type { PendingCommand } from './pending-command.js';
import type { Product, ProductGroup } from './product.js';
import { requireRow } from './require-row.js';
import { State } from './state.js';

export class StateCopy extends State<CopiedOrders> {
  override readonly groups: Map<number, ProductGroup>;
  override readonly products: Map<number, Product>;
  override readonly instruments: Map<number, Instrument>;
  override readonly accounts: Map<number, EngineAccount>;
  override readonly pending: Map<number, PendingCommand>;

  constructor(base: State, takesStatements = false) {
    super((state) => new CopiedOrders(base.orders, state));
    Object.assign(this.counters, base.counters);
    this.pool.copyFrom(base.pool);
    this.groups = base.groups;
    this.products = base.products;
    this.pending = new Map(base.pending);
    this.instruments = new LazyCopies(base.instruments, (instrument) => {
      const copy = copyInstrument(instrument, this.pool);
      if (takesStatements) for (const [date, mark] of instrument.closingMarks) copy.closingMarks.set(date, mark);
      return copy;
    });
    this.accounts = new LazyCopies(base.accounts, (account) =>
      takesStatements ? new StatedAccountCopy(account, this.instruments) : new AccountCopy(account, this.instruments),
    );
  }
}

/** An order is copied when it is first asked for, and stays an object. */
class CopiedOrders implements StateOrders {
  private readonly copies = new Map<number, EngineOrder>();
  /** The copies that have got a place, by their slot. */
  private readonly placed = new Map<number, EngineOrder>();
  private readonly displaced = new Set<number>();

  constructor(
    private readonly base: StateOrders,
    private readonly state: State,
  ) {}

  get size(): number {
    return [...this.values()].length;
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  get(id: number): EngineOrder | undefined {
    const known = this.copies.get(id);
    if (known !== undefined || this.displaced.has(id)) return known;
    const order = this.base.peek(id);
    if (order === undefined) return undefined;
    const copy = copyOrder(order, this.state);
    this.copies.set(id, copy);
    return copy;
  }

  peek(id: number): EngineOrder | undefined {
    return this.get(id);
  }

  /** An order that has not moved is where it is in the other state. */
  getAt(slot: number): EngineOrder {
    const order = this.placed.get(slot) ?? this.get(this.base.getIdAt(slot));
    if (order === undefined) throw new Error(`Slot ${slot} holds no order.`);
    return order;
  }

  getIdAt(slot: number): number {
    return this.getAt(slot).origin.id;
  }

  peekAt(slot: number): EngineOrder {
    return this.getAt(slot);
  }

  *values(): Generator<EngineOrder> {
    for (const id of this.keys()) {
      const order = this.get(id);
      if (order !== undefined) yield order;
    }
  }

  keys(): Iterable<number> {
    return new Set([...this.base.keys(), ...this.copies.keys()]);
  }

  place(order: EngineOrder, slot: number): void {
    order.slot = slot;
    this.copies.set(order.origin.id, order);
    this.placed.set(slot, order);
  }

  displace(order: EngineOrder): void {
    this.placed.delete(order.slot);
    this.copies.delete(order.origin.id);
    this.displaced.add(order.origin.id);
    order.slot = NONE;
  }

  settle(): void {
    // Nothing is stored.
  }

  toColumns(): OrderColumns {
    const rows = new OrderRows(this.state);
    for (const order of this.values()) rows.add(order.slot, order);
    return rows.toColumns();
  }
}

class AccountCopy extends EngineAccount {
  override readonly grants: EngineAccount['grants'];
  override readonly holdings: EngineAccount['holdings'];
  override readonly openOrders: EngineAccount['openOrders'];
  override readonly clientOrders: EngineAccount['clientOrders'];
  override readonly money: EngineAccount['money'];
  override readonly references: EngineAccount['references'];
  override readonly openBreaks: EngineAccount['openBreaks'];
  override readonly acceptedBreaks: EngineAccount['acceptedBreaks'];

  constructor(base: EngineAccount, instruments: ReadonlyMap<number, Instrument>) {
    super(base.id, base.toTerms());
    this.isEnabled = base.isEnabled;
    this.grants = base.grants;
    this.money = base.money;
    this.references = base.references;
    this.openBreaks = base.openBreaks;
    this.acceptedBreaks = base.acceptedBreaks;
    this.openOrders = new LazySet(base.openOrders);
    this.clientOrders = new ClientOrders(base.clientOrders);
    this.holdings = new LazyCopies(base.holdings, (holding) =>
      copyHolding(holding, requireRow(instruments, holding.instrument.id)),
    );
  }
}

/** One that statements can be given for. */
class StatedAccountCopy extends AccountCopy {
  override readonly money: EngineAccount['money'];
  override readonly references: EngineAccount['references'];
  override readonly openBreaks: EngineAccount['openBreaks'];
  override readonly acceptedBreaks: EngineAccount['acceptedBreaks'];
  override readonly holdings: EngineAccount['holdings'];

  constructor(base: EngineAccount, instruments: ReadonlyMap<number, Instrument>) {
    super(base, instruments);
    this.money = new Map(base.money);
    this.references = new Map(base.references);
    this.openBreaks = new Map(base.openBreaks);
    this.acceptedBreaks = new Map(base.acceptedBreaks);
    this.holdings = new LazyCopies(base.holdings, (holding) => {
      const copy = copyHolding(holding, requireRow(instruments, holding.instrument.id));
      copy.trades = [...holding.trades];
      copy.history.closes = [...holding.history.closes];
      for (const [date, net] of holding.netBySession) copy.netBySession.set(date, net);
      return copy;
    });
  }
}

function copyInstrument(instrument: Instrument, pool: OrderPool): Instrument {
  const { terms, product, book, stops, board } = instrument;
  const copy = new Instrument(terms, product, pool);
  copy.givenStatus = instrument.givenStatus;
  copy.haltReason = instrument.haltReason;
  copy.isExpired = instrument.isExpired;
  copy.isExpiring = instrument.isExpiring;
  copy.settlementPrice = instrument.settlementPrice;
  copy.settledSession = instrument.settledSession;
  copy.book.copyFrom(book);
  copy.stops.copyFrom(stops);
  copy.board.statistics = board.statistics;
  return copy;
}

function copyHolding(holding: Holding, instrument: Instrument): Holding {
  const copy = new Holding(holding.acctId, instrument);
  copy.quantity = holding.quantity;
  copy.cost = holding.cost;
  copy.realised = holding.realised;
  copy.openBuys = holding.openBuys;
  copy.openSells = holding.openSells;
  copy.reference = holding.reference;
  copy.extraDecimals = holding.extraDecimals;
  copy.carried = holding.carried;
  copy.referenceConfirms = holding.referenceConfirms;
  copy.beforeList = holding.beforeList;
  Object.assign(copy.history, holding.history);
  copy.copyDayStart(holding);
  return copy;
}

function copyOrder(order: EngineOrder, { accounts, instruments }: State): EngineOrder {
  const { account, instrument, origin, terms } = order;
  const copy = new EngineOrder(requireRow(accounts, account.id), requireRow(instruments, instrument.id), origin, terms);
  copy.filledQuantity = order.filledQuantity;
  copy.turnover = order.turnover;
  copy.status = order.status;
  copy.state = order.state;
  copy.rejectCode = order.rejectCode;
  copy.cancelReason = order.cancelReason;
  copy.revision = order.revision;
  copy.version = order.version;
  copy.updatedAt = order.updatedAt;
  copy.triggeredAt = order.triggeredAt;
  copy.rank = order.rank;
  copy.slot = order.slot;
  return copy;
}
