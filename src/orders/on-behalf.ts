import type { AuditNote } from '../audit/audit-writing.js';
import type { OrderAction } from '../engine/command.js';
import type { State } from '../engine/state.js';
import type { Carried } from '../exchange/commit-loop.js';
import { isReplay, orderAfter, type Outcome, outcomeOf, type Replay } from './action-outcome.js';

/** As many ids as the words of an entry have room for. */
const IDS_MAX = 12;

type Given = Readonly<{ actions: readonly OrderAction[]; carried: readonly Carried[] }>;

type Told = Readonly<{ action: OrderAction; told: Carried }>;

type Done = Readonly<{ action: OrderAction; found: Outcome | Replay }>;

type Note = Pick<AuditNote, 'userId' | 'action' | 'outcome' | 'detail'>;

/**
 * What is written down of order actions for a customer: one entry for the request, however many actions it had. An administrator who acts by their own token has one for
 * each customer whose accounts they traded.
 */
export function onBehalfNotes(
  { userId, actingUserId }: Readonly<{ userId: number; actingUserId: number }>,
  { actions, carried }: Given,
  state: State,
): Note[] {
  const given = actions.flatMap((action, at) => (carried[at] === undefined ? [] : [{ action, told: carried[at] }]));
  if (userId !== actingUserId) return [noteOf(userId, given.map(doneOf), state)];
  const customers = Map.groupBy(given, (one) => customerOf(one, userId, state));
  return [...customers].flatMap(([customer, theirs]) =>
    customer === null ? [] : [noteOf(customer, theirs.map(doneOf), state)],
  );
}

const doneOf = ({ action, told }: Told): Done => ({ action, found: outcomeOf(action, told, () => NO_FACTS) });

/** Whose account it was, if it was another's; a mass cancellation of all accounts stands in the administrator's own name. */
function customerOf({ action, told }: Told, userId: number, { accounts }: State): number | null {
  const id = accountOf(action) ?? orderAfter(told.events)?.acctId ?? null;
  if (id === null) return action.type === 'MassCancellation' ? userId : null;
  const account = accounts.get(id);
  return account === undefined || account.ownerId === userId || account.grants.has(userId) ? null : account.ownerId;
}

const accountOf = (action: OrderAction): number | null => ('acctId' in action ? action.acctId : null);

function noteOf(userId: number, outcomes: readonly Done[], state: State): Note {
  const accounts = distinct(
    outcomes.flatMap(({ action, found }) => [
      accountOf(action),
      isReplay(found) ? null : (found.order?.row.acctId ?? null),
    ]),
  );
  const orders = distinct(outcomes.map(({ found }) => orderIdOf(found)));
  const refused = distinct(outcomes.map(({ action, found }) => codeOf(found, isForeign(action, userId, state))));
  const cancelled = outcomes.reduce(
    (sum, { found }) => sum + (isReplay(found) ? 0 : (found.cancellation?.orders ?? 0)),
    0,
  );
  const parts = [
    `${outcomes.length === 1 ? '1 action' : `${outcomes.length} actions`}${accounts.length > 0 ? ` for ${listed(accounts, (id) => `account ${id}`)}` : ''}: ${typesOf(outcomes.map(({ action }) => action))}`,
    ...(orders.length > 0 ? [`${orders.length === 1 ? 'order' : 'orders'} ${listed(orders, String)}`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  const isDenied = outcomes.every(({ found }) => !isReplay(found) && found.refusal !== null);
  return {
    userId,
    action: 'order.on_behalf',
    outcome: isDenied ? 'denied' : 'granted',
    detail: `${parts.join(', ')}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}`,
  };
}

/** Prices and symbols are not told here. */
const NO_FACTS = { scale: 0, symbol: '', currency: '' } as const;

const orderIdOf = (found: Outcome | Replay): number | null =>
  isReplay(found) ? found.orderId : (found.order?.row.id ?? null);

/** The customer reads the entry, too: an account that they may not look at is none to them. */
function codeOf(found: Outcome | Replay, isNotTheirs: boolean): string | null {
  const code = isReplay(found) ? null : (found.refusal?.code ?? null);
  return isNotTheirs && (code === 'not_permitted' || code === 'account_disabled') ? 'unknown_account' : code;
}

function isForeign(action: OrderAction, userId: number, { accounts }: State): boolean {
  if (!('acctId' in action) || action.acctId === null) return false;
  const account = accounts.get(action.acctId);
  return account !== undefined && account.ownerId !== userId && !account.grants.has(userId);
}

function typesOf(actions: readonly OrderAction[]): string {
  if (actions.length === 1) return actions[0]?.type ?? '';
  const counts = new Map<string, number>();
  for (const { type } of actions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}

const distinct = <Value>(values: readonly (Value | null)[]): Value[] => [
  ...new Set(values.filter((value) => value !== null)),
];

const listed = (ids: readonly number[], words: (id: number) => string): string =>
  `${ids.slice(0, IDS_MAX).map(words).join(', ')}${ids.length > IDS_MAX ? ` and ${ids.length - IDS_MAX} more` : ''}`;
