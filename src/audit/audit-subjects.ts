import type { AuditAction } from './audit-actions.js';

/** The kinds of subjects, as named before their ids in an entry's detail. */
export const AUDIT_SUBJECTS = ['account', 'break', 'instrument', 'list', 'product', 'productgroup', 'user'] as const;

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** Entries of denied tokens name the user `customer`, like the OAuth request. */
const others: Readonly<Partial<Record<AuditSubject, string>>> = { user: 'customer' };

/** The words for a kind of subject, as part of a regular expression. */
export const toSubjectLabel = (thing: AuditSubject): string =>
  others[thing] === undefined ? thing : `(?:${thing}|${others[thing]})`;

/** A subject in an entry's detail, with its text there. */
export type SubjectMention = Readonly<{ thing: AuditSubject; id: number; text: string }>;

/** Finds the name of a subject; null if the user may not know it. */
export type SubjectNamer = (thing: AuditSubject, id: number) => string | null;

const MENTIONED = new RegExp(
  `\\b(?:${AUDIT_SUBJECTS.map((thing) => `(?<${thing}>${toSubjectLabel(thing)})`).join('|')}) (?<id>[1-9]\\d{0,14})\\b`,
  'g',
);

export type AuditText = Readonly<{ action: AuditAction; detail: string }>;

/**
 * Splits an entry's detail into text and subjects. Text after a colon has changed values, which may look like subjects, so it is
 * not split; only entries of grants have a user after the colon.
 */
export function splitDetail({ action, detail }: AuditText): readonly (string | SubjectMention)[] {
  const colon = action.startsWith('account.grant') ? -1 : detail.indexOf(': ');
  const head = colon === -1 ? detail : detail.slice(0, colon);
  const parts: (string | SubjectMention)[] = [];
  let from = 0;
  for (const { 0: text, index, groups = {} } of head.matchAll(MENTIONED)) {
    const thing = AUDIT_SUBJECTS.find((one) => groups[one] !== undefined);
    if (thing === undefined) continue;
    parts.push(head.slice(from, index), { thing, id: Number(groups['id']), text });
    from = index + text.length;
  }
  return [...parts, detail.slice(from)].filter((part) => part !== '');
}

export const isMentioned = (part: string | SubjectMention): part is SubjectMention => typeof part !== 'string';
