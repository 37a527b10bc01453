import type { AuditAction } from './audit-actions.js';

/** What an entry calls a thing, before its number. */
const THINGS = ['account', 'break', 'instrument', 'list', 'product', 'productgroup', 'user'] as const;

export type Thing = (typeof THINGS)[number];

/** A refused token names whom it was asked for as the form of OAuth has it. */
const others: Readonly<Partial<Record<Thing, string>>> = { user: 'customer' };

/** As a part of a regular expression. */
export const wordsFor = (thing: Thing): string =>
  others[thing] === undefined ? thing : `(?:${thing}|${others[thing]})`;

/** A thing among the words of an entry, and how it stands there. */
export type SubjectMention = Readonly<{ thing: Thing; id: number; text: string }>;

/** What somebody who reads the log may know a thing by; null where they know its number alone. */
export type Calling = (thing: Thing, id: number) => string | null;

const MENTIONED = new RegExp(
  `\\b(?:${THINGS.map((thing) => `(?<${thing}>${wordsFor(thing)})`).join('|')}) (?<id>[1-9]\\d{0,14})\\b`,
  'g',
);

export type AuditText = Readonly<{ action: AuditAction; detail: string }>;

/** The words of an entry, and the things among them. Behind a colon stand terms, and a name there may be spelled like a thing; only a grant says there to whom. */
export function partsOf({ action, detail }: AuditText): readonly (string | SubjectMention)[] {
  const colon = action.startsWith('account.grant') ? -1 : detail.indexOf(': ');
  const head = colon === -1 ? detail : detail.slice(0, colon);
  const parts: (string | SubjectMention)[] = [];
  let from = 0;
  for (const { 0: text, index, groups = {} } of head.matchAll(MENTIONED)) {
    const thing = THINGS.find((one) => groups[one] !== undefined);
    if (thing === undefined) continue;
    parts.push(head.slice(from, index), { thing, id: Number(groups['id']), text });
    from = index + text.length;
  }
  return [...parts, detail.slice(from)].filter((part) => part !== '');
}

export const isMentioned = (part: string | SubjectMention): part is SubjectMention => typeof part !== 'string';
