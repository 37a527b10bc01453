import type { AuditAction, AuditOutcome } from './audit-actions.js';
import {
  type AuditFacts,
  type DetailPart,
  type FieldChange,
  formatDetail,
  isMentioned,
  splitStoredDetail,
  type SubjectMention,
} from './audit-detail.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { describeFieldChange, describeValue } from './audit-plain-words.js';

/** The detail of an action about a user, a key or a webhook that needs no other facts. */
const USER = '<user>';
const KEY = 'key {subject}';
const WEBHOOK = 'webhook {subject}';
/** The detail of a denied token: an error code and the customer of the request. */
const REJECTION = '[{reason}][ for <customer>]';
/** Instruments that were halted or resumed together: what was named, and then each of them. */
const TOGETHER = '[the whole venue{?whole_venue}: ][<productgroup>: ]{count#instrument}, {fields}; <instrument>';

/** The texts of an action. The verbs follow the user's name; `detail` is a template (see audit-detail.ts) of the recorded facts. */
type ActionText = readonly [granted: string, denied: string, detail: string];

/** Every text of the audit log, by action. */
const words: Readonly<Record<AuditAction, ActionText>> = {
  'token.password': ['signed in with a program', 'could not sign in with a program', REJECTION],
  'token.refresh_token': [
    'refreshed a token',
    'could not refresh a token',
    `[again within its grace{?replayed}]${REJECTION}`,
  ],
  'token.authorization_code': ['signed in to an application', 'could not sign in to an application', REJECTION],
  'token.implicit': [
    'signed in to an application in the browser',
    'could not sign in to an application in the browser',
    `[{response}]${REJECTION}`,
  ],
  'token.client_credentials': [
    'got a token with client credentials',
    'got no token with client credentials',
    REJECTION,
  ],
  'token.page': ['got a trial token', 'got no trial token', REJECTION],
  'token.request': ['requested a token', 'requested a token and was denied', REJECTION],
  'token.revoked': [
    'revoked a token',
    'could not revoke a token',
    '[access token{?access_token}][refresh token and its family{?refresh_token}]',
  ],
  'session.started': ['signed in', 'could not sign in', '{reason}'],
  'session.confirmed': ['confirmed their password', 'entered a wrong password to confirm', '{reason}'],
  'session.ended': ['signed out', 'could not sign out', 'session {subject}'],
  'acting.started': ['started acting', 'could not start acting', ''],
  'acting.ended': ['stopped acting', 'could not stop acting', ''],
  'consent.given': ['allowed access for an application', 'denied access for an application', '[once: {?once}]{scope}'],
  'consent.withdrawn': [
    'revoked access of an application',
    'could not revoke access of an application',
    '[{scope}][tokens{?tokens}]',
  ],
  'key.created': ['created an API key', 'could not create an API key', KEY],
  'key.listed': ['viewed their API keys', 'could not view API keys', ''],
  'key.changed': [
    'changed an API key',
    'could not change an API key',
    `${KEY}[: first-party{?first_party}][: third-party{?third_party}]`,
  ],
  'key.rotated': ['replaced the secret of an API key', 'could not replace the secret of an API key', KEY],
  'key.removed': ['deleted an API key', 'could not delete an API key', `${KEY}[, made through {application}]`],
  'key.enabled': ['enabled an API key', 'could not enable an API key', KEY],
  'key.disabled': ['disabled an API key', 'could not disable an API key', KEY],
  'signing_key.rotated': ['rotated the signing key', 'could not rotate the signing key', KEY],
  'secret_key.rotated': ['rotated the secret key', 'could not rotate the secret key', '{values} values sealed anew'],
  'user.registered': ['was registered', 'was not registered', '[the market maker of the sandbox{?market_maker}]'],
  'user.changed': ['changed the user profile', 'could not change the user profile', USER],
  'user.enabled': ['enabled', 'could not enable', USER],
  'user.disabled': ['disabled', 'could not disable', USER],
  'user.role_changed': ['changed the role of', 'could not change the role of', '<user>, now {role}'],
  'user.orders_cancelled': ['canceled the working orders of', 'could not cancel the working orders of', USER],
  'user.sessions_ended': ['ended all sessions of', 'could not end the sessions of', USER],
  'user.password_changed': ['changed their password', 'entered a wrong password', '[<user>][{reason}]'],
  'productgroup.created': ['created a product group', 'could not create a product group', '<productgroup>, {symbol}'],
  'productgroup.changed': ['changed a product group', 'could not change a product group', '<productgroup>: {fields}'],
  'product.created': ['created a product', 'could not create a product', '<product>, {symbol}'],
  'product.changed': ['changed a product', 'could not change a product', '<product>: {fields}'],
  'instrument.created': [
    'listed an instrument',
    'could not list an instrument',
    '[<instrument>, {symbol}][the market of the sandbox: {productgroups} product groups, {products} products, {instruments} instruments]',
  ],
  'account.opened': [
    'opened a trading account',
    'could not open a trading account',
    '<account>, of <user>, in {currency}',
  ],
  'account.changed': ['changed a trading account', 'could not change a trading account', '<account>: [{fields}]'],
  'account.enabled': ['enabled a trading account', 'could not enable a trading account', '<account>'],
  'account.disabled': ['disabled a trading account', 'could not disable a trading account', '<account>'],
  'account.granted': [
    'granted access to a trading account',
    'could not grant access to a trading account',
    '<account>: <user>, {access}',
  ],
  'account.grant_taken': [
    'revoked access to a trading account',
    'could not revoke access to a trading account',
    '<account>: <user>',
  ],
  'account.money_stated': [
    'posted money values',
    'could not post money values',
    '<account>, close of {as_of}, version {version}',
  ],
  'account.positions_stated': [
    'posted reference positions',
    'could not post reference positions',
    '[<list> of ]<account>, close of {as_of}, {rows#row}',
  ],
  'break.noted': ['added a note to a break', 'could not add a note to a break', '<break> of <account>, note {note}'],
  'break.assigned': [
    'assigned a break',
    'could not assign a break',
    '<break> of <account>[, to <user>][, to nobody{?unassigned}][, due {due}][, without a due date{?undated}]',
  ],
  'break.accepted': [
    'accepted a break',
    'could not accept a break',
    '<break> of <account>, {reference} of the back office, {internal} in the books',
  ],
  'order.on_behalf': [
    'submitted order actions',
    'could not submit order actions',
    '{actions#action}[ for <account>][ and {more_accounts} more]: {types}[, order {order}][, orders {orders}][ and {more_orders} more][, {cancelled} cancelled][; refused: {refused}]',
  ],
  'webhook.registered': ['registered a webhook', 'could not register a webhook', WEBHOOK],
  'webhook.changed': ['changed a webhook', 'could not change a webhook', WEBHOOK],
  'webhook.rotated': ['replaced the secret of a webhook', 'could not replace the secret of a webhook', WEBHOOK],
  'webhook.removed': ['deleted a webhook', 'could not delete a webhook', WEBHOOK],
  'webhook.disabled': ['had a webhook disabled by the service', 'had no webhook disabled', `${WEBHOOK}: {reason}`],
  'access.refused': ['was allowed access', 'was denied access', '{subject}: {reason}'],
  'audit.flood': [
    'was denied',
    'was denied too often to log every request',
    'more than 60 denied requests in a minute; further ones in this minute are not logged',
  ],
  'instrument.changed': ['changed an instrument', 'could not change an instrument', '<instrument>: {fields}'],
  'instruments.halted': ['halted trading in', 'could not halt trading in', TOGETHER],
  'instruments.resumed': ['resumed trading in', 'could not resume trading in', TOGETHER],
};

