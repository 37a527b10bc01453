import { describePermissions } from '../oauth/authorize/consent-terms.js';
import { describeBrowser } from '../sessions/browser-description.js';
import { includesKeyManagement, type OwnApplication } from './own-applications.service.js';
import type { OwnSession } from './own-sessions.service.js';

/** The sessions and applications with access to the user's account. */
export type AccountAccessView = Readonly<{ sign_ins: readonly SignInRow[]; applications: readonly ApplicationRow[] }>;

/** A browser in which the user is signed in. */
type SignInRow = Readonly<{
  id: number;
  browser: string;
  address: string;
  since: string;
  last_seen_at: string;
  is_this_one: boolean;
}>;

/** An application with access to the user's account. */
type ApplicationRow = Readonly<{
  client_id: string;
  name: string;
  is_own: boolean;
  has_access: boolean;
  permissions: readonly string[];
  manages_keys: boolean;
  keys: readonly string[];
  grants: readonly GrantRow[];
  since: string;
  last_token_at: string | null;
}>;

/** Access to an account that the application granted to a user. */
type GrantRow = Readonly<{ acct_id: number; user: string; access: string }>;

export function toAccountAccessView(
  sessions: readonly OwnSession[],
  currentSessionId: number | null,
  applications: readonly OwnApplication[],
): AccountAccessView {
  return {
    sign_ins: sessions.map((session) => toSignInRow(session, currentSessionId)),
    applications: applications.map(toApplicationRow),
  };
}

function toSignInRow(
  { id, userAgent, address, since, lastSeenAt }: OwnSession,
  currentSessionId: number | null,
): SignInRow {
  return {
    id,
    browser: describeBrowser(userAgent),
    address,
    since: since.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    is_this_one: id === currentSessionId,
  };
}

function toApplicationRow({
  clientId,
  name,
  isOwn,
  hasAccess,
  terms,
  keys,
  grants,
  since,
  lastTokenAt,
}: OwnApplication): ApplicationRow {
  return {
    client_id: clientId,
    name,
    is_own: isOwn,
    has_access: hasAccess,
    permissions: hasAccess ? describePermissions(terms) : [],
    manages_keys: hasAccess && includesKeyManagement(terms),
    keys: keys.map((key) => key.name),
    grants: grants.map(({ acctId, user, access }) => ({ acct_id: acctId, user, access })),
    since: since.toISOString(),
    last_token_at: lastTokenAt?.toISOString() ?? null,
  };
}
