import type { User } from '../../users/user.entity.js';

/** The name of a user in tokens: the id, as text (OpenID Connect Core §2, `sub`). */
export function toSubject(userId: number): string {
  return String(userId);
}

/** What each scope tells of a user (OpenID Connect Core §5.4). Nobody has verified an email yet, and none claims to be. */
export function toScopedClaims(user: User, scope: readonly string[]) {
  const { email, firstName, lastName, updatedAt } = user;
  return {
    ...(scope.includes('profile') && {
      name: `${firstName} ${lastName}`.trim(),
      given_name: firstName,
      family_name: lastName,
      updated_at: Math.floor(updatedAt.getTime() / 1000),
    }),
    ...(scope.includes('email') && { email, email_verified: false }),
  };
}
