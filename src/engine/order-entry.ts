/** New orders: whether they may enter, and what is remembered of them so that a copy makes no second order. */
import type { EngineAccount } from './account.js';
import { type ClientOrder, computeFingerprint } from './client-orders.js';
import type { Command, OrderSubmissionCommand } from './command.js';
import type { Execution } from './execution.js';
import type { Instrument } from './instrument.js';
import { EngineOrder, type OrderTerms } from './order.js';
import type { Outbox } from './outbox.js';
import { toPriceUnits } from './prices.js';
import { adaptRefusal, type OrderRefusalCode, type Refusal, refuse } from './refusal.js';
import { checkLimits } from './order-limits.js';
import { checkLastDay, checkTerms, checkEntry, checkTradingPermission, NOT_PERMITTED } from './risk.js';
import { FOURTH_RULES } from './rules.js';
import type { State } from './state.js';

const orderTypes = {
  LimitOrderSub: 'Limit',
  MarketOrderSub: 'Market',
  StopOrderSub: 'Stop',
  StopLimitOrderSub: 'StopLimit',
} as const;

type Submission = Command & OrderSubmissionCommand;

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
    else if (!account.canBeTradedBy(command.actor))
      this.reject(checkTradingPermission(account, command.actor) ?? NOT_PERMITTED);
    else if (this.answerDuplicate(command, account)) return;
    else if (instrument === undefined) this.reject(refuse('unknown_instrument', 'There is no such instrument.'));
    else this.acceptOrReject(command, account, instrument);
  }

  /** Answers a submission whose client order id is in use: a copy receives the result of the first, another order is refused. */
  private answerDuplicate(command: Submission, account: EngineAccount): boolean {
    if (command.clientOrderId === null) return false;
    const earlier = account.clientOrders.get(command.clientOrderId) ?? command.earlier;
    if (earlier === undefined) return false;
    const { actionId, orderId, fingerprint } = earlier;
    if (fingerprint === computeFingerprint(command)) this.out.emit({ type: 'ActionReplayed', actionId, orderId });
    else this.reject(refuseConflict(orderId));
    return true;
  }

  private acceptOrReject(command: Submission, account: EngineAccount, instrument: Instrument): void {
    const terms = toOrderTerms(command, instrument, this.state);
    const order = this.createOrder(command, account, {
      instrument,
      terms: 'code' in terms ? toUnpricedTerms(command) : terms,
    });
    const failedCheck = this.check(command, order, 'code' in terms ? terms : null);
    const refusal = failedCheck && adaptRefusal(failedCheck, this.state);
    const actionId = ++this.state.counters.action;
    const orderId = order.origin.id;
    const fingerprint = this.rememberClientOrder(command, account, { actionId, orderId });
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
  private check({ actor }: Submission, order: EngineOrder, offUnits: Refusal | null): Refusal | null {
    const { account, instrument, terms } = order;
    const { state } = this;
    const draft = { state, account, instrument, side: order.origin.side, terms, waits: true, filled: 0, working: 0 };
    return (
      checkEntry(account, instrument, actor) ??
      (offUnits === null ? null : (instrument.findClosedRefusal() ?? offUnits)) ??
      checkTerms(draft) ??
      (this.state.followsRules(FOURTH_RULES) ? checkLastDay(terms, instrument) : null) ??
      checkLimits(draft)
    );
  }

  private createOrder(
    command: Submission,
    account: EngineAccount,
    { instrument, terms }: { instrument: Instrument; terms: OrderTerms },
  ): EngineOrder {
    return new EngineOrder(
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

  private rememberClientOrder(
    command: Submission,
    account: EngineAccount,
    ids: Omit<ClientOrder, 'fingerprint'>,
  ): number | null {
    if (command.clientOrderId === null) return null;
    const fingerprint = computeFingerprint(command);
    account.clientOrders.set(command.clientOrderId, { ...ids, fingerprint });
    return fingerprint;
  }

  private reject(refusal: Refusal): void {
    this.out.emit({
      type: 'ActionRefused',
      actionId: ++this.state.counters.action,
      orderId: null,
      fingerprint: null,
      refusal: adaptRefusal(refusal, this.state),
    });
  }
}

/** The caller may trade the account, whose order it is. */
const refuseConflict = (orderId: number): Refusal =>
  refuse('client_order_id_conflict', 'This client order id belongs to another order.', { orderId: String(orderId) });

/** The terms in the product's units, or why they cannot be. */
function toOrderTerms(command: OrderSubmissionCommand, instrument: Instrument, state: State): OrderTerms | Refusal {
  const stopPrice = toPriceUnits(command.stopPrice, { instrument, limited: null, state });
  const limited = { side: command.side, stopPrice: typeof stopPrice === 'number' ? stopPrice : null };
  const limitPrice = toPriceUnits(command.limitPrice, { instrument, limited, state });
  if (typeof limitPrice === 'object' && limitPrice !== null) return limitPrice;
  if (typeof stopPrice === 'object' && stopPrice !== null) return stopPrice;
  return { ...toUnpricedTerms(command), limitPrice, stopPrice };
}

const toUnpricedTerms = ({ quantity, timeInForce, expireDate }: OrderSubmissionCommand): OrderTerms => ({
  quantity,
  limitPrice: null,
  stopPrice: null,
  timeInForce,
  expireDate,
});
