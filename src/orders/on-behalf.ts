import type { AuditNote } from '../audit/audit-writing.js';
import type { OrderAction } from '../engine/command.js';
import type { State } from '../engine/state.js';
import type { Carried } from '../exchange/commit-loop.js';
import { isReplay, type Outcome, outcomeOf, type Replay } from './action-outcome.js';

/** As many ids as the words of an entry have room for. */
const IDS_MAX = 12;

type Given = Readonly<{ userId: number; actions: readonly OrderAction[]; carried: readonly Carried[] }>;

/** What is written down of order actions that somebody gave for a customer: one entry for the request, however many actions it had. */
export function onBehalfNote({ userId, actions, carried }: Given, state: State): Pick<AuditNote, 'action' | 'outcome' | 'detail'> {
  const outcomes = actions.flatMap((action, at) => (carried[at] === undefined ? [] : [{ action, found: outcomeOf(action, carried[at], () => NO_FACTS) }]));
  const accounts = distinct(outcomes.flatMap(({ action, found }) => [...('acctId' in action ? [action.acctId] : []), isReplay(found) ? null : (found.order?.row.acctId ?? null)]));
  const orders = distinct(outcomes.map(({ found }) => orderIdOf(found)));
  const refused = distinct(outcomes.map(({ action, found }) => codeOf(found, isForeign(action, userId, state))));
  const cancelled = outcomes.reduce((sum, { found }) => sum + (isReplay(found) ? 0 : (found.cancellation?.orders ?? 0)), 0);
  const parts = [
    `${actions.length === 1 ? '1 action' : `${actions.length} actions`}${accounts.length > 0 ? ` for ${listed(accounts, (id) => `account ${id}`)}` : ''}: ${typesOf(actions)}`,
    ...(orders.length > 0 ? [`${orders.length === 1 ? 'order' : 'orders'} ${listed(orders, String)}`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  const isDenied = outcomes.every(({ found }) => !isReplay(found) && found.refusal !== null);
  return { action: 'order.on_behalf', outcome: isDenied ? 'denied' : 'granted', detail: `${parts.join(', ')}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}` };
}

/** Prices and symbols are not told here. */
const NO_FACTS = { scale: 0, symbol: '', currency: '' } as const;

const orderIdOf = (found: Outcome | Replay): number | null => (isReplay(found) ? found.orderId : (found.order?.row.id ?? null));

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

const distinct = <Value>(values: readonly (Value | null)[]): Value[] => [...new Set(values.filter((value) => value !== null))];

const listed = (ids: readonly number[], words: (id: number) => string): string => `${ids.slice(0, IDS_MAX).map(words).join(', ')}${ids.length > IDS_MAX ? ` and ${ids.length - IDS_MAX} more` : ''}`;
