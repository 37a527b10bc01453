import type { AuditNote } from '../audit/audit-writing.js';
import type { OrderAction } from '../engine/command.js';
import type { Outcome } from './action-outcome.js';

/** As many ids as the words of an entry have room for. */
const IDS_MAX = 12;

/** What is written down of order actions that somebody gave for a customer: one entry for the request, however many actions it had. */
export function onBehalfNote(actions: readonly OrderAction[], outcomes: readonly Outcome[]): Pick<AuditNote, 'action' | 'outcome' | 'detail'> {
  const accounts = distinct([...actions.flatMap((action) => ('acctId' in action ? (action.acctId ?? []) : [])), ...outcomes.flatMap(({ order }) => order?.row.acctId ?? [])]);
  const orders = distinct(outcomes.flatMap(({ order }) => order?.row.id ?? []));
  const refused = distinct(outcomes.flatMap(({ refusal }) => refusal?.code ?? []));
  const cancelled = outcomes.reduce((sum, { cancellation }) => sum + (cancellation?.orders ?? 0), 0);
  const parts = [
    `${actions.length === 1 ? '1 action' : `${actions.length} actions`}${accounts.length > 0 ? ` for ${listed(accounts, (id) => `account ${id}`)}` : ''}: ${typesOf(actions)}`,
    ...(orders.length > 0 ? [`${orders.length === 1 ? 'order' : 'orders'} ${listed(orders, String)}`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  const isDenied = outcomes.every(({ refusal }) => refusal !== null);
  return { action: 'order.on_behalf', outcome: isDenied ? 'denied' : 'granted', detail: `${parts.join(', ')}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}` };
}

function typesOf(actions: readonly OrderAction[]): string {
  if (actions.length === 1) return actions[0]?.type ?? '';
  const counts = new Map<string, number>();
  for (const { type } of actions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

const listed = (ids: readonly number[], words: (id: number) => string): string => `${ids.slice(0, IDS_MAX).map(words).join(', ')}${ids.length > IDS_MAX ? ` and ${ids.length - IDS_MAX} more` : ''}`;
