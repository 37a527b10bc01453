import { type ResourceScope, RESOURCE_SCOPES, parseResourceScopes, removeScopes } from '../../../access/actor.js';
import type { Client } from '../../../clients/client.entity.js';
import { computeGrantedScope } from '../../scope.js';
import type { SignInSession } from '../../sessions/sessions.service.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** Not a scope that can be requested. */
export const ACTS_FOR_USER = 'acts_for_user';

/**
 * The request with the scope that its key may be granted by this user (decision 57). An id token alone permits no API
 * requests, so no such scope is granted with it.
 */
export function limitToUser(
  request: AuthorizationRequest,
  client: Client,
  { userId, actingUserId, role }: SignInSession,
): AuthorizationRequest {
  const { scope: requestedScope, type } = request;
  const scope =
    type.code || type.token
      ? computeGrantedScope(requestedScope, client, { userId, actingUserId, role, isInteractive: true })
      : removeScopes(requestedScope, RESOURCE_SCOPES);
  return { ...request, scope };
}

/**
 * A consent is more than a scope: without an API scope, it includes whether the application may do everything for the
 * user. It is stored with the scope, so that a user who agreed to be identified, or to read access, is asked again
 * before the application gets such a token.
 */
export function toConsentTerms({ scope, type }: Pick<AuthorizationRequest, 'scope' | 'type'>): string {
  return (type.code || type.token) && parseResourceScopes(scope).length === 0 ? addActing(scope) : scope;
}

/** What is granted for one request only, and never remembered. */
export const includesAdministration = (terms: string): boolean =>
  terms.split(' ').includes('admin' satisfies ResourceScope);

/**
 * Lasting access to everything: keys, administration, or acting for the user. Requires a recent proof of the password
 * (decision 60).
 */
export const needsRecentProof = (terms: string): boolean =>
  terms.split(' ').some((name) => name === ACTS_FOR_USER || name === 'keys' || name === 'admin');

/** The terms as they are stored. */
export const toRememberedTerms = (terms: string): string => removeScopes(terms, ['admin']);

/** The terms for the holder of a token, however it was obtained. */
export function addActing(scope: string): string {
  return `${scope} ${ACTS_FOR_USER}`;
}

const PRONOUNS = {
  you: { are: 'you are', your: 'your', you: 'you' },
  they: { are: 'they are', your: 'their', you: 'them' },
} as const;

/** The permissions of an application, in words for the user or an acting administrator. */
export function describePermissions(terms: string, person: keyof typeof PRONOUNS = 'you'): string[] {
  const agreed = terms.split(' ');
  const acts = agreed.includes(ACTS_FOR_USER);
  const resources = acts ? [] : parseResourceScopes(terms);
  const { are, your, you } = PRONOUNS[person];
  return [
    `Know which user ${are} here`,
    ...(agreed.includes('profile') ? [`See ${your} name`] : []),
    ...(agreed.includes('email') ? [`See ${your} email address`] : []),
    ...(acts
      ? [
          `Act for ${you} here in everything: see ${your} accounts, orders and market data, place and cancel orders, and manage ${your} API keys`,
        ]
      : []),
    ...resources.map((name) => RESOURCE_DESCRIPTIONS[name](your)),
    ...((acts || resources.length > 0) && agreed.includes('offline_access')
      ? ['Go on doing so while you are away']
      : []),
  ];
}

/** The permissions of each API scope, in words for the user who grants it. */
const RESOURCE_DESCRIPTIONS: Readonly<Record<ResourceScope, (your: string) => string>> = {
  read: (your) => `See ${your} profile, accounts, orders, positions and events, and market data`,
  trade: (your) => `Trade in ${your} accounts: place, change and cancel orders, and report balances and positions`,
  keys: (your) =>
    `Manage ${your} API keys and profile: see the secrets of all keys, make, change and remove keys. Anybody who has a key can act for its owner in everything`,
  admin: () =>
    'Administer this service as you do: users, accounts and who may use them, instruments and halts. You are asked each time',
};
