import type { Actor } from '../../access/actor.js';
import type { User } from '../../users/user.entity.js';
import { toScopedClaims, toSubject } from './user-claims.js';

export type UserInfoView = ReturnType<typeof toUserInfoView>;

/**
 * OpenID Connect Core §5.3.2. While an administrator acts for a customer, the claims are the customer's, and `act`
 * names the administrator (RFC 8693 §4.1).
 */
export function toUserInfoView(user: User, { actingUserId, scope }: Actor) {
  return {
    sub: toSubject(user.id),
    ...toScopedClaims(user, scope),
    ...(actingUserId !== user.id && { act: { sub: toSubject(actingUserId) } }),
  };
}
