import type { SignedIn } from '../sessions/sessions.service.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { Resumption } from './resumption.js';

/** What decides whether somebody has to sign in: who is expected, if the client has said so, and since when they have been here. */
type Circumstances = Readonly<{ expectedUserId: number | null; resumption: Resumption | null; now: number }>;

/** OpenID Connect Core §3.1.2.3. A sign-in that this very request has led to is recent enough for `prompt=login` and for any `max_age`. */
export function needsSignIn(
  session: SignedIn | null,
  { prompt, maxAge }: AuthorizationRequest,
  { expectedUserId, resumption, now }: Circumstances,
): boolean {
  if (!session || isAnother(session, expectedUserId)) return true;
  if (signedInFor(session, resumption)) return false;
  return prompt.login || (maxAge !== null && now - session.authTime > maxAge * 1000);
}

/** They signed in, and it was not who the client expects: to ask a third time helps nobody. */
export function isHopeless(
  session: SignedIn | null,
  expectedUserId: number | null,
  resumption: Resumption | null,
): boolean {
  return session !== null && isAnother(session, expectedUserId) && signedInFor(session, resumption);
}

function isAnother({ userId }: SignedIn, expectedUserId: number | null): boolean {
  return expectedUserId !== null && expectedUserId !== userId;
}

function signedInFor({ authTime }: SignedIn, resumption: Resumption | null): boolean {
  return resumption !== null && authTime >= resumption.since;
}
