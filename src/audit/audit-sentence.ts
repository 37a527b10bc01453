import { type DetailPart, isMentioned, type SubjectNamer } from './audit-detail.js';
import type { AuditEntryView } from './audit-entry.view.js';
import { describeAction } from './audit-words.js';

/** The names of users by id, as far as the signed-in user may know them. */
export type UserNames = ReadonlyMap<number, string>;

/** The names of users and of subjects. */
export type AuditNames = Readonly<{ people: UserNames; things: SubjectNamer }>;

export type AuditSentence = Readonly<{ who: string; forWhom: string | null; what: string }>;

/** Describes an entry as a sentence: the user, the customer if the user acted for one, and the action. */
export function describeAuditEvent(
  entry: AuditEntryView,
  parts: readonly DetailPart[],
  { people: names, things }: AuditNames,
): AuditSentence {
  const { action, outcome, user_id: userId } = entry;
  const who = describeActor(entry, names);
  // An administrator who registers a user does not act for that user.
  if (action === 'user.registered' && isOnBehalf(entry))
    return { who, forWhom: null, what: `registered ${nameOf(userId, names) ?? ''}` };
  const verb = describeAction(action, outcome);
  return {
    who,
    forWhom: isOnBehalf(entry) ? nameOf(userId, names) : null,
    what: [verb, describeObject(parts, things)].filter((part) => part !== '').join(' '),
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
function describeObject(parts: readonly DetailPart[], things: SubjectNamer): string {
  const [object] = parts;
  return object !== undefined && isOnlyUser(parts) && isMentioned(object)
    ? (things('user', object.id) ?? `User ${object.id}`)
    : '';
}

/** Whether a user is all of the detail. */
export const isOnlyUser = ([only, ...others]: readonly DetailPart[]): boolean =>
  only !== undefined && isMentioned(only) && only.text.startsWith('user ') && others.length === 0;
