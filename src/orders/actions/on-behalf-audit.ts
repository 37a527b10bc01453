import type { AuditNote } from '../../audit/audit-writing.js';
import type { OrderAction } from '../../engine/command.js';
import type { State } from '../../engine/state.js';
import type { CommandResult } from '../../exchange/commit-loop.js';
import {
  isReplayedAction,
  findResultingOrder,
  type OrderActionResult,
  toOrderActionResult,
  type ReplayedAction,
} from './order-action-result.js';

/** The number of ids that fit into an audit entry. */
const IDS_MAX = 12;

type SubmittedActions = Readonly<{ actions: readonly OrderAction[]; results: readonly CommandResult[] }>;

type ActionWithResult = Readonly<{ action: OrderAction; commandResult: CommandResult }>;

type CompletedAction = Readonly<{ action: OrderAction; result: OrderActionResult | ReplayedAction }>;

type OnBehalfNote = Pick<AuditNote, 'userId' | 'action' | 'outcome' | 'changes'>;

/**
 * The audit entry for order actions on behalf of a customer: one per request. An administrator with an own token gets
 * one per customer whose accounts were traded.
 */
export function toOnBehalfNotes(
  { userId, actingUserId }: Readonly<{ userId: number; actingUserId: number }>,
  { actions, results }: SubmittedActions,
  state: State,
): OnBehalfNote[] {
  const submitted = actions.flatMap((action, index) =>
    results[index] === undefined ? [] : [{ action, commandResult: results[index] }],
  );
  if (userId !== actingUserId) return [toNote(userId, submitted.map(toCompletedAction), state)];
  if (submitted.every((item) => findCustomer(item, userId, state) === null)) return [];
  const byCustomer = Map.groupBy(submitted, (item) => findCustomer(item, userId, state));
  return [...byCustomer].flatMap(([customer, customerActions]) =>
    customer === null ? [] : [toNote(customer, customerActions.map(toCompletedAction), state)],
  );
}

const toCompletedAction = ({ action, commandResult }: ActionWithResult): CompletedAction => ({
  action,
  result: toOrderActionResult(action, commandResult, () => UNKNOWN_INSTRUMENT),
});

/**
 * The owner of the account, if it is another user; a mass cancellation of all accounts is in the administrator's own
 * name.
 */
function findCustomer({ action, commandResult }: ActionWithResult, userId: number, { accounts }: State): number | null {
  const id = getAccountId(action) ?? findResultingOrder(commandResult.events)?.acctId ?? null;
  if (id === null) return action.type === 'MassCancellation' ? userId : null;
  const account = accounts.get(id);
  return account === undefined || account.ownerId === userId || account.grants.has(userId) ? null : account.ownerId;
}

const getAccountId = (action: OrderAction): number | null => ('acctId' in action ? action.acctId : null);

function toNote(userId: number, completed: readonly CompletedAction[], state: State): OnBehalfNote {
  const accounts = distinct(
    completed.flatMap(({ action, result }) => [
      getAccountId(action),
      isReplayedAction(result) ? null : (result.order?.row.acctId ?? null),
    ]),
  );
  const orders = distinct(completed.map(({ result }) => getOrderId(result)));
  const rejectionCodes = distinct(
    completed.map(({ action, result }) => toRejectionCode(result, isForeignAccount(action, userId, state))),
  );
  const cancelled = completed.reduce(
    (sum, { result }) => sum + (isReplayedAction(result) ? 0 : (result.cancellation?.orders ?? 0)),
    0,
  );
  const isDenied = completed.every(({ result }) => !isReplayedAction(result) && result.rejection !== null);
  return {
    userId,
    action: 'order.on_behalf',
    outcome: isDenied ? 'denied' : 'granted',
    changes: {
      actions: completed.length,
      ...(accounts.length > 0 && { account: accounts.slice(0, IDS_MAX), ...countMore('more_accounts', accounts) }),
      types: summarizeTypes(completed.map(({ action }) => action)),
      ...(orders.length > 0 && {
        [orders.length === 1 ? 'order' : 'orders']: orders.slice(0, IDS_MAX),
        ...countMore('more_orders', orders),
      }),
      ...(cancelled > 0 && { cancelled }),
      ...(rejectionCodes.length > 0 && { refused: rejectionCodes }),
    },
  };
}

/** Prices and symbols are omitted here. */
const UNKNOWN_INSTRUMENT = { scale: 0, symbol: '', currency: '' } as const;

const getOrderId = (result: OrderActionResult | ReplayedAction): number | null =>
  isReplayedAction(result) ? result.orderId : (result.order?.row.id ?? null);

/** The customer reads the entry, too: accounts that they may not view are omitted. */
function toRejectionCode(result: OrderActionResult | ReplayedAction, hidesAccount: boolean): string | null {
  const code = isReplayedAction(result) ? null : (result.rejection?.code ?? null);
  return hidesAccount && (code === 'not_permitted' || code === 'account_disabled') ? 'unknown_account' : code;
}

function isForeignAccount(action: OrderAction, userId: number, { accounts }: State): boolean {
  if (!('acctId' in action) || action.acctId === null) return false;
  const account = accounts.get(action.acctId);
  return account !== undefined && account.ownerId !== userId && !account.grants.has(userId);
}

function summarizeTypes(actions: readonly OrderAction[]): string {
  if (actions.length === 1) return actions[0]?.type ?? '';
  const counts = new Map<string, number>();
  for (const { type } of actions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}

const distinct = <Value>(values: readonly (Value | null)[]): Value[] => [
  ...new Set(values.filter((value) => value !== null)),
];

const countMore = (name: string, ids: readonly number[]): object =>
  ids.length > IDS_MAX ? { [name]: ids.length - IDS_MAX } : {};
