import type { OrderView } from './order.view.js';

type State = OrderView['state'];

/** How an order stands, for people; `orders.js` says the same when it changes. */
export const stateWords: Readonly<Record<State, string>> = {
  New: 'Open',
  PartiallyFilled: 'Part filled',
  PendingTrigger: 'Waits for stop',
  Filled: 'Filled',
  Cancelled: 'Cancelled',
  Expired: 'Expired',
  Rejected: 'Rejected',
};

export const typeWords: Readonly<Record<OrderView['order_type'], string>> = { Limit: 'Limit', Market: 'Market', Stop: 'Stop', StopLimit: 'Stop limit' };

/** A reference that a ticket made up tells nobody anything. */
export const ownReference = (reference: string | null): string | null => (reference !== null && /^web-[0-9a-f]{16}$/.test(reference) ? null : reference);
