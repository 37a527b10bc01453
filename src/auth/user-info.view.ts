import type { Actor } from '../access/actor.js';
import type { User } from '../users/user.entity.js';
import { scopedClaims, subjectOf } from './user-claims.js';

export type UserInfoView = ReturnType<typeof userInfoView>;

/** OpenID Connect Core §5.3.2. Where an administrator acts for a customer the claims are the customer's, and `act` names the administrator (RFC 8693 §4.1). */
export function userInfoView(user: User, { actingUserId, scope }: Actor) {
  return {
    sub: subjectOf(user.id),
    ...scopedClaims(user, scope),
    ...(actingUserId !== user.id && { act: { sub: subjectOf(actingUserId) } }),
  };
}
