import type { AuditAction } from './audit-actions.js';
import type { AuditEntryView } from './audit-entry.view.js';
import type { SubjectNamer } from './audit-subjects.js';

/** The text of each action, granted and denied. It follows the user's name. */
const words: Readonly<Record<AuditAction, readonly [granted: string, denied: string]>> = {
  'token.password': ['signed in with a program', 'could not sign in with a program'],
  'token.refresh_token': ['refreshed a token', 'could not refresh a token'],
  'token.authorization_code': ['signed in to an application', 'could not sign in to an application'],
  'token.implicit': [
    'signed in to an application in the browser',
    'could not sign in to an application in the browser',
  ],
  'token.client_credentials': ['got a token with client credentials', 'got no token with client credentials'],
  'token.page': ['got a trial token', 'got no trial token'],
  'token.request': ['requested a token', 'requested a token and was denied'],
  'token.revoked': ['revoked a token', 'could not revoke a token'],
  'session.started': ['signed in', 'could not sign in'],
  'session.confirmed': ['confirmed their password', 'entered a wrong password to confirm'],
  'session.ended': ['signed out', 'could not sign out'],
  'acting.started': ['started acting', 'could not start acting'],
  'acting.ended': ['stopped acting', 'could not stop acting'],
  'consent.given': ['allowed access for an application', 'denied access for an application'],
  'consent.withdrawn': ['revoked access of an application', 'could not revoke access of an application'],
  'key.created': ['created an API key', 'could not create an API key'],
  'key.listed': ['viewed their API keys', 'could not view API keys'],
  'key.changed': ['changed an API key', 'could not change an API key'],
  'key.rotated': ['replaced the secret of an API key', 'could not replace the secret of an API key'],
  'key.removed': ['deleted an API key', 'could not delete an API key'],
  'key.enabled': ['enabled an API key', 'could not enable an API key'],
  'key.disabled': ['disabled an API key', 'could not disable an API key'],
  'signing_key.rotated': ['rotated the signing key', 'could not rotate the signing key'],
  'secret_key.rotated': ['rotated the secret key', 'could not rotate the secret key'],
  'user.registered': ['was registered', 'was not registered'],
  'user.changed': ['changed the user profile', 'could not change the user profile'],
  'user.enabled': ['enabled', 'could not enable'],
  'user.disabled': ['disabled', 'could not disable'],
  'user.orders_cancelled': ['canceled the working orders of', 'could not cancel the working orders of'],
  'user.sessions_ended': ['ended all sessions of', 'could not end the sessions of'],
  'user.password_changed': ['changed their password', 'entered a wrong password'],
  'productgroup.created': ['created a product group', 'could not create a product group'],
  'productgroup.changed': ['changed a product group', 'could not change a product group'],
  'product.created': ['created a product', 'could not create a product'],
  'product.changed': ['changed a product', 'could not change a product'],
  'instrument.created': ['listed an instrument', 'could not list an instrument'],
  'account.opened': ['opened a trading account', 'could not open a trading account'],
  'account.changed': ['changed a trading account', 'could not change a trading account'],
  'account.enabled': ['enabled a trading account', 'could not enable a trading account'],
  'account.disabled': ['disabled a trading account', 'could not disable a trading account'],
  'account.granted': ['granted access to a trading account', 'could not grant access to a trading account'],
  'account.grant_taken': ['revoked access to a trading account', 'could not revoke access to a trading account'],
  'account.money_stated': ['posted money values', 'could not post money values'],
  'account.positions_stated': ['posted reference positions', 'could not post reference positions'],
  'break.noted': ['added a note to a break', 'could not add a note to a break'],
  'order.on_behalf': ['submitted order actions', 'could not submit order actions'],
  'webhook.registered': ['registered a webhook', 'could not register a webhook'],
  'webhook.changed': ['changed a webhook', 'could not change a webhook'],
  'webhook.rotated': ['replaced the secret of a webhook', 'could not replace the secret of a webhook'],
  'webhook.removed': ['deleted a webhook', 'could not delete a webhook'],
  'webhook.disabled': ['had a webhook disabled by the service', 'had no webhook disabled'],
  'access.refused': ['was allowed access', 'was denied access'],
  'audit.flood': ['was denied', 'was denied too often to log every request'],
  'instrument.changed': ['changed an instrument', 'could not change an instrument'],
};

/** The text of an action as an option of a filter. */
export const describeAction = (action: AuditAction): string => words[action][0];

const madeStatus: Readonly<Record<string, string>> = { Open: 'resumed trading', Halted: 'halted', Closed: 'closed' };

/** Replaces the stored status change of an instrument with its text. */
export const describeStatus = (action: AuditAction, text: string): string =>
  action === 'instrument.changed'
    ? text.replace(
        /(?<=[:,] )given_status (?:Open|Halted|Closed) → (Open|Halted|Closed)(?=$|,)/,
        (all, status: string) => madeStatus[status] ?? all,
      )
    : text;

/** The names of users by id, as far as the signed-in user may know them. */
export type UserNames = ReadonlyMap<number, string>;

/** The names of users and of subjects. */
export type AuditNames = Readonly<{ people: UserNames; things: SubjectNamer }>;

export type AuditSentence = Readonly<{ who: string; forWhom: string | null; what: string }>;

/** Describes an entry as a sentence: the user, the customer if the user acted for one, and the action. */
export function describeAuditEvent(entry: AuditEntryView, { people: names, things }: AuditNames): AuditSentence {
  const { action, outcome, user_id: userId, detail } = entry;
  const who = describeActor(entry, names);
  // An administrator who registers a user does not act for that user.
  if (action === 'user.registered' && isOnBehalf(entry))
    return { who, forWhom: null, what: `registered ${nameOf(userId, names) ?? ''}` };
  const verb = words[action][outcome === 'granted' ? 0 : 1];
  return {
    who,
    forWhom: isOnBehalf(entry) ? nameOf(userId, names) : null,
    what: [verb, describeObject(detail, things)].filter((part) => part !== '').join(' '),
  };
}

const isOnBehalf = ({ user_id: userId, acting_user_id: actingUserId }: AuditEntryView): boolean =>
  userId !== null && actingUserId !== null && userId !== actingUserId;

const describeActor = (
  { user_id: userId, acting_user_id: actingUserId, address }: AuditEntryView,
  names: UserNames,
): string => nameOf(actingUserId ?? userId, names) ?? (address === null ? 'An operator' : 'An anonymous client');

function nameOf(id: number | null, names: UserNames): string | null {
  return id === null ? null : (names.get(id) ?? `User ${id}`);
}

/** The object of the sentence, if it is a user. Other subjects are shown next to the sentence. */
function describeObject(detail: string, things: SubjectNamer): string {
  const [, id] = /^user (\d+)$/.exec(detail) ?? [];
  return id === undefined ? '' : (things('user', Number(id)) ?? `User ${id}`);
}
