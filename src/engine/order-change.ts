/** Changes to orders that are there: modification, cancellation of one, cancellation of many. */
import type { Decimal } from '../money/decimal.js';
import type { Command, MassCancellation, OrderAddress, OrderCancellation, OrderModification } from './command.js';
import type { Execution } from './execution.js';
import type { Instrument } from './instrument.js';
import { type LargeCommands, selection } from './large-commands.js';
import type { Order, OrderTerms } from './order.js';
import { unitsOf } from './order-entry.js';
import type { Outbox } from './outbox.js';
import type { OrderSelection } from './pending-command.js';
import type { PriceLimitedOrder } from './price-tick.js';
import { type Refusal, refuse, withoutFigures } from './refusal.js';
import { checkLimits, checkTerms, mayEnter, NOT_PERMITTED } from './risk.js';
import { SECOND_RULES, THIRD_RULES } from './rules.js';
import type { State } from './state.js';

const UNKNOWN = refuse('unknown_order', 'There is no such order.');
const NOT_OPEN = refuse('order_not_open', 'The order is finished.');

export class OrderChange {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly execution: Execution,
    private readonly large: LargeCommands,
  ) {}

  cancel(command: Command & OrderCancellation): void {
    const order = this.find(command);
    if ('code' in order) this.reject(order);
    else {
      this.accept(order);
      this.execution.cancel(order, 'requested');
    }
  }

  cancelMany(command: Command & MassCancellation): void {
    const refusal = this.aimedAtNothing(command);
    if (refusal !== null) {
      this.reject(refusal);
      return;
    }
    this.accept(null);
    const meant = this.selectionOf(command);
    const orders = this.large.ordersMeant(command, meant);
    if (this.large.isLarge(command, orders)) this.large.begin(command, orders, meant);
    else this.large.endAll(command, orders, meant);
  }

  /** Whoever names what is not there, or what they may not trade, must not believe that nothing is working any more. */
  private aimedAtNothing({ acctId, instrumentId, productGroupId, actor }: Command & MassCancellation): Refusal | null {
    const { accounts, instruments, groups } = this.state;
    const account = acctId === null ? undefined : accounts.get(acctId);
    if (acctId !== null && account === undefined) return refuse('unknown_account', 'There is no such account.');
    if (account?.mayBeTradedBy(actor) === false) return NOT_PERMITTED;
    const isUnknown =
      (instrumentId !== null && !instruments.has(instrumentId)) ||
      (productGroupId !== null && !groups.has(productGroupId));
    return isUnknown ? refuse('unknown_instrument', 'There is no such instrument or product group.') : null;
  }

  modify(command: Command & OrderModification): void {
    const order = this.find(command);
    if ('code' in order) {
      this.reject(order);
      return;
    }
    const terms = allowedTerms(command, order, this.state.follows(SECOND_RULES));
    if ('code' in terms) this.reject(terms, order);
    else {
      this.accept(order);
      if (terms.quantity > order.filledQuantity) this.replace(order, terms, command.time);
      else this.endAtFilled(order, command.time);
    }
  }

  /** The queue keeps its place for an order that asks for the same price and for no more than before. */
  private replace(order: Order, terms: OrderTerms, time: number): void {
    const { terms: old } = order;
    const more = terms.quantity - old.quantity;
    const keepsPlace =
      more <= 0 && terms.limitPrice === old.limitPrice && terms.stopPrice === old.stopPrice && rests(terms);
    this.execution.expose(order, more);
    if (keepsPlace) this.execution.shrink(order, -more);
    else {
      this.execution.leave(order);
      this.execution.arrive(order);
    }
    order.terms = terms;
    this.modified(order, time);
    this.out.emit({ type: 'OrderModified', order: order.row() });
    if (keepsPlace) return;
    this.execution.enter(order);
    this.execution.completeStops(order.instrument);
  }

  private endAtFilled(order: Order, time: number): void {
    this.execution.finishAsFilled(order);
    order.terms = { ...order.terms, quantity: order.filledQuantity };
    this.modified(order, time);
    this.out.emit({ type: 'OrderModified', order: order.row() });
  }

  /** Under the first rules nobody counted modifications alone. */
  private modified(order: Order, time: number): void {
    if (this.state.follows(SECOND_RULES)) order.version++;
    order.changed(time);
  }

  /** The open order of this address, among those that the caller may touch: another's is as unknown as none. */
  private find(command: Command & OrderAddress): Order | Refusal {
    const orderId = this.numberOf(command);
    if (orderId === null || orderId > this.state.counters.order) return UNKNOWN;
    const order = this.state.orders.get(orderId);
    if (order === undefined) return NOT_OPEN;
    return order.account.mayBeTradedBy(command.actor) ? order : UNKNOWN;
  }

  private numberOf({ orderId, acctId, clientOrderId, earlier, actor }: Command & OrderAddress): number | null {
    if (orderId !== null) return orderId;
    if (acctId === null || clientOrderId === null) return null;
    const account = this.state.accounts.get(acctId);
    if (account === undefined || !account.mayBeTradedBy(actor)) return null;
    return (account.clientOrders.get(clientOrderId) ?? earlier)?.orderId ?? null;
  }

  /** Of whom and in what, as it is now: rights and groups may change before the last portion. */
  private selectionOf({
    acctId,
    instrumentId,
    productGroupId,
    side,
    actor,
  }: Command & MassCancellation): OrderSelection {
    const { accounts, instruments } = this.state;
    const tradable = [...accounts.values()].filter((account) => account.mayBeTradedBy(actor)).map(({ id }) => id);
    const ofGroup = [...instruments.values()]
      .filter(({ product }) => product.group.terms.id === productGroupId)
      .map(({ id }) => id);
    const named = instrumentId === null ? null : [instrumentId];
    return selection({
      accounts: acctId === null ? (actor.isAdministrator ? null : tradable) : [acctId],
      instruments: productGroupId === null ? named : ofGroup.filter((id) => named === null || id === instrumentId),
      side,
    });
  }

  private accept(order: Order | null): void {
    this.out.emit({
      type: 'ActionAccepted',
      actionId: ++this.state.counters.action,
      orderId: order?.origin.id ?? null,
      fingerprint: null,
    });
  }

  private reject(found: Refusal, order?: Order): void {
    const refusal = this.state.follows(THIRD_RULES) ? found : withoutFigures(found);
    this.out.emit({
      type: 'ActionRefused',
      actionId: ++this.state.counters.action,
      orderId: order?.origin.id ?? null,
      fingerprint: null,
      refusal,
    });
  }
}

