import type { SignInSession } from '../../sessions/sessions.service.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { AuthorizationResumption } from './authorization-resumption.js';

/** Decides whether the user has to sign in: the expected user, if any, and the time of the last sign-in. */
type SignInConditions = Readonly<{
  expectedUserId: number | null;
  resumption: AuthorizationResumption | null;
  now: number;
}>;

/**
 * OpenID Connect Core §3.1.2.3. A sign-in caused by this request is recent enough for `prompt=login` and any `max_age`.
 */
export function needsSignIn(
  session: SignInSession | null,
  { prompt, maxAge }: AuthorizationRequest,
  { expectedUserId, resumption, now }: SignInConditions,
): boolean {
  if (!session || isOtherUser(session, expectedUserId)) return true;
  if (hasSignedInSince(session, resumption)) return false;
  return prompt.login || (maxAge !== null && now - session.authTime > maxAge * 1000);
}

/** The user signed in again and is not the expected one: asking again would not help. */
export function isWrongUserAfterSignIn(
  session: SignInSession | null,
  expectedUserId: number | null,
  resumption: AuthorizationResumption | null,
): boolean {
  return session !== null && isOtherUser(session, expectedUserId) && hasSignedInSince(session, resumption);
}

function isOtherUser({ userId }: SignInSession, expectedUserId: number | null): boolean {
  return expectedUserId !== null && expectedUserId !== userId;
}

function hasSignedInSince({ authTime }: SignInSession, resumption: AuthorizationResumption | null): boolean {
  return resumption !== null && authTime >= resumption.since;
}
