/**
 * Brings orders to the book and keeps everything in step that a trade touches: both orders, both positions, the board, the stops.
 *
 * One command runs to its end before the next begins, with all the stops that it elects: `completeStops` goes on until no stop is
 * within the prices that were printed.
 */
import type { MatchListener, Taker } from './book.js';
import type { BookSide } from './book-side.js';
import type { TradeRow } from './event.js';
import type { Instrument } from './instrument.js';
import type { CancelReason, EngineOrder } from './order.js';
import { findPriceBand, isWithinBand } from './prices.js';
import { SECOND_RULES } from './rules.js';
import { NONE } from './order-pool.js';
import type { Outbox } from './outbox.js';
import { toSign } from './side.js';
import type { State } from './state.js';
import { createTaker, findNoRestReason, findNoTradeReason } from './taker.js';

export class Execution implements MatchListener {
  private time = 0;
  /** The order that is being matched. */
  private aggressor: EngineOrder | null = null;

  constructor(
    private readonly state: State,
    private readonly out: Outbox,
  ) {}

  /** The time of the command: everything that happens now bears it. */
  begin(time: number): void {
    this.time = time;
  }

  /** A new order has passed every check. */
  open(order: EngineOrder): void {
    order.account.openOrders.add(order.origin.id);
    this.adjustWorking(order, order.leaves);
    if (order.terms.stopPrice !== null) order.state = 'PendingTrigger';
    this.assignRank(order);
    this.out.emit({ type: 'OrderAccepted', order: order.row() });
    this.route(order);
  }

  /** Gives an order its time priority. It is reported before the order trades: where it then rests, it rests behind all others. */
  assignRank(order: EngineOrder): void {
    order.rank = ++this.state.counters.rank;
  }

  /** Sends an order that stands nowhere to where it belongs: among the stops, or to the book to trade and rest. */
  route(order: EngineOrder): void {
    if (!order.waitsForTrigger) this.matchOrCancel(order);
    else if (isElected(order)) this.trigger(order);
    else this.queueStop(order);
  }

  /** Elects stops until none is left within the printed prices, the nearest to the market first. */
  completeStops(instrument: Instrument): void {
    const { stops, board } = instrument;
    let last = board.statistics.last?.price ?? 0;
    for (let slot = stops.findElected(last); slot !== NONE; slot = stops.findElected(last)) {
      const order = this.state.orders.getAt(slot);
      this.removeFromQueue(order);
      this.trigger(order);
      // Each round takes one stop away and none comes in, so this ends. An order that still waits would break that.
      if (order.waitsForTrigger) throw new Error(`Order ${order.origin.id} was elected and still waits.`);
      last = board.statistics.last?.price ?? 0;
    }
    stops.clearPrints();
  }

  /** Ends an open order before it is filled. */
  cancel(order: EngineOrder, reason: CancelReason, type: 'OrderCancelled' | 'OrderExpired' = 'OrderCancelled'): void {
    this.removeFromQueue(order);
    this.adjustWorking(order, -order.leaves);
    order.status = type === 'OrderExpired' ? 'Expired' : 'Cancelled';
    order.state = order.status;
    order.cancelReason = reason;
    order.markChanged(this.time);
    this.removeFromAccount(order);
    this.out.emit({ type, order: order.row() });
  }

  /** A modification has brought the quantity down to what was filled. */
  finishAsFilled(order: EngineOrder): void {
    this.removeFromQueue(order);
    this.adjustWorking(order, -order.leaves);
    order.status = 'Filled';
    order.state = 'Filled';
    this.removeFromAccount(order);
  }

  /** Takes an order from where it stands; it is to enter again, or to end. */
  removeFromQueue(order: EngineOrder): void {
    if (order.slot === NONE) return;
    findQueue(order).remove(order.slot);
    this.state.orders.displace(order);
    this.out.markBookChanged(order.instrument);
  }

  /** Makes an order smaller without its losing its place. */
  reduce(order: EngineOrder, by: number): void {
    if (order.slot !== NONE) findQueue(order).reduce(order.slot, by);
    this.out.markBookChanged(order.instrument);
  }

  /** Counts more or less of an order among what its account has working. */
  adjustWorking(order: EngineOrder, quantity: number): void {
    const holding = order.account.getHolding(order.instrument);
    if (order.origin.side === 'Buy') holding.openBuys += quantity;
    else holding.openSells += quantity;
  }

