/**
 * Brings orders to the book and keeps everything in step that a trade touches: both orders, both positions, the board, the stops.
 *
 * One command runs to its end before the next begins, with all the stops that it elects: `completeStops` goes on until no stop is
 * within the prices that were printed.
 */
import type { Counterparties, Taker } from './book.js';
import type { BookSide } from './book-side.js';
import type { TradeRow } from './event.js';
import type { Instrument } from './instrument.js';
import type { CancelReason, Order } from './order.js';
import { bandAround, edgeFor, isWithin } from './price-band.js';
import { SECOND_RULES } from './rules.js';
import { NONE } from './order-pool.js';
import type { Outbox } from './outbox.js';
import { signOf } from './side.js';
import type { State } from './state.js';

export class Execution implements Counterparties {
  private time = 0;
  /** The order that is being matched. */
  private aggressor: Order | null = null;

  constructor(
    private readonly state: State,
    private readonly out: Outbox,
  ) {}

  /** The time of the command: everything that happens now bears it. */
  begin(time: number): void {
    this.time = time;
  }

  /** A new order has passed every check. */
  open(order: Order): void {
    this.state.orders.set(order.origin.id, order);
    order.account.openOrders.add(order.origin.id);
    this.expose(order, order.leaves);
    if (order.terms.stopPrice !== null) order.state = 'PendingTrigger';
    this.arrive(order);
    this.out.emit({ type: 'OrderAccepted', order: order.row() });
    this.enter(order);
  }

  /** Gives an order its place in time. It is told with it before it trades: where it then rests, it rests behind all others. */
  arrive(order: Order): void {
    order.rank = ++this.state.counters.rank;
  }

  /** Sends an order that stands nowhere to where it belongs: among the stops, or to the book to trade and rest. */
  enter(order: Order): void {
    if (!order.waitsForTrigger) this.matchOrCancel(order);
    else if (isElected(order)) this.trigger(order);
    else this.wait(order);
  }

  /** Elects stops until none is left within the printed prices, the nearest to the market first. */
  completeStops(instrument: Instrument): void {
    const { stops, board } = instrument;
    let last = board.statistics.last?.price ?? 0;
    for (let slot = stops.elected(last); slot !== NONE; slot = stops.elected(last)) {
      const order = this.state.orderAt(slot);
      this.leave(order);
      this.trigger(order);
      // Each round takes one stop away and none comes in, so this ends. An order that still waits would break that.
      if (order.waitsForTrigger) throw new Error(`Order ${order.origin.id} was elected and still waits.`);
      last = board.statistics.last?.price ?? 0;
    }
    stops.forgetPrints();
  }

  /** Ends an open order before it is filled. */
  cancel(order: Order, reason: CancelReason, type: 'OrderCancelled' | 'OrderExpired' = 'OrderCancelled'): void {
    this.leave(order);
    this.expose(order, -order.leaves);
    order.status = type === 'OrderExpired' ? 'Expired' : 'Cancelled';
    order.state = order.status;
    order.cancelReason = reason;
    order.changed(this.time);
    this.forget(order);
    this.out.emit({ type, order: order.row() });
  }

  /** A modification has brought the quantity down to what was filled. */
  finishAsFilled(order: Order): void {
    this.leave(order);
    this.expose(order, -order.leaves);
    order.status = 'Filled';
    order.state = 'Filled';
    this.forget(order);
  }

  /** Takes an order from where it stands; it is to enter again, or to end. */
  leave(order: Order): void {
    if (order.slot === NONE) return;
    home(order).remove(order.slot);
    this.state.unplace(order);
    this.out.bookChanged(order.instrument);
  }

  /** Makes an order smaller without its losing its place. */
  shrink(order: Order, by: number): void {
    if (order.slot !== NONE) home(order).reduce(order.slot, by);
    this.out.bookChanged(order.instrument);
  }

  /** Counts more or less of an order among what its account has working. */
  expose(order: Order, quantity: number): void {
    const holding = order.account.holding(order.instrument);
    if (order.origin.side === 'Buy') holding.openBuys += quantity;
    else holding.openSells += quantity;
  }

  traded(slot: number, quantity: number, price: number): void {
    const { aggressor } = this;
    if (aggressor === null) throw new Error('Nobody is trading.');
    const maker = this.state.orderAt(slot);
    const trade = this.print(aggressor, maker, { quantity, price });
    this.fill(maker, trade);
    this.fill(aggressor, trade);
    if (maker.status === 'Filled') this.state.unplace(maker);
    const [buy, sell] = aggressor.origin.side === 'Buy' ? [aggressor, maker] : [maker, aggressor];
    this.out.emit({ type: 'Traded', trade, buy: buy.row(), sell: sell.row() });
  }

  withdrawn(slot: number): void {
    const order = this.state.orderAt(slot);
    this.state.unplace(order); // The book itself takes it out of the queue.
    this.cancel(order, 'self_trade');
  }