/** What the order is to become, or the first check that it fails: then the old one stands untouched. */
function allowedTerms(command: Command & OrderModification, order: Order, isSecond: boolean): OrderTerms | Refusal {
  const { account, instrument, filledQuantity } = order;
  const refusal =
    conflictOf(command, isSecond ? order.version : order.revision) ??
    mayEnter(account, instrument, command.actor) ??
    instrument.closedBecause();
  const terms = refusal ?? newTerms(command, order);
  if ('code' in terms || isFilledBy(terms, filledQuantity)) return terms;
  return faultOf(order, terms, isSecond) ?? terms;
}

/** Since the second rules the band of a stop that was elected is that of the market, and no longer that of its stop price. */
function faultOf(order: Order, terms: OrderTerms, isSecond: boolean): Refusal | null {
  const { account, instrument, filledQuantity: filled, leaves: working } = order;
  const waits = !isSecond || order.waitsForTrigger;
  const draft = { account, instrument, side: order.origin.side, terms, waits, filled, working };
  return checkTerms(draft) ?? checkLimits(draft) ?? (isSecond ? checkPostOnly(order, terms) : null);
}

function conflictOf({ expectedVersion }: OrderModification, version: number): Refusal | null {
  return expectedVersion === null || expectedVersion === version
    ? null
    : refuse('version_conflict', `The order is at version ${version}.`);
}

/** A new order that would take is canceled; one that is there already stays as it is. */
function checkPostOnly({ instrument, origin, waitsForTrigger }: Order, { limitPrice }: OrderTerms): Refusal | null {
  if (
    !origin.postOnly ||
    waitsForTrigger ||
    limitPrice === null ||
    !instrument.book.against(origin.side).reaches(limitPrice)
  )
    return null;
  return refuse('post_only_would_take', 'The order is post-only, and with these terms it would take from the book.');
}

/** Whether nothing would be left to trade. A quantity that is none fails the checks instead. */
const isFilledBy = ({ quantity }: OrderTerms, filled: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= filled;

function newTerms(command: OrderModification, order: Order): OrderTerms | Refusal {
  const { terms, instrument } = order;
  const stopPrice = newStop(command.stopPrice, order);
  const limitPrice = newPrice(command.limitPrice, terms.limitPrice, {
    instrument,
    limited: changedLimit(order, stopPrice),
  });
  if (typeof limitPrice === 'object' && limitPrice !== null) return limitPrice;
  if (typeof stopPrice === 'object' && stopPrice !== null) return stopPrice;
  return { quantity: command.quantity ?? terms.quantity, limitPrice, stopPrice, ...newLife(command, terms) };
}

/** Only an order good till a date has one. */
function newLife(command: OrderModification, terms: OrderTerms): Pick<OrderTerms, 'timeInForce' | 'expireDate'> {
  const timeInForce = command.timeInForce ?? terms.timeInForce;
  return { timeInForce, expireDate: timeInForce === 'GTD' ? (command.expireDate ?? terms.expireDate) : null };
}

/** An order without such a price does not get one by modification: it would be another type of order. */
export function newPrice(
  price: Decimal | null,
  old: number | null,
  { instrument, limited }: Readonly<{ instrument: Instrument; limited: PriceLimitedOrder | null }>,
): number | Refusal | null {
  if (price === null) return old;
  return old === null
    ? refuse('price_off_tick', 'This type of order has no such price.')
    : unitsOf(price, instrument, limited);
}

/** What a new limit is measured from: the stop price of an order that waits for it. */
export const changedLimit = (
  { origin, waitsForTrigger }: Order,
  stopPrice: number | Refusal | null,
): PriceLimitedOrder => ({
  side: origin.side,
  stopPrice: waitsForTrigger && typeof stopPrice === 'number' ? stopPrice : null,
});

export function newStop(price: Decimal | null, { terms, instrument, waitsForTrigger }: Order): number | Refusal | null {
  const stopPrice = newPrice(price, terms.stopPrice, { instrument, limited: null });
  const isMoved = typeof stopPrice === 'number' && stopPrice !== terms.stopPrice;
  return isMoved && !waitsForTrigger
    ? refuse('price_off_tick', 'This order waits for no stop price any more.')
    : stopPrice;
}

const rests = ({ timeInForce }: OrderTerms): boolean => timeInForce !== 'IOC' && timeInForce !== 'FOK';
