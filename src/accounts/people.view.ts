import type { User } from '../users/user.entity.js';

/** Somebody whom an administrator may mean. */
export type PersonView = Readonly<{ id: number; email: string; name: string; enabled: boolean }>;

/** So many are shown to choose from; whoever has more finds them by a name. One more is asked for, to know whether there are. */
export const PEOPLE_SHOWN = 20;

export const peopleView = (users: readonly User[]): PersonView[] =>
  users.map(({ id, email, firstName, lastName, enabled }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`,
    enabled,
  }));
