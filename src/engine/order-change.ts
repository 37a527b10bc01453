/** Changes to orders that are there: modification, cancellation of one, cancellation of many. */
import type { EngineAccount } from './account.js';
import type {
  Command,
  CommandActor,
  MassCancellationCommand,
  OrderAddress,
  OrderCancellationCommand,
  OrderModificationCommand,
} from './command.js';
import type { Execution } from './execution.js';
import { type LargeCommands, toOrderSelection } from './large-commands.js';
import { validateModification } from './modification.js';
import type { EngineOrder, OrderTerms } from './order.js';
import type { Outbox } from './outbox.js';
import type { OrderSelection } from './pending-command.js';
import { adaptRefusal, type Refusal, refuse } from './refusal.js';
import { NOT_PERMITTED } from './risk.js';
import { SECOND_RULES, SEVENTH_RULES } from './rules.js';
import type { State } from './state.js';

const UNKNOWN = refuse('unknown_order', 'There is no such order.');
const NOT_OPEN = refuse('order_not_open', 'The order is finished.');

export class OrderChange {
  constructor(
    private readonly state: State,
    private readonly outbox: Outbox,
    private readonly execution: Execution,
    private readonly largeCommands: LargeCommands,
  ) {}

  cancel(command: Command & OrderCancellationCommand): void {
    const order = this.find(command);
    if ('code' in order) this.reject(order);
    else {
      this.accept(order);
      this.execution.cancel(order, command.afterDisconnect === true ? 'disconnected' : 'requested');
    }
  }

  cancelMany(command: Command & MassCancellationCommand): void {
    const refusal = this.checkTarget(command);
    if (refusal !== null) {
      this.reject(refusal);
      return;
    }
    this.accept(null);
    const orderSelection = this.toSelection(command);
    const orders = this.largeCommands.selectOrders(command, orderSelection);
    if (this.largeCommands.isLarge(command, orders)) this.largeCommands.begin(command, orders, orderSelection);
    else this.largeCommands.endAll(command, orders, orderSelection);
  }

  /** A caller who names an unknown order, or one that they may not trade, must not believe that no order is working any more. */
  private checkTarget({
    acctId,
    instrumentId,
    productGroupId,
    actor,
  }: Command & MassCancellationCommand): Refusal | null {
    const { accounts, instruments, groups } = this.state;
    const account = acctId === null ? undefined : accounts.get(acctId);
    if (acctId !== null && account === undefined) return refuse('unknown_account', 'There is no such account.');
    if (account?.canBeTradedBy(actor) === false) return NOT_PERMITTED;
    const isUnknown =
      (instrumentId !== null && !instruments.has(instrumentId)) ||
      (productGroupId !== null && !groups.has(productGroupId));
    return isUnknown ? refuse('unknown_instrument', 'There is no such instrument or product group.') : null;
  }

  modify(command: Command & OrderModificationCommand): void {
    const order = this.find(command);
    if ('code' in order) {
      this.reject(order);
      return;
    }
    const terms = validateModification(command, order, this.state);
    if ('code' in terms) this.reject(terms, order);
    else {
      this.accept(order);
      if (terms.quantity > order.filledQuantity) this.replace(order, terms, command.time);
      else this.endAtFilled(order, command.time);
    }
  }

  /** The queue keeps its place for an order that asks for the same price and for no more than before. */
  private replace(order: EngineOrder, terms: OrderTerms, time: number): void {
    const { terms: oldTerms } = order;
    const increase = terms.quantity - oldTerms.quantity;
    const keepsPriority =
      increase <= 0 &&
      terms.limitPrice === oldTerms.limitPrice &&
      terms.stopPrice === oldTerms.stopPrice &&
      canRest(terms);
    this.execution.adjustWorking(order, increase);
    if (keepsPriority) this.execution.reduce(order, -increase);
    else {
      this.execution.removeFromQueue(order);
      this.execution.assignRank(order);
    }
    order.terms = terms;
    this.recordModification(order, time);
    this.outbox.emit({ type: 'OrderModified', order: order.row() });
    if (keepsPriority) return;
    this.execution.route(order);
    this.execution.completeStops(order.instrument);
  }

  private endAtFilled(order: EngineOrder, time: number): void {
    this.execution.finishAsFilled(order);
    order.terms = { ...order.terms, quantity: order.filledQuantity };
    this.recordModification(order, time);
    this.outbox.emit({ type: 'OrderModified', order: order.row() });
  }

  /** Under the first rules nobody counted modifications alone. */
  private recordModification(order: EngineOrder, time: number): void {
    if (this.state.followsRules(SECOND_RULES)) order.version++;
    order.markChanged(time);
  }

  /** The open order of this address, among those that the caller may trade. */
  private find(command: Command & OrderAddress): EngineOrder | Refusal {
    const { orderId: number, acctId, actor } = command;
    const account = number === null && acctId !== null ? this.state.accounts.get(acctId) : null;
    if (account !== null && account?.canBeTradedBy(actor) !== true) return this.refuseOther(account, actor);
    const orderId = this.state.findOrderId(command);
    if (orderId === null || orderId > this.state.counters.order) return UNKNOWN;
    const order = this.state.orders.get(orderId);
    if (order === undefined) return NOT_OPEN;
    return order.account.canBeTradedBy(actor) ? order : this.refuseOther(order.account, actor);
  }

  /** Another's order is as unknown as none, unless the caller may look at its account. */
  private refuseOther(account: EngineAccount | undefined, { userId }: CommandActor): Refusal {
    return account?.grants.has(userId) === true && this.state.followsRules(SEVENTH_RULES) ? NOT_PERMITTED : UNKNOWN;
  }

  /** Of whom and in what, as it is now: rights and groups may change before the last portion. */
  private toSelection({
    acctId,
    instrumentId,
    productGroupId,
    side,
    actor,
  }: Command & MassCancellationCommand): OrderSelection {
    const { accounts, instruments } = this.state;
    const tradable = [...accounts.values()].filter((account) => account.canBeTradedBy(actor)).map(({ id }) => id);
    const groupInstruments = [...instruments.values()]
      .filter(({ product }) => product.group.terms.id === productGroupId)
      .map(({ id }) => id);
    const requestedInstruments = instrumentId === null ? null : [instrumentId];
    return toOrderSelection({
      accounts: acctId === null ? (actor.isAdministrator ? null : tradable) : [acctId],
      instruments:
        productGroupId === null
          ? requestedInstruments
          : groupInstruments.filter((id) => requestedInstruments === null || id === instrumentId),
      side,
    });
  }

  private accept(order: EngineOrder | null): void {
    this.outbox.emit({
      type: 'ActionAccepted',
      actionId: ++this.state.counters.action,
      orderId: order?.origin.id ?? null,
      fingerprint: null,
    });
  }

  private reject(cause: Refusal, order?: EngineOrder): void {
    this.outbox.emit({
      type: 'ActionRefused',
      actionId: ++this.state.counters.action,
      orderId: order?.origin.id ?? null,
      fingerprint: null,
      refusal: adaptRefusal(cause, this.state),
    });
  }
}

const canRest = ({ timeInForce }: OrderTerms): boolean => timeInForce !== 'IOC' && timeInForce !== 'FOK';
