import type { PageContext } from '../pages/page.js';
import type { OrderView } from './order.view.js';
import type { OrderActionRecordView } from './actions/order-action-record.view.js';

/** Both users of an action on behalf of a customer. */
export type OnBehalfUsers = Readonly<Pick<OrderActionRecordView, 'user_id' | 'acting_user_id'>>;

/** Null of what its user did. `customer` is for whom an administrator placed it as themselves. */
export const findPlacedOnBehalf = (
  { user_id: user, placed_by: placedBy }: Pick<OrderView, 'user_id' | 'placed_by'>,
  customer: number = user,
): OnBehalfUsers | null => (customer === placedBy ? null : { user_id: customer, acting_user_id: placedBy });

/** "placed by Ann Admin for Ada Example": readers who may not see a name see the user's number. */
export const describeOnBehalf = (
  verb: string,
  { user_id: user, acting_user_id: acting }: OnBehalfUsers,
  { getName }: Pick<PageContext, 'getName'>,
): string =>
  `${verb} by ${formatUserName(getName('actor_name', acting), acting)} for ${formatUserName(getName('user_name', user), user)}`;

/** "Ann Admin", or "user 42" for a reader who may not know the name. */
export const formatUserName = (name: string, id: number): string => (name === String(id) ? `user ${id}` : name);
