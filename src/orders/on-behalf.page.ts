import type { Visit } from '../http/page.js';
import type { OrderView } from './order.view.js';
import type { TrailEntryView } from './trail-entry.view.js';

/** Both people of what an administrator did for a customer. */
type OnBehalf = Readonly<Pick<TrailEntryView, 'user_id' | 'acting_user_id'>>;

/** Null of what its user did. */
export const placement = ({
  user_id: user,
  placed_by: placer,
}: Pick<OrderView, 'user_id' | 'placed_by'>): OnBehalf | null =>
  user === placer ? null : { user_id: user, acting_user_id: placer };

/** "placed by Ann Admin for Ada Example": who may not know a person by name is told their number. */
export const onBehalfWords = (
  verb: string,
  { user_id: user, acting_user_id: acting }: OnBehalf,
  { named }: Pick<Visit, 'named'>,
): string => `${verb} by ${person(named('actor_name', acting), acting)} for ${person(named('user_name', user), user)}`;

/** "Ann Admin", or "user 42" for a reader who may not know the name. */
export const person = (name: string, id: number): string => (name === String(id) ? `user ${id}` : name);
