import { renderAdministrationNavigation, renderProfileNavigation } from '../pages/navigation.page.js';
import { renderListLinks } from '../pages/table.page.js';
import {
  renderSelect,
  type FormState,
  toFormState,
  renderInputField,
  emptyForm,
  renderFormError,
} from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { Problem } from '../errors/problem.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import { isCalendarDate } from '../http/wire-values.js';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from './audit-actions.js';
import type { AuditEntryView } from './audit-entry.view.js';
import { type AuditSubject, type DetailPart, isMentioned, type SubjectMention } from './audit-detail.js';
import { type AuditNames, describeAuditEvent, isOnlyUser } from './audit-sentence.js';
import { describeAction, splitInstruments } from './audit-words.js';

/** The parts of details, by the id of the entry. */
type DetailParts = Readonly<{ parts: ReadonlyMap<number, readonly DetailPart[]> }>;

/** The entries, and for the page the names and parts. JSON omits them, because they are no array elements. */
export type NamedEntries = AuditEntryView[] & Partial<AuditNames & DetailParts>;

/** Shows entries as sentences, each with its fields in a collapsed table. */
export function auditPage(entries: NamedEntries, context: PageContext): PageContent {
  const searchParams = readSearchParams(context);
  const known: AuditNames = { people: entries.people ?? new Map(), things: entries.things ?? (() => null) };
  const findParts = ({ id }: AuditEntryView): readonly DetailPart[] => entries.parts?.get(id) ?? [];
  if (entries.length === 0)
    return logPage(
      html`${filter(searchParams, emptyForm, context)}\n<p class="empty">${searchParams.size === 0 ? 'No entries yet.' : 'No entries match this filter.'}</p>`,
      context,
    );
  return logPage(
    html`${filter(searchParams, emptyForm, context)}
<ol class="log">
${entries.map((entry) => renderItem(entry, splitInstruments(entry.action, findParts(entry)), known, context))}</ol>
${renderListLinks(context, true, 'Older entries')}`,
    context,
  );
}

/** The page with the submitted filter and its errors. */
export function rejectedAuditPage(problem: Problem, _sent: unknown, context: PageContext): PageContent {
  const searchParams = readSearchParams(context);
  const form = toFormState(problem, {});
  const isBesideField = Object.keys(form.fieldErrors).some((name) => searchParams.has(name) && !USER_IDS.has(name));
  return logPage(
    html`${filter(searchParams, { ...form, formError: isBesideField ? form.formError : problem.detail }, context)}\n<p class="empty">No results: fix the filter.</p>`,
    context,
  );
}

const readSearchParams = ({ path }: PageContext): URLSearchParams => new URL(path, 'http://here').searchParams;

function logPage(body: Html, context: PageContext): PageContent {
  const title = context.isAdministrator ? 'Audit log' : 'Activity';
  return {
    title,
    styles: ['log.css', 'profile.css'],
    body: html`<article class="audit">
<h1>${title}</h1>
${context.isAdministrator ? renderAdministrationNavigation(context) : renderProfileNavigation(context)}
${body}
</article>`,
  };
}

