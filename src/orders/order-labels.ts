import type { AccountBar } from '../accounts/account-rights.js';
import type { OrderView } from './order.view.js';

type State = OrderView['state'];

/** The states of an order in words; `orders.js` uses the same words for updates. */
export const orderStateLabels: Readonly<Record<State, string>> = {
  New: 'Open',
  PartiallyFilled: 'Partially filled',
  PendingTrigger: 'Waits for stop',
  Filled: 'Filled',
  Cancelled: 'Canceled',
  Expired: 'Expired',
  Rejected: 'Rejected',
};

export const orderTypeLabels: Readonly<Record<OrderView['order_type'], string>> = {
  Limit: 'Limit',
  Market: 'Market',
  Stop: 'Stop',
  StopLimit: 'Stop limit',
};

/** Why the user cannot modify or cancel an order of an account. */
const restrictionTexts: Readonly<Record<AccountBar, string>> = {
  Read: 'You can view this account but not trade it, so you cannot modify or cancel this order.',
  Disabled: 'The account is disabled: orders cannot be placed, modified or canceled until an administrator enables it.',
};

export const describeRestriction = (restriction: AccountBar): string => restrictionTexts[restriction];

/** Generated references of tickets are not shown. */
export const omitGeneratedReference = (reference: string | null): string | null =>
  reference !== null && /^web-[0-9a-f]{16}$/.test(reference) ? null : reference;
