import { renderAdministrationNavigation } from '../http/administration-navigation.page.js';
import { renderListLinks } from '../http/list-links.page.js';
import {
  renderSelect,
  type FormState,
  toFormState,
  renderInputField,
  emptyForm,
  renderFormError,
} from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, PageContext } from '../http/page.js';
import type { Problem } from '../http/problem.js';
import { renderProfileNavigation } from '../http/profile-navigation.page.js';
import { renderTimestampToMinute } from '../http/timestamp.page.js';
import { isCalendarDate } from '../http/wire-values.js';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from './audit-actions.js';
import type { AuditEntryView } from './audit-entry.view.js';
import { isMentioned, type SubjectMention, partsOf, type Thing } from './audit-things.js';
import { actionWords, type KnownNames, statusInWords, describeAuditEvent } from './audit-words.js';

/** JSON leaves out what is no element of a list: a program is told ids, and only the page what people are called. */
export type NamedEntries = AuditEntryView[] & Partial<KnownNames>;

/** Who did what, as sentences; the facts behind each are folded away. */
export function auditPage(entries: NamedEntries, visit: PageContext): PageContent {
  const asked = askedIn(visit);
  const known: KnownNames = { people: entries.people ?? new Map(), things: entries.things ?? (() => null) };
  if (entries.length === 0)
    return logPage(
      html`${filter(asked, emptyForm, visit)}\n<p class="empty">${asked.size === 0 ? 'Nothing is written down yet.' : 'No entry is like that.'}</p>`,
      visit,
    );
  return logPage(
    html`${filter(asked, emptyForm, visit)}
<ol class="log">
${entries.map((entry) => item(entry, known, visit))}</ol>
${renderListLinks(visit, true, 'Older entries')}`,
    visit,
  );
}

/** The question again, with what is wrong in it: a search is fixed where it was typed. */
export function refusedAuditPage(problem: Problem, _sent: unknown, visit: PageContext): PageContent {
  const asked = askedIn(visit);
  const form = toFormState(problem, {});
  return logPage(
    html`${filter(asked, { ...form, formError: Object.keys(form.fieldErrors).some((name) => asked.has(name)) ? form.formError : problem.detail }, visit)}\n<p class="empty">Nothing was looked for.</p>`,
    visit,
  );
}

const askedIn = ({ path }: PageContext): URLSearchParams => new URL(path, 'http://here').searchParams;

function logPage(body: Html, visit: PageContext): PageContent {
  const title = visit.isAdministrator ? 'Audit log' : 'What was done in your account';
  return {
    title,
    body: html`<article class="audit">
<h1>${title}</h1>
${visit.isAdministrator ? renderAdministrationNavigation(visit.path) : renderProfileNavigation(visit.path)}
${body}
</article>`,
  };
}

function item(entry: AuditEntryView, known: KnownNames, visit: PageContext): Html {
  const { who, forWhom, what } = describeAuditEvent(entry, known);
  const object = about(entry, known, visit);
  const isDenied = entry.outcome === 'denied';
  return html`<li${forWhom !== null && html` class="on-behalf"`}>
${renderTimestampToMinute(entry.at)}
<div>
<p><strong>${who}</strong> ${forWhom === null ? what : html`acted for <strong>${forWhom}</strong>: ${what}`}${forWhom !== null && html` <span class="badge warn">on behalf</span>`}${isDenied && html` <span class="badge bad">refused</span>`}${object && html` <span class="none">${object}</span>`}</p>
<details><summary>Details<span class="hidden"> of entry ${entry.id}</span></summary>
<table class="facts"><tbody>
${Object.entries(entry).map(([name, value]) => value !== null && value !== '' && html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>\n`)}</tbody></table>
</details>
</div>
</li>
`;
}

/** What it was about, where the sentence does not say it: things by their names, as far as the reader may know them, and led to. */
function about(entry: AuditEntryView, { things }: KnownNames, visit: PageContext): Html | null {
  if (entry.detail === '' || /^user \d+$/.test(entry.detail)) return null;
  let before: string | null = null;
  const said = partsOf(entry).map((part) => {
    const name: string | null = isMentioned(part) ? things(part.thing, part.id) : null;
    const shown = isMentioned(part) ? led(part, name, visit) : statusInWords(entry.action, withoutName(part, before));
    before = name;
    return shown;
  });
  return html`${said}`;
}

const led = ({ thing, id, text }: SubjectMention, name: string | null, { isAdministrator }: PageContext): Html =>
  name === null || (thing === 'user' && !isAdministrator)
    ? html`${name ?? text}`
    : html`<a href="${places[thing]}/${id}">${name}</a>`;

const places: Readonly<Record<Thing, string>> = {
  account: '/accounts',
  break: '/reconciliation/breaks',
  instrument: '/instruments',
  list: '/refpositions',
  product: '/products',
  productgroup: '/productgroups',
  user: '/users',
};

/** What was created has its symbol behind its number; where that is its name, it has been said. */
const withoutName = (text: string, name: string | null): string => (name !== null && text === `, ${name}` ? '' : text);

/** Folded while nobody has asked anything in particular. */
function filter(
  asked: URLSearchParams,
  { fieldErrors, formError }: Pick<FormState, 'fieldErrors' | 'formError'>,
  { isAdministrator }: PageContext,
): Html {
  const isAsked = [...asked.keys()].some((name) => name !== 'cursor' && name !== 'per_page');
  const form: FormState = { values: Object.fromEntries(asked), fieldErrors, formError };
  const line = (name: string, label: string, hint: string): Html =>
    renderInputField({ name, label, hint, isOptional: true }, form);
  return html`<details class="filter"${(isAsked || formError !== null) && ' open'}><summary>Only some entries</summary>
<form method="get" action="/audit">
${renderFormError(form)}
<div class="fields">
${renderSelect({ name: 'action', label: 'What was done', isOptional: true }, [anything, ...AUDIT_ACTIONS.map((action) => [action, actionWords(action)] as const)], form)}
${renderSelect({ name: 'outcome', label: 'Outcome', isOptional: true }, [anything, ...AUDIT_OUTCOMES.map((outcome) => [outcome, outcome] as const)], form)}
${isAdministrator && line('person', 'Person', 'A part of the email or the name: by them, or in their name.')}
${line('q', 'Words', 'What it was about, such as a symbol, the name of an account, or the address it came from.')}
${isAdministrator && asked.get('user_id') && line('user_id', 'In the name of user', 'The number of the user.')}
${isAdministrator && asked.get('acting_user_id') && line('acting_user_id', 'Done by user', 'The number of the user.')}
${line('client_id', 'With the API key', 'Its client id.')}
${day('since', 'From', 'This day and later: it begins at midnight, UTC.', form)}
${day('until', 'To', 'This day and earlier: it ends at midnight, UTC.', form)}
</div>
<p><button type="submit" class="primary">Show</button> ${isAsked && html`<a class="button" href="/audit">Show all</a>`}</p>
</form>
</details>`;
}

const anything = ['', 'Anything'] as const;

/** A browser has a calendar for days and shows nothing else in it; a moment that a link asks for, or what is no day, stands as text. */
function day(name: 'since' | 'until', label: string, hint: string, form: FormState): Html {
  const { [name]: value = '' } = form.values;
  return renderInputField(
    { name, label, hint, type: value === '' || isCalendarDate(value) ? 'date' : 'text', isOptional: true },
    form,
  );
}
