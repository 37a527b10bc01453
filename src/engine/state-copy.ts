/**
 * A state that begins as another one and leaves that as it is, so that an engine can carry out order actions on it only to see what they
 * would do. Slots are copied at once, as columns of numbers; everything else when it is first asked for.
 *
 * Limits: order actions only. What they never change is shared: products and their groups, statements, grants. A holding forgets from
 * which trades it came, which only sessions and statements ask.
 */
import { EngineAccount } from './account.js';
import { ClientOrders } from './client-orders.js';
import { Holding } from './holding.js';
import { Instrument } from './instrument.js';
import { LazyCopies, LazySet } from './lazy-copies.js';
import { EngineOrder } from './order.js';
import type { OrderPool } from './order-pool.js';
import type { PendingCommand } from './pending-command.js';
import type { Product, ProductGroup } from './product.js';
import { requireRow } from './restored-rows.js';
import { State } from './state.js';

export class StateCopy extends State {
  override readonly groups: Map<number, ProductGroup>;
  override readonly products: Map<number, Product>;
  override readonly instruments: Map<number, Instrument>;
  override readonly accounts: Map<number, EngineAccount>;
  override readonly orders: Map<number, EngineOrder>;
  override readonly pending: Map<number, PendingCommand>;

  constructor(private readonly base: State) {
    super();
    Object.assign(this.counters, base.counters);
    this.pool.copyFrom(base.pool);
    this.groups = base.groups;
    this.products = base.products;
    this.pending = new Map(base.pending);
    this.instruments = new LazyCopies(base.instruments, (instrument) => copyInstrument(instrument, this.pool));
    this.accounts = new LazyCopies(base.accounts, (account) => new AccountCopy(account, this.instruments));
    this.orders = new LazyCopies(base.orders, (order) => copyOrder(order, this));
  }

  /** An order that has not moved is where it is in the other state. */
  override getOrderAt(slot: number): EngineOrder {
    return this.ordersBySlot[slot] ?? requireRow(this.orders, this.base.getOrderAt(slot).origin.id);
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

  constructor(base: EngineAccount, instruments: ReadonlyMap<number, Instrument>) {
    super(base.id, base.toTerms());
    this.isEnabled = base.isEnabled;
    this.grants = base.grants;
    this.money = base.money;
    this.references = base.references;
    this.openBreaks = base.openBreaks;
    this.openOrders = new LazySet(base.openOrders);
    this.clientOrders = new ClientOrders(base.clientOrders);
    this.holdings = new LazyCopies(base.holdings, (holding) =>
      copyHolding(holding, requireRow(instruments, holding.instrument.id)),
    );
  }
}

function copyInstrument(instrument: Instrument, pool: OrderPool): Instrument {
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

function copyHolding(holding: Holding, instrument: Instrument): Holding {
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

function copyOrder(order: EngineOrder, { accounts, instruments }: State): EngineOrder {
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
  const copy = new EngineOrder(
    requireRow(accounts, order.account.id),
    requireRow(instruments, order.instrument.id),
    origin,
    terms,
  );
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