function renderItem(
  entry: AuditEntryView,
  { sentence: parts, instruments }: ReturnType<typeof splitInstruments>,
  known: AuditNames,
  context: PageContext,
): Html {
  const { who, forWhom, what } = describeAuditEvent(entry, parts, known);
  const object = parts.length === 0 || isOnlyUser(parts) ? null : renderParts(parts, known, context);
  const isDenied = entry.outcome === 'denied' && !what.includes('denied');
  const action = removeObject(what, parts);
  return html`<li${forWhom !== null && html` class="on-behalf"`}>
${renderTimestamp(entry.at)}
<div>
<p><strong>${who}</strong> ${forWhom === null ? action : html`acted for <strong>${forWhom}</strong>: ${action}`}${forWhom !== null && html` <span class="badge warn">on behalf</span>`}${isDenied && html` <span class="badge bad">denied</span>`}${object && html` <span class="none">${object}</span>`}</p>
<details><summary>Details<span class="hidden"> of entry ${entry.id}</span></summary>
<table class="facts"><tbody>
${Object.entries(entry).map(([name, value]) => value !== null && value !== '' && html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>\n`)}${renderInstruments(instruments, known)}</tbody></table>
</details>
</div>
</li>
`;
}

/** Links weigh more than symbols, and a page may have thirty halts of the venue. */
const LINKED_MAX = 20;
const NAMED_MAX = 200;

/** The instruments that were halted or resumed together. */
function renderInstruments(instruments: readonly SubjectMention[], { things }: AuditNames): Html | null {
  if (instruments.length === 0) return null;
  const named = instruments.slice(0, NAMED_MAX).map(({ thing, id, text }, index) => {
    const name = things(thing, id) ?? text;
    return html`${index > 0 && ', '}${index < LINKED_MAX ? html`<a href="${places[thing]}/${id}">${name}</a>` : name}`;
  });
  const others = instruments.length - named.length;
  return html`<tr><th scope="row">Instruments</th><td>${named}${others > 0 && ` and ${others} more`}</td></tr>\n`;
}

/** `registered a webhook` before `webhook 2` says it twice. */
function removeObject(action: string, [first]: readonly DetailPart[]): string {
  const [noun = ''] = (first === undefined || isMentioned(first) ? '' : first).split(' ');
  return noun !== '' && action.endsWith(` a ${noun}`) ? action.slice(0, -` a ${noun}`.length) : action;
}

/** The detail of the entry: subjects as links with their names, as far as the user may know them. */
function renderParts(parts: readonly DetailPart[], { things }: AuditNames, context: PageContext): Html {
  let before: string | null = null;
  const rendered = removeOwner(parts, things).map((part) => {
    const name: string | null = isMentioned(part) ? things(part.thing, part.id) : null;
    const shown = isMentioned(part) ? renderFilterNotice(part, name, context) : removeName(part, before);
    before = name;
    return shown;
  });
  return html`${rendered}`;
}

const renderFilterNotice = (
  { thing, id, text }: SubjectMention,
  name: string | null,
  { isAdministrator }: PageContext,
): Html =>
  name === null || (thing === 'user' && !isAdministrator)
    ? html`${name ?? text}`
    : html`<a href="${places[thing]}/${id}">${name}</a>`;

const places: Readonly<Record<AuditSubject, string>> = {
  account: '/accounts',
  break: '/reconciliation/breaks',
  instrument: '/instruments',
  list: '/refpositions',
  product: '/products',
  productgroup: '/productgroups',
  user: '/users',
};

/** Drops `, of <user>` after an account whose name has its owner. */
const removeOwner = (parts: readonly DetailPart[], things: AuditNames['things']): readonly DetailPart[] => {
  const [account, of, owner, ...others] = parts;
  if (of !== ', of ' || !isNamed(account) || !isNamed(owner)) return parts;
  const [name, ownerName] = [account, owner].map(({ thing, id }) => things(thing, id));
  return ownerName && name?.endsWith(`, ${ownerName})`) ? [account, ...others] : parts;
};

const isNamed = (part: DetailPart | undefined): part is SubjectMention => part !== undefined && isMentioned(part);

/** Drops the symbol after the id of a created subject, if the symbol is the displayed name. */
const removeName = (text: string, name: string | null): string => (name !== null && text === `, ${name}` ? '' : text);

/** The filter form, collapsed without a filter. */
function filter(
  searchParams: URLSearchParams,
  { fieldErrors, formError }: Pick<FormState, 'fieldErrors' | 'formError'>,
  { isAdministrator }: PageContext,
): Html {
  const isFiltered = [...searchParams.keys()].some((name) => name !== 'cursor' && name !== 'per_page');
  const form: FormState = { values: readValues(searchParams), fieldErrors, formError };
  const renderLine = (name: string, label: string, hint: string): Html =>
    renderInputField({ name, label, hint, isOptional: true }, form);
  return html`<details class="filter"${(isFiltered || formError !== null) && ' open'}><summary>Filter</summary>
<form method="get" action="/audit">
${renderFormError(form)}
<div class="fields">
${renderSelect({ name: 'action', label: 'Action', isOptional: true }, [anything, ...AUDIT_ACTIONS.map((action) => [action, describeAction(action)] as const)], form)}
${renderSelect({ name: 'outcome', label: 'Outcome', isOptional: true }, [anything, ...AUDIT_OUTCOMES.map((outcome) => [outcome, outcome] as const)], form)}
${isAdministrator && renderLine('person', 'User', 'Part of the email or name, of the user or the customer acted for.')}
${renderLine('q', 'Search', 'For example a symbol, an account name or an IP address.')}
${isAdministrator && renderLine('acting_user', 'By user', USER_HINT)}
${isAdministrator && renderLine('user', 'On behalf of user', USER_HINT)}
${renderLine('client_id', 'API key', 'The client id.')}
${renderDay('since', 'From', 'First day, from midnight UTC.', form)}
${renderDay('until', 'To', 'Last day, to midnight UTC.', form)}
</div>
<p><button type="submit" class="primary">Apply</button> ${isFiltered && html`<a class="button" href="/audit">Show all</a>`}</p>
</form>
</details>`;
}

const USER_HINT = 'The number of the user, or part of the email or name.';

/** Links name users by number in parameters of their own; the form shows them in its fields. */
const USER_IDS: ReadonlyMap<string, string> = new Map([
  ['user_id', 'user'],
  ['acting_user_id', 'acting_user'],
]);

const readValues = (searchParams: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...searchParams].map(([name, text]): [string, string] => [USER_IDS.get(name) ?? name, text]));

const anything = ['', 'Any'] as const;

/** A date field shows days only. A timestamp from a link, or an invalid value, is shown in a text field. */
function renderDay(name: 'since' | 'until', label: string, hint: string, form: FormState): Html {
  const { [name]: value = '' } = form.values;
  return renderInputField(
    { name, label, hint, type: value === '' || isCalendarDate(value) ? 'date' : 'text', isOptional: true },
    form,
  );
}
