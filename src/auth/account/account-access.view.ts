import { permissions } from '../authorize/terms.js';
import { browserWords } from '../sessions/browser-words.js';
import { managesKeys, type OwnApplication } from './own-applications.service.js';
import type { OwnSession } from './own-sessions.service.js';

/** Who and what has access to somebody's account. */
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

/** An application that may do something in the user's name. */
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

/** Access to an account that the application gave to a user. */
type GrantRow = Readonly<{ acct_id: number; user: string; access: string }>;

export function accountAccessView(
  sessions: readonly OwnSession[],
  ownId: number | null,
  applications: readonly OwnApplication[],
): AccountAccessView {
  return {
    sign_ins: sessions.map((session) => signInRow(session, ownId)),
    applications: applications.map(applicationRow),
  };
}

function signInRow({ id, userAgent, address, since, lastSeenAt }: OwnSession, ownId: number | null): SignInRow {
  return {
    id,
    browser: browserWords(userAgent),
    address,
    since: since.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    is_this_one: id === ownId,
  };
}

function applicationRow({
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
    permissions: hasAccess ? permissions(terms) : [],
    manages_keys: hasAccess && managesKeys(terms),
    keys: keys.map((key) => key.name),
    grants: grants.map(({ acctId, user, access }) => ({ acct_id: acctId, user, access })),
    since: since.toISOString(),
    last_token_at: lastTokenAt?.toISOString() ?? null,
  };
}
