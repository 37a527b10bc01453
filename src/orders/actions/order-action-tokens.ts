import type { TokenCounts } from '../../http/caller-rate-limit.js';
import { ACTIONS_MAX } from './order-action-parser.js';

const ONE_REQUEST: TokenCounts = { requests: 1, cancels: 0 };
const ONE_CANCEL: TokenCounts = { requests: 0, cancels: 1 };

/**
 * Counts each action of a body: cancellations separately, so that a caller who submitted too much can still get out.
 */
export function countActionTokens(body: unknown): TokenCounts {
  const { actions } = (body ?? {}) as Readonly<{ actions?: unknown }>;
  if (!Array.isArray(actions) || actions.length === 0) return isCancel(body) ? ONE_CANCEL : ONE_REQUEST;
  const cancels = actions.slice(0, ACTIONS_MAX).filter(isCancel).length;
  return { requests: Math.min(actions.length, ACTIONS_MAX) - cancels, cancels };
}

function isCancel(action: unknown): boolean {
  const { action_type: type } = (action ?? {}) as Readonly<Record<'action_type', unknown>>;
  return type === 'OrderCancellation' || type === 'MassCancellation';
}
