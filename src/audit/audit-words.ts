import type { AuditAction } from './audit-actions.js';
import type { AuditEntryView } from './audit-entry.view.js';
import type { Calling } from './audit-things.js';

/** What somebody did, and what they did not get to do; both stand behind a name. */
const words: Readonly<Record<AuditAction, readonly [granted: string, denied: string]>> = {
  'token.password': ['signed in with a program', 'could not sign in with a program'],
  'token.refresh_token': ['had a token renewed', 'had no token renewed'],
  'token.authorization_code': ['signed in to an application', 'could not sign in to an application'],
  'token.implicit': [
    'signed in to an application in the browser',
    'could not sign in to an application in the browser',
  ],
  'token.client_credentials': ['got a token by a key alone', 'got no token by a key alone'],
  'token.page': ['got a token from a page, to try the interface', 'got no token from a page'],
  'token.request': ['asked for a token', 'asked for a token in vain'],
  'token.revoked': ['ended a token', 'could not end a token'],
  'session.started': ['signed in', 'could not sign in'],
  'session.confirmed': ['confirmed their password', 'gave a wrong password to confirm who they are'],
  'session.ended': ['signed out', 'could not sign out'],
  'acting.started': ['began to act', 'was not let act'],
  'acting.ended': ['stopped acting', 'could not stop acting'],
  'consent.given': ['allowed an application access', 'did not allow an application access'],
  'consent.withdrawn': ['took an application’s access away', 'could not take an application’s access away'],
  'key.created': ['requested an API key', 'was refused an API key'],
  'key.listed': ['looked at their API keys', 'was not shown API keys'],
  'key.changed': ['changed an API key', 'could not change an API key'],
  'key.rotated': ['replaced the secret of an API key', 'could not replace the secret of an API key'],
  'key.removed': ['removed an API key', 'could not remove an API key'],
  'key.enabled': ['enabled an API key', 'could not enable an API key'],
  'key.disabled': ['disabled an API key', 'could not disable an API key'],
  'signing_key.rotated': ['made a new signing key', 'made no new signing key'],
  'secret_key.rotated': ['replaced the secret key', 'did not replace the secret key'],
  'user.registered': ['was registered', 'was not registered'],
  'user.changed': ['changed what is known of the user', 'could not change what is known of the user'],
  'user.enabled': ['enabled', 'could not enable'],
  'user.disabled': ['disabled', 'could not disable'],
  'user.orders_cancelled': ['cancelled the working orders of', 'could not cancel the working orders of'],
  'user.sessions_ended': ['ended all sessions of', 'could not end the sessions of'],
  'user.password_changed': ['set a new password', 'gave a wrong password'],
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
  'account.grant_taken': ['took access to a trading account away', 'could not take access to a trading account away'],
  'account.money_stated': ['stated money values', 'could not state money values'],
  'account.positions_stated': ['stated reference positions', 'could not state reference positions'],
  'break.noted': ['wrote down why positions differed', 'could not write down why positions differed'],
  'order.on_behalf': ['gave order actions', 'was refused order actions'],
  'webhook.registered': ['registered a webhook', 'could not register a webhook'],
  'webhook.changed': ['changed a webhook', 'could not change a webhook'],
  'webhook.rotated': ['replaced the secret of a webhook', 'could not replace the secret of a webhook'],
  'webhook.removed': ['removed a webhook', 'could not remove a webhook'],
  'webhook.disabled': ['had a webhook disabled by the service', 'had no webhook disabled'],
  'access.refused': ['was let do something', 'was refused what they may not do'],
  'audit.flood': ['were refused', 'were refused too often to write all of it down'],
  'instrument.changed': ['changed an instrument', 'could not change an instrument'],
};

/** The action without a name before it, as a choice among others. */
export const actionWords = (action: AuditAction): string => words[action][0];

const madeStatus: Readonly<Record<string, string>> = { Open: 'let trade again', Halted: 'halted', Closed: 'stopped' };

/** What an administrator made of an instrument stands in the log as its column has it. */
export const statusInWords = (action: AuditAction, text: string): string =>
  action === 'instrument.changed'
    ? text.replace(
        /(?<=[:,] )given_status (?:Open|Halted|Closed) → (Open|Halted|Closed)(?=$|,)/,
        (all, status: string) => madeStatus[status] ?? all,
      )
    : text;

/** The names of people by their ids, as far as the reader may know them. */
export type Names = ReadonlyMap<number, string>;

/** Who did it, and what it was done with. */
export type KnownNames = Readonly<{ people: Names; things: Calling }>;

export type AuditSentence = Readonly<{ who: string; forWhom: string | null; what: string }>;

/** An entry as a sentence: who, for whom if not for themselves, and what. */
export function describeAuditEvent(entry: AuditEntryView, { people: names, things }: KnownNames): AuditSentence {
  const { action, outcome, user_id: userId, detail } = entry;
  const who = doerOf(entry, names);
  // Nobody acts for somebody who was not there before.
  if (action === 'user.registered' && isOnBehalf(entry))
    return { who, forWhom: null, what: `registered ${nameOf(userId, names) ?? ''}` };
  const verb = words[action][outcome === 'granted' ? 0 : 1];
  return {
    who,
    forWhom: isOnBehalf(entry) ? nameOf(userId, names) : null,
    what: [verb, objectOf(detail, things)].filter((part) => part !== '').join(' '),
  };
}

const isOnBehalf = ({ user_id: userId, acting_user_id: actingUserId }: AuditEntryView): boolean =>
  userId !== null && actingUserId !== null && userId !== actingUserId;

const doerOf = ({ user_id: userId, acting_user_id: actingUserId, address }: AuditEntryView, names: Names): string =>
  nameOf(actingUserId ?? userId, names) ?? (address === null ? 'An operator' : 'Somebody');

function nameOf(id: number | null, names: Names): string | null {
  return id === null ? null : (names.get(id) ?? `User ${id}`);
}

/** Only what a sentence has room for; everything stands among the details. */
function objectOf(detail: string, things: Calling): string {
  const [, id] = /^user (\d+)$/.exec(detail) ?? [];
  return id === undefined ? '' : (things('user', Number(id)) ?? `User ${id}`);
}