/** The template of an action's detail. */
export const getDetailTemplate = (action: AuditAction): string => words[action][2];

type DetailFacts = AuditFacts & Pick<AuditEntry, 'action' | 'detail'>;

/** The detail as text and subjects: made from the facts, or the stored sentence of an old entry. */
export const describeDetail = ({ action, detail, ...facts }: DetailFacts): readonly DetailPart[] =>
  detail === null ? formatDetail(getDetailTemplate(action), facts) : splitStoredDetail(action, detail);

/** The same for people, without codes: the new status of an instrument is a verb, and its reason a quotation. Stored sentences stay. */
export function describeDetailInWords(entry: DetailFacts): readonly DetailPart[] {
  const { action, detail } = entry;
  if (detail === null)
    return formatDetail(getDetailTemplate(action), entry, {
      formatFields: getFieldsFormat(action),
      formatNamed: describeValue,
    });
  if (action !== 'instrument.changed') return describeDetail(entry);
  return describeDetail({ ...entry, detail: detail.replace(STORED_STATUS, (_, status: string) => toVerb(status)) });
}

function getFieldsFormat(action: AuditAction): (fields: readonly FieldChange[]) => string {
  if (isOfManyInstruments(action)) return describeCommonChanges;
  return action === 'instrument.changed' ? describeInstrumentChanges : describeChanges;
}