  private matchOrCancel(order: Order): void {
    const { instrument } = order;
    const { side } = order.origin;
    const { id: account, ownerId: owner } = order.account;
    const taker: Taker = { side, account, owner, limit: this.reachOf(order), leaves: order.leaves };
    this.out.bookChanged(instrument);
    const reason = mayNotTrade(order, taker) ?? this.match(order, taker);
    if (reason !== null) this.cancel(order, reason);
    else if (taker.leaves > 0) this.state.place(order, instrument.book.rest(taker));
  }

  /** Trades what can be traded, and says why the rest may not wait in the book, if there is such a reason. */
  private match(order: Order, taker: Taker): CancelReason | null {
    const { book, product } = order.instrument;
    this.aggressor = order;
    const metItself = book.match(taker, product.group.terms, this);
    this.aggressor = null;
    if (taker.leaves === 0) return null;
    if (metItself) return 'self_trade';
    if (this.isHeldByBand(order, taker)) return 'price_out_of_band';
    if (order.terms.limitPrice === null) return 'no_liquidity';
    return order.terms.timeInForce === 'IOC' ? 'immediate_or_cancel' : null;
  }

  /** The worst price for this order now: its limit, and since the second rules nothing beyond the band, whatever brought it here. */
  private reachOf({ instrument, origin: { side }, terms }: Order): number {
    const limit = terms.limitPrice ?? signOf(side) * Infinity;
    if (!this.state.follows(SECOND_RULES)) return limit;
    return side === 'Buy' ? Math.min(limit, edgeFor(instrument, side)) : Math.max(limit, edgeFor(instrument, side));
  }

  /** Whether the band has ended it: a limit beyond the band may not rest, and a market order would have had more to take. */
  private isHeldByBand({ instrument, origin: { side }, terms }: Order, { limit }: Taker): boolean {
    if (terms.limitPrice === null) return Number.isFinite(limit) && instrument.book.against(side).bestLevel !== NONE;
    return limit !== terms.limitPrice;
  }

  private wait(order: Order): void {
    const { side } = order.origin;
    const { account, instrument, leaves, terms } = order;
    this.state.place(
      order,
      instrument.stops.wait({ side, account: account.id, owner: account.ownerId, limit: terms.stopPrice ?? 0, leaves }),
    );
  }

  private trigger(order: Order): void {
    order.state = order.filledQuantity > 0 ? 'PartiallyFilled' : 'New';
    order.triggeredAt = this.time;
    order.changed(this.time);
    this.arrive(order);
    this.out.emit({ type: 'OrderTriggered', order: order.row() });
    this.matchOrCancel(order);
  }

  private print(aggressor: Order, maker: Order, { quantity, price }: Pick<TradeRow, 'quantity' | 'price'>): TradeRow {
    const { instrument, origin } = aggressor;
    const sessionDate = instrument.product.currentSession;
    if (sessionDate === null) throw new Error('A trade outside a session.');
    const [buy, sell] = origin.side === 'Buy' ? [aggressor, maker] : [maker, aggressor];
    const band = this.state.follows(SECOND_RULES) ? bandAround(instrument) : null;
    instrument.board.traded({ price, quantity, time: this.time, sessionDate }, band === null || isWithin(band, price));
    instrument.stops.printed(price);
    return {
      id: ++this.state.counters.trade,
      instrumentId: instrument.id,
      price,
      quantity,
      aggressorSide: origin.side,
      buyOrderId: buy.origin.id,
      sellOrderId: sell.origin.id,
      buyAcctId: buy.account.id,
      sellAcctId: sell.account.id,
      sessionDate,
      time: this.time,
    };
  }

  private fill(order: Order, { quantity, price, sessionDate }: TradeRow): void {
    const holding = order.account.holding(order.instrument);
    this.expose(order, -quantity);
    holding.trade({ sessionDate, quantity: signOf(order.origin.side) * quantity, price });
    this.out.positionChanged(holding);
    order.filledQuantity += quantity;
    order.turnover += BigInt(quantity) * BigInt(price);
    order.state = order.leaves === 0 ? 'Filled' : 'PartiallyFilled';
    if (order.state === 'Filled') {
      order.status = 'Filled';
      this.forget(order);
    }
    order.changed(this.time);
  }

  private forget(order: Order): void {
    this.state.orders.delete(order.origin.id);
    order.account.openOrders.delete(order.origin.id);
  }
}

/** Why an order may not trade at all: it would take although it must not, or could not be filled although it must. */
function mayNotTrade({ instrument: { book, product }, origin, terms }: Order, taker: Taker): CancelReason | null {
  if (origin.postOnly && book.against(origin.side).reaches(taker.limit)) return 'post_only';
  return terms.timeInForce === 'FOK' && !book.couldFill(taker, product.group.terms) ? 'fill_or_kill' : null;
}

/** The queue in which an order stands: that of its side in the book, or that of the stops. */
function home({ waitsForTrigger, instrument, origin }: Order): BookSide {
  return waitsForTrigger ? instrument.stops.sideOf(origin.side) : instrument.book.sideOf(origin.side);
}

/** Whether the last trade of the session has already reached the price of a stop that is only now coming in. */
function isElected({ instrument, origin, terms }: Order): boolean {
  const last = instrument.lastPriceOfSession;
  if (last === null || terms.stopPrice === null) return false;
  return signOf(origin.side) * last >= signOf(origin.side) * terms.stopPrice;
}
