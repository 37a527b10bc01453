import type { AuditAction } from './audit-actions.js';

/** The kinds of subjects that the log names. A template and a stored id use the same word. */
export const AUDIT_SUBJECTS = ['account', 'break', 'instrument', 'list', 'product', 'productgroup', 'user'] as const;

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** A subject in an entry's detail, with its text there. */
export type SubjectMention = Readonly<{ thing: AuditSubject; id: number; text: string }>;

export type DetailPart = string | SubjectMention;

/** Finds the name of a subject; null if the user may not know it. */
export type SubjectNamer = (thing: AuditSubject, id: number) => string | null;

export const isMentioned = (part: DetailPart): part is SubjectMention => typeof part !== 'string';

/** The facts of an entry: the subject, further values by name, and an error code. Other subjects are values named after their kind. */
export type AuditFacts = Readonly<{
  subjectType: string | null;
  subjectId: string | null;
  changes: Readonly<Record<string, unknown>> | null;
  reason: string | null;
}>;

/**
 * A template has groups: the text in brackets and the text between brackets. A group is left out if a fact in it is missing.
 *
 * - `<account>` is a mention of a subject: `account 7`
 * - `{subject}`, `{reason}` and `{name}` are the id of the subject, the reason and a value
 * - `{rows#row}` is a number with its noun: `1 row`, `2 rows`
 * - `{fields}` lists changed fields with their values before and after
 * - `{?name}` is no text, and a missing value if there is no value of that name
 */
type Token = Readonly<{ kind: 'text' | 'mention' | 'value' | 'count' | 'presence'; name: string; noun: string }>;

