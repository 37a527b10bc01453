/** New orders: whether they may enter, and what is remembered of them so that a copy makes no second order. */
import type { Decimal } from '../money/decimal.js';
import type { Account, ClientOrder } from './account.js';
import type { Command, OrderSubmission } from './command.js';
import type { Execution } from './execution.js';
import { fingerprintOf } from './fingerprint.js';
import type { Instrument } from './instrument.js';
import { Order, type OrderTerms } from './order.js';
import type { Outbox } from './outbox.js';
import { type PriceLimitedOrder, refuseOffTick } from './price-tick.js';
import { type OrderRefusalCode, type Refusal, refuse, withoutFigures } from './refusal.js';
import { checkLimits, checkTerms, mayEnter, mayTrade, NOT_PERMITTED } from './risk.js';
import { THIRD_RULES } from './rules.js';
import type { State } from './state.js';

const orderTypes = {
  LimitOrderSub: 'Limit',
  MarketOrderSub: 'Market',
  StopOrderSub: 'Stop',
  StopLimitOrderSub: 'StopLimit',
} as const;

type Submission = Command & OrderSubmission;

export class OrderEntry {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly execution: Execution,
  ) {}

  submit(command: Submission): void {
    const account = this.state.accounts.get(command.acctId);
    const instrument = this.state.instruments.get(command.instrumentId);
    // Without an account that the caller may trade there is nobody in whose name an order could be kept, not even a refused one.
    if (account === undefined) this.reject(refuse('unknown_account', 'There is no such account.'));
    else if (!account.mayBeTradedBy(command.actor)) this.reject(mayTrade(account, command.actor) ?? NOT_PERMITTED);
    else if (this.isRepeated(command, account)) return;
    else if (instrument === undefined) this.reject(refuse('unknown_instrument', 'There is no such instrument.'));
    else this.decide(command, account, instrument);
  }

  /** Answers a submission whose client order id is taken: a copy is told what became of the first, another order is refused. */
  private isRepeated(command: Submission, account: Account): boolean {
    if (command.clientOrderId === null) return false;
    const earlier = account.clientOrders.get(command.clientOrderId) ?? command.earlier;
    if (earlier === undefined) return false;
    const { actionId, orderId, fingerprint } = earlier;
    if (fingerprint === fingerprintOf(command)) this.out.emit({ type: 'ActionReplayed', actionId, orderId });
    else this.reject(refuse('client_order_id_conflict', 'This client order id belongs to another order.'));
    return true;
  }

  private decide(command: Submission, account: Account, instrument: Instrument): void {
    const terms = termsOf(command, instrument);
    const order = this.draw(command, account, { instrument, terms: 'code' in terms ? unplacedTerms(command) : terms });
    const found = this.check(command, order, 'code' in terms ? terms : null);
    const refusal = found && !this.state.follows(THIRD_RULES) ? withoutFigures(found) : found;
    const actionId = ++this.state.counters.action;
    const orderId = order.origin.id;
    const fingerprint = this.remember(command, account, { actionId, orderId });
    if (refusal === null) {
      this.out.emit({ type: 'ActionAccepted', actionId, orderId, fingerprint });
      this.execution.open(order);
      this.execution.completeStops(instrument);
    } else {
      this.out.emit({ type: 'ActionRefused', actionId, orderId, fingerprint, refusal });
      order.status = 'Rejected';
      order.state = 'Rejected';
      order.rejectCode = refusal.code as OrderRefusalCode;
      this.out.emit({ type: 'OrderRejected', order: order.row() });
    }
  }

  /** Every check in its order. A price between two units is found where the tick is looked at, after the market is known to be open. */
  private check({ actor }: Submission, order: Order, offUnits: Refusal | null): Refusal | null {
    const { account, instrument, terms } = order;
    const draft = { account, instrument, side: order.origin.side, terms, waits: true, filled: 0, working: 0 };
    return (
      mayEnter(account, instrument, actor) ??
      (offUnits === null ? null : (instrument.closedBecause() ?? offUnits)) ??
      checkTerms(draft) ??
      checkLimits(draft)
    );
  }

  private draw(
    command: Submission,
    account: Account,
    { instrument, terms }: { instrument: Instrument; terms: OrderTerms },
  ): Order {
    return new Order(
      account,
      instrument,
      {
        id: ++this.state.counters.order,
        userId: command.actor.userId,
        placedBy: command.actor.actingUserId ?? null,
        clientOrderId: command.clientOrderId,
        tag: command.tag,
        orderType: orderTypes[command.type],
        side: command.side,
        postOnly: command.postOnly,
        sessionDate: instrument.product.currentSession,
        createdAt: command.time,
      },
      terms,
    );
  }

  private remember(command: Submission, account: Account, made: Omit<ClientOrder, 'fingerprint'>): number | null {
    if (command.clientOrderId === null) return null;
    const fingerprint = fingerprintOf(command);
    account.clientOrders.set(command.clientOrderId, { ...made, fingerprint });
    return fingerprint;
  }

  private reject(refusal: Refusal): void {
    this.out.emit({
      type: 'ActionRefused',
      actionId: ++this.state.counters.action,
      orderId: null,
      fingerprint: null,
      refusal,
    });
  }
}

/** The terms in the product's units, or why they cannot be. */
function termsOf(command: OrderSubmission, instrument: Instrument): OrderTerms | Refusal {
  const stopPrice = unitsOf(command.stopPrice, instrument, null);
  const limitPrice = unitsOf(command.limitPrice, instrument, {
    side: command.side,
    stopPrice: typeof stopPrice === 'number' ? stopPrice : null,
  });
  if (typeof limitPrice === 'object' && limitPrice !== null) return limitPrice;
  if (typeof stopPrice === 'object' && stopPrice !== null) return stopPrice;
  return { ...unplacedTerms(command), limitPrice, stopPrice };
}

/** A price in units of the instrument's product. One between two units lies between two ticks as well. */
export function unitsOf(
  price: Decimal | null,
  instrument: Instrument,
  limited: PriceLimitedOrder | null,
): number | Refusal | null {
  return price === null ? null : (instrument.product.units(price) ?? refuseOffTick(price, instrument, limited));
}

const unplacedTerms = ({ quantity, timeInForce, expireDate }: OrderSubmission): OrderTerms => ({
  quantity,
  limitPrice: null,
  stopPrice: null,
  timeInForce,
  expireDate,
});
