import type { OwnedAccount } from './user-administration.service.js';
import type { User } from './user.entity.js';
import type { Role } from '../access/actor.js';

export type UserView = ReturnType<typeof toUserView>;

/** A user. Fields are listed one by one, so that a new column stays private. */
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

/** CSV columns, without secrets. */
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

/** The user as administrators see it, with the state of the sign-in. */
export function toManagedUserView(user: User) {
  return { ...toUserView(user), enabled: user.enabled };
}

/**
 * The page also shows the user's accounts, their working orders, for a disabling administrator, and whether the password must be
 * changed.
 */
export type ShownUserView = ManagedUserView &
  Readonly<{ working_orders?: number; password_must_change?: boolean; accounts?: readonly OwnedAccount[] }>;

/** What a role is called, alone and within a sentence. */
export const roleNames: Readonly<Record<Role, Readonly<{ label: string; withArticle: string }>>> = {
  Customer: { label: 'Customer', withArticle: 'a customer' },
  Admin: { label: 'Administrator', withArticle: 'an administrator' },
};
