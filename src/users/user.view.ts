import type { User } from './user.entity.js';

export type UserView = ReturnType<typeof toUserView>;

/** What the outside sees of a user. Fields are listed, never spread: a new column stays private. */
export function toUserView(user: User) {
  const { address } = user;
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    address: {
      line_1: address.line1,
      line_2: address.line2,
      city: address.city,
      state: address.state,
      zip: address.zip,
      country: address.country,
    },
    role: user.role,
    created_at: user.createdAt.toISOString(),
  };
}

/** As a table; secrets of any kind are no columns. */
export const USER_COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'role',
  'enabled',
  'address.line_1',
  'address.line_2',
  'address.city',
  'address.state',
  'address.zip',
  'address.country',
  'created_at',
];

export type ManagedUserView = ReturnType<typeof toManagedUserView>;

/** What administrators see besides: whether the user may sign in. */
export function toManagedUserView(user: User) {
  return { ...toUserView(user), enabled: user.enabled };
}

/** Only the page has how many orders work in their accounts, for an administrator who is about to disable them, and whether they choose a new password at the next sign-in. */
export type ShownUserView = ManagedUserView & Readonly<{ working_orders?: number; password_must_change?: boolean }>;
