import type { User } from './user.entity.js';

export type UserView = ReturnType<typeof userView>;

/** What the outside sees of a user. Fields are listed, never spread: a new column stays private. */
export function userView(user: User) {
  const { line1, line2, city, state, zip, country } = user.address;
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    address: { line_1: line1, line_2: line2, city, state, zip, country },
    role: user.role,
    created_at: user.createdAt.toISOString(),
  };
}