const describeChanges = (fields: readonly FieldChange[]): string => fields.map(describeFieldChange).join(', ');

/** The verb and what follows it; of a granted action also an option of a filter. */
export const describeAction = (action: AuditAction, outcome: AuditOutcome = 'granted'): string =>
  words[action][outcome === 'granted' ? 0 : 1];

/** In a stored sentence, which has no reason yet. */
const STORED_STATUS = /(?<=[:,] )given_status \w+ → (\w+)(?=$|,)/;

const statusVerbs: Readonly<Record<string, string>> = { Open: 'resumed trading', Halted: 'halted', Closed: 'closed' };

const toVerb = (status: string): string => statusVerbs[status] ?? status;

/** A reason that ends with its status needs no words. Entries from before have the name of the column, `given_status`. */
function describeInstrumentChanges(fields: readonly FieldChange[]): string {
  const isTurned = fields.some(([field]) => field === 'status' || field === 'given_status');
  return fields
    .flatMap((change) => {
      const [field, , after] = change;
      if (field === 'status' || field === 'given_status') return [toVerb(after)];
      if (field !== 'status_reason') return [describeFieldChange(change)];
      if (after !== 'null') return [`reason: “${after}”`];
      return isTurned ? [] : ['without a reason'];
    })
    .join(', ');
}

const isOfManyInstruments = (action: AuditAction): boolean =>
  action === 'instruments.halted' || action === 'instruments.resumed';

/** The verb has the new status already. */
function describeCommonChanges(fields: readonly FieldChange[]): string {
  const [status, reason] = ['status', 'status_reason'].map((name) => fields.find(([field]) => field === name));
  const [, before = 'null', after = 'null'] = reason ?? [];
  if (after !== 'null') return `reason: “${after}”`;
  const earlier = status?.[1] === 'Closed' ? 'closed' : 'halted';
  return before === 'null' ? `${earlier} before` : `${earlier} before: “${before}”`;
}

/** The detail without the instruments at its end that were changed together, and these. */
export function splitInstruments(
  action: AuditAction,
  parts: readonly DetailPart[],
): Readonly<{ sentence: readonly DetailPart[]; instruments: readonly SubjectMention[] }> {
  const start = isOfManyInstruments(action)
    ? parts.findIndex((part) => isMentioned(part) && part.thing === 'instrument')
    : -1;
  if (start === -1) return { sentence: parts, instruments: [] };
  return {
    sentence: parts
      .slice(0, start)
      .map((part, index) => (index === start - 1 && !isMentioned(part) ? part.replace(/; $/, '') : part)),
    instruments: parts.slice(start).filter(isMentioned),
  };
}
