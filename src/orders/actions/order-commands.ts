/** The commands of order actions, with the checks that their turn needs. */
import type { OrderAction, OrderModificationCommand, OrderSubmissionCommand } from '../../engine/command.js';
import type { CommandCaller } from '../../exchange/caller.js';
import type { CheckedCommand, CommandSource } from '../../exchange/command-source.js';
import { ExpireDateError, PositionChangedError } from '../order-errors.js';

/** The position for which a new order was made. */
export type FindExpectedPosition = (order: OrderSubmissionCommand) => number;

/** The commands of actions with the checks that need the state: a submission has a position to check, a modification a date. */
export const toCommands = (
  actions: readonly OrderAction[],
  caller: CommandCaller,
  findExpected: FindExpectedPosition | null,
): CommandSource[] =>
  actions.map((action) => {
    if (isSubmission(action)) return findExpected === null ? action : withPositionCheck(action, caller, findExpected);
    return needsState(action) ? withDateCheck(action, caller) : action;
  });

const isSubmission = (action: OrderAction): action is OrderSubmissionCommand => 'tag' in action;

/**
 * The position is checked when the turn of the order comes. A copy of an order that was sent already gets its result, and
 * nobody learns of a position that they may not trade.
 */
const withPositionCheck = (
  body: OrderSubmissionCommand,
  caller: CommandCaller,
  findExpected: FindExpectedPosition,
): CheckedCommand<OrderSubmissionCommand> => ({
  body,
  check({ accounts }, order) {
    const { acctId, instrumentId, clientOrderId, earlier } = order;
    const expected = findExpected(order);
    const account = accounts.get(acctId);
    if (account === undefined || !account.canBeTradedBy(caller)) return;
    if (earlier !== undefined || (clientOrderId !== null && account.clientOrders.get(clientOrderId))) return;
    const quantity = account.holdings.get(instrumentId)?.quantity ?? 0;
    if (quantity !== expected) throw new PositionChangedError(expected, quantity);
  },
});

/** One of both is left to the order: a date without `GTD`, or `GTD` without a date. */
const needsState = (action: OrderAction): action is OrderModificationCommand =>
  action.type === 'OrderModification' &&
  (action.timeInForce === null
    ? action.expireDate !== null
    : action.timeInForce === 'GTD' && action.expireDate === null);

/** A new date for an order without one would change nothing without notice, and an order that becomes `GTD` needs a date. */
const withDateCheck = (
  body: OrderModificationCommand,
  caller: CommandCaller,
): CheckedCommand<OrderModificationCommand> => ({
  body,
  check(state, named) {
    const order = state.orders.peek(state.findOrderId(named) ?? 0);
    if (order === undefined || !order.account.canBeTradedBy(caller) || order.terms.timeInForce === 'GTD') return;
    throw new ExpireDateError(
      body.expireDate === null
        ? 'expire_date is missing'
        : 'expire_date is allowed with time_in_force GTD only, and the order has another',
    );
  },
});