const TOKEN =
  /<(?<mention>\w+)>|\{(?<count>\w+)#(?<noun>\w+)\}|\{\?(?<presence>\w+)\}|\{(?<value>\w+)\}|(?<text>[^<{]+)/g;

const parseTemplate = (template: string): Token[][] =>
  template
    .split(/[[\]]/)
    .filter((group) => group !== '')
    .map((group) => [...group.matchAll(TOKEN)].map(({ groups = {} }) => toToken(groups)));

function toToken(groups: Readonly<Record<string, string | undefined>>): Token {
  const { mention, count, presence, value, text = '', noun = '' } = groups;
  if (mention !== undefined) return { kind: 'mention', name: mention, noun };
  if (count !== undefined) return { kind: 'count', name: count, noun };
  if (presence !== undefined) return { kind: 'presence', name: presence, noun };
  return value === undefined ? { kind: 'text', name: text, noun } : { kind: 'value', name: value, noun };
}

/** Formats changed fields, and the text of other values by name. */
type DetailFormats = Readonly<{
  formatFields: (fields: readonly FieldChange[]) => string;
  formatNamed: (name: string, text: string) => string;
}>;

/** As in JSON. */
const codeFormats: DetailFormats = {
  formatFields: (fields) => fields.map(formatFieldChange).join(', '),
  formatNamed: (_name, text) => text,
};

/** The detail of an entry, as text and subjects. */
export function formatDetail(
  template: string,
  facts: AuditFacts,
  formats: DetailFormats = codeFormats,
): readonly DetailPart[] {
  const parts = parseTemplate(template).flatMap((group) => {
    const rendered = group.map((token) => formatToken(token, facts, formats));
    return rendered.includes(null) ? [] : rendered.flatMap((part) => part ?? []);
  });
  return joinTexts(parts);
}

function joinTexts(parts: readonly DetailPart[]): DetailPart[] {
  const joined: DetailPart[] = [];
  for (const part of parts.filter((one) => one !== '')) {
    const last = joined.at(-1);
    if (typeof last === 'string' && typeof part === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

function formatToken(
  { kind, name, noun }: Token,
  facts: AuditFacts,
  { formatFields, formatNamed }: DetailFormats,
): readonly DetailPart[] | null {
  if (kind === 'text') return [name];
  if (kind === 'mention') return formatMentions(name, facts);
  const value = findValue(name, facts);
  if (value === null) return null;
  if (kind === 'presence') return [];
  if (kind === 'count') return [`${formatValue(value)} ${value === 1 ? noun : `${noun}s`}`];
  return [name === 'fields' ? formatFields(value as readonly FieldChange[]) : formatNamed(name, formatValue(value))];
}

function formatMentions(word: string, { subjectType, subjectId, changes }: AuditFacts): readonly DetailPart[] | null {
  const thing = toKind(word);
  const found = subjectType === thing ? subjectId : (changes?.[thing] ?? null);
  const ids: readonly unknown[] = Array.isArray(found) ? found : found === null ? [] : [found];
  return ids.length === 0
    ? null
    : ids.flatMap((id, index) => [index === 0 ? '' : ', ', { thing, id: Number(id), text: `${word} ${String(id)}` }]);
}

/** Details of denied tokens name the user `customer`, like the OAuth request. */
const toKind = (word: string): AuditSubject => AUDIT_SUBJECTS.find((kind) => kind === word) ?? 'user';

function findValue(name: string, { subjectId, changes, reason }: AuditFacts): unknown {
  return name === 'subject' ? subjectId : name === 'reason' ? reason : (changes?.[name] ?? null);
}

const formatValue = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

/** The field whose values are quoted: a reason may have commas and arrows of its own. */
const REASON_FIELD = 'status_reason';

export function formatFieldChange([field, before, after]: FieldChange): string {
  const [from, to] = [before, after].map((text) => (field === REASON_FIELD && text !== 'null' ? `“${text}”` : text));
  return `${field} ${from} → ${to}`;
}

/** A changed field, with its values before and after as text. */
export type FieldChange = readonly [field: string, before: string, after: string];

/** The same detail as an SQL expression over the columns of the log, for searching. */
export const toDetailSql = (template: string): string =>
  parseTemplate(template)
    .map((group) => `coalesce(${group.map(toTokenSql).join(' || ')}, '')`)
    .join(' || ') || `''`;

function toTokenSql({ kind, name, noun }: Token): string {
  const value = name === 'subject' ? 'subject_id' : name === 'reason' ? 'reason' : `(changes->>'${name}')`;
  if (kind === 'text') return `'${name.replaceAll(`'`, `''`)}'`;
  if (kind === 'presence') return `case when ${value} is not null then '' end`;
  if (kind === 'count') return `${value} || case ${value} when '1' then ' ${noun}' else ' ${noun}s' end`;
  if (kind === 'mention')
    return `case when subject_type = '${toKind(name)}' then '${name} ' || subject_id else ${toListSql(toKind(name), `'${name} ' || item`)} end`;
  if (name === 'fields')
    return `(select string_agg((item->>0) || ' ' || ${toQuotedSql('item->>1')} || ' → ' || ${toQuotedSql('item->>2')}, ', ' order by n) from jsonb_array_elements(changes->'fields') with ordinality as items (item, n))`;
  return value.startsWith('(') ? toListSql(name, 'item') : value;
}

const toQuotedSql = (text: string): string =>
  `(case when item->>0 = '${REASON_FIELD}' and ${text} <> 'null' then '“' || (${text}) || '”' else ${text} end)`;

/** A value, or the values of an array. */
const toListSql = (name: string, item: string): string =>
  `(select string_agg(${item}, ', ' order by n) from jsonb_array_elements_text(case jsonb_typeof(changes->'${name}') when 'array' then changes->'${name}' else jsonb_build_array(changes->'${name}') end) with ordinality as items (item, n))`;

const MENTIONED = new RegExp(`\\b(?<word>${[...AUDIT_SUBJECTS, 'customer'].join('|')}) (?<id>[1-9]\\d{0,14})\\b`, 'g');

/**
 * Splits the stored detail of an entry from before the columns of its facts. Text after a colon has changed values, which may look
 * like subjects, so it is not split; only entries of grants have a user after the colon.
 */
export function splitStoredDetail(action: AuditAction, detail: string): readonly DetailPart[] {
  const colon = action.startsWith('account.grant') ? -1 : detail.indexOf(': ');
  const head = colon === -1 ? detail : detail.slice(0, colon);
  const parts: DetailPart[] = [];
  let from = 0;
  for (const { 0: text, index, groups = {} } of head.matchAll(MENTIONED)) {
    parts.push(head.slice(from, index), { thing: toKind(groups['word'] ?? ''), id: Number(groups['id']), text });
    from = index + text.length;
  }
  return [...parts, detail.slice(from)].filter((part) => part !== '');
}