  onTrade(slot: number, quantity: number, price: number): void {
    const { aggressor } = this;
    if (aggressor === null) throw new Error('Nobody is trading.');
    const maker = this.state.orders.getAt(slot);
    const trade = this.recordTrade(aggressor, maker, { quantity, price });
    this.fill(maker, trade);
    this.fill(aggressor, trade);
    if (maker.status === 'Filled') this.state.orders.displace(maker);
    const [buy, sell] = aggressor.origin.side === 'Buy' ? [aggressor, maker] : [maker, aggressor];
    this.out.emit({ type: 'Traded', trade, buy: buy.row(), sell: sell.row() });
  }

  onSelfTrade(slot: number): void {
    const order = this.state.orders.getAt(slot);
    this.state.orders.displace(order); // The book itself takes it out of the queue.
    this.cancel(order, 'self_trade');
  }

  private matchOrCancel(order: EngineOrder): void {
    const { instrument } = order;
    const taker = createTaker(order, this.state);
    this.out.markBookChanged(instrument);
    const reason = findNoTradeReason(order, taker) ?? this.match(order, taker);
    if (reason !== null) this.cancel(order, reason);
    else if (taker.leaves > 0) this.state.orders.place(order, instrument.book.rest(taker));
  }

  /** Trades what can be traded, and says why the rest may not wait in the book, if there is such a reason. */
  private match(order: EngineOrder, taker: Taker): CancelReason | null {
    const { book, product } = order.instrument;
    this.aggressor = order;
    const hasSelfTrade = book.match(taker, product.group.terms, this);
    this.aggressor = null;
    if (taker.leaves === 0) return null;
    return hasSelfTrade ? 'self_trade' : findNoRestReason(order, taker);
  }

  private queueStop(order: EngineOrder): void {
    const { side } = order.origin;
    const { account, instrument, leaves, terms } = order;
    this.state.orders.place(
      order,
      instrument.stops.add({ side, account: account.id, owner: account.ownerId, limit: terms.stopPrice ?? 0, leaves }),
    );
  }

  private trigger(order: EngineOrder): void {
    order.state = order.filledQuantity > 0 ? 'PartiallyFilled' : 'New';
    order.triggeredAt = this.time;
    order.markChanged(this.time);
    this.assignRank(order);
    this.out.emit({ type: 'OrderTriggered', order: order.row() });
    this.matchOrCancel(order);
  }

  private recordTrade(
    aggressor: EngineOrder,
    maker: EngineOrder,
    { quantity, price }: Pick<TradeRow, 'quantity' | 'price'>,
  ): TradeRow {
    const { instrument, origin } = aggressor;
    const sessionDate = instrument.product.currentSession;
    if (sessionDate === null) throw new Error('A trade outside a session.');
    const [buy, sell] = origin.side === 'Buy' ? [aggressor, maker] : [maker, aggressor];
    const band = this.state.followsRules(SECOND_RULES) ? findPriceBand(instrument) : null;
    instrument.board.recordTrade(
      { price, quantity, time: this.time, sessionDate },
      band === null || isWithinBand(band, price),
    );
    instrument.stops.recordPrint(price);
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

  private fill(order: EngineOrder, { quantity, price, sessionDate }: TradeRow): void {
    const holding = order.account.getHolding(order.instrument);
    this.adjustWorking(order, -quantity);
    holding.applyTrade({ sessionDate, quantity: toSign(order.origin.side) * quantity, price });
    this.out.markPositionChanged(holding);
    order.filledQuantity += quantity;
    order.turnover += BigInt(quantity) * BigInt(price);
    order.state = order.leaves === 0 ? 'Filled' : 'PartiallyFilled';
    if (order.state === 'Filled') {
      order.status = 'Filled';
      this.removeFromAccount(order);
    }
    order.markChanged(this.time);
  }

  private removeFromAccount(order: EngineOrder): void {
    order.account.openOrders.delete(order.origin.id);
  }
}

/** The queue in which an order stands: that of its side in the book, or that of the stops. */
function findQueue({ waitsForTrigger, instrument, origin }: EngineOrder): BookSide {
  return waitsForTrigger ? instrument.stops.getSide(origin.side) : instrument.book.getSide(origin.side);
}

/** Whether the last trade of the session has already reached the price of a stop that is only now coming in. */
function isElected({ instrument, origin, terms }: EngineOrder): boolean {
  const last = instrument.lastPriceOfSession;
  if (last === null || terms.stopPrice === null) return false;
  return toSign(origin.side) * last >= toSign(origin.side) * terms.stopPrice;
}
