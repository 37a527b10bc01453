/**
 * A state that begins as another one and leaves that as it is, so that an engine can carry out order actions on it only to see what they
 * would do. Slots are copied at once, as columns of numbers; everything else when it is first asked for.
 *
 * Limits: order actions only. What they never change is shared: products and their groups, statements, grants. A holding forgets from
 * which trades it came, which only sessions and statements ask.
 */
import { Account } from './account.js';
import { Holding } from './holding.js';
import { Instrument } from './instrument.js';
import { LazyCopies, LazySet } from './lazy-copies.js';
import { Order } from './order.js';
import type { OrderPool } from './order-pool.js';
import type { PendingCommand } from './pending-command.js';
import type { Product, ProductGroup } from './product.js';
import { found } from './restored-rows.js';
import { State } from './state.js';

export class StateCopy extends State {
  override readonly groups: Map<number, ProductGroup>;
  override readonly products: Map<number, Product>;
  override readonly instruments: Map<number, Instrument>;
  override readonly accounts: Map<number, Account>;
  override readonly orders: Map<number, Order>;
  override readonly pending: Map<number, PendingCommand>;

  constructor(private readonly base: State) {
    super();
    Object.assign(this.counters, base.counters);
    this.pool.copyFrom(base.pool);
    this.groups = base.groups;
    this.products = base.products;
    this.pending = new Map(base.pending);
    this.instruments = new LazyCopies(base.instruments, (instrument) => copyOfInstrument(instrument, this.pool));
    this.accounts = new LazyCopies(base.accounts, (account) => new AccountCopy(account, this.instruments));
    this.orders = new LazyCopies(base.orders, (order) => copyOfOrder(order, this));
  }

  /** An order that has not moved is where it is in the other state. */
  override orderAt(slot: number): Order {
    return this.resting[slot] ?? found(this.orders, this.base.orderAt(slot).origin.id);
  }
}

class AccountCopy extends Account {
  override readonly grants: Account['grants'];
  override readonly holdings: Account['holdings'];
  override readonly openOrders: Account['openOrders'];
  override readonly clientOrders: Account['clientOrders'];
  override readonly money: Account['money'];
  override readonly references: Account['references'];
  override readonly openBreaks: Account['openBreaks'];

  constructor(base: Account, instruments: ReadonlyMap<number, Instrument>) {
    super(base.id, base.terms());
    this.isEnabled = base.isEnabled;
    this.grants = base.grants;
    this.money = base.money;
    this.references = base.references;
    this.openBreaks = base.openBreaks;
    this.openOrders = new LazySet(base.openOrders);
    this.clientOrders = new LazyCopies(base.clientOrders, (known) => known);
    this.holdings = new LazyCopies(base.holdings, (holding) =>
      copyOfHolding(holding, found(instruments, holding.instrument.id)),
    );
  }
}

function copyOfInstrument(instrument: Instrument, pool: OrderPool): Instrument {
  const { terms, product, givenStatus, isExpired, isExpiring, settlementPrice, settledSession, book, stops, board } =
    instrument;
  const copy = Object.assign(new Instrument(terms, product, pool), {
    givenStatus,
    isExpired,
    isExpiring,
    settlementPrice,
    settledSession,
  });
  copy.book.copyFrom(book);
  copy.stops.copyFrom(stops);
  copy.board.statistics = board.statistics;
  return copy;
}

function copyOfHolding(holding: Holding, instrument: Instrument): Holding {
  const { quantity, cost, realised, openBuys, openSells, reference, extraDecimals, carried, closes } = holding;
  return Object.assign(new Holding(holding.acctId, instrument), {
    quantity,
    cost,
    realised,
    openBuys,
    openSells,
    reference,
    extraDecimals,
    carried,
    closes,
  });
}

function copyOfOrder(order: Order, { accounts, instruments }: State): Order {
  const {
    origin,
    terms,
    filledQuantity,
    turnover,
    status,
    state,
    rejectCode,
    cancelReason,
    revision,
    version,
    updatedAt,
    triggeredAt,
    rank,
    slot,
  } = order;
  const copy = new Order(found(accounts, order.account.id), found(instruments, order.instrument.id), origin, terms);
  return Object.assign(copy, {
    filledQuantity,
    turnover,
    status,
    state,
    rejectCode,
    cancelReason,
    revision,
    version,
    updatedAt,
    triggeredAt,
    rank,
    slot,
  });
}
