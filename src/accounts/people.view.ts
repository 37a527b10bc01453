import type { User } from '../users/user.entity.js';

/** A user in a selection list for administrators. */
export type PersonView = Readonly<{ id: number; email: string; name: string; enabled: boolean }>;

/** The most users that a selection list shows. Callers query one more, to know whether there are more. */
export const PEOPLE_SHOWN = 20;

export const toPeopleView = (users: readonly User[]): PersonView[] =>
  users.map(({ id, email, firstName, lastName, enabled }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`,
    enabled,
  }));
