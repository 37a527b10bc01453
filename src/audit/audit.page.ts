import { administrationPages } from '../http/administration.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { profilePages } from '../http/profile.page.js';
import { time } from '../http/scalar.page.js';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from './audit-actions.js';
import type { AuditEntryView } from './audit-entry.view.js';
import { actionWords, type Names, told } from './audit-words.js';

/** JSON leaves out what is no element of a list: a program is told ids, and only the page what people are called. */
export type NamedEntries = AuditEntryView[] & { names?: Names };

/** Who did what, as sentences; the facts behind each are folded away. */
export function auditPage(entries: NamedEntries, visit: Visit): PageContent {
  const asked = new URL(visit.path, 'http://here').searchParams;
  const names: Names = entries.names ?? new Map<number, string>();
  const title = visit.isAdministrator ? 'Audit log' : 'What was done in your account';
  return {
    title,
    body: html`<article class="audit">
<h1>${title}</h1>
${visit.isAdministrator ? administrationPages(visit.path) : profilePages(visit.path)}
${filter(asked, visit)}
${entries.length === 0 ? html`<p class="empty">${asked.size === 0 ? 'Nothing is written down yet.' : 'No entry is like that.'}</p>` : html`<ol class="log">
${entries.map((entry) => item(entry, names))}</ol>`}
${visit.next !== null && html`<p class="next"><a href="${visit.next}" rel="next">Older entries</a></p>`}
</article>`,
  };
}

function item(entry: AuditEntryView, names: Names): Html {
  const { who, forWhom, what } = told(entry, names);
  const isDenied = entry.outcome === 'denied';
  return html`<li${forWhom !== null && html` class="on-behalf"`}>
${time(entry.at)}
<div>
<p><strong>${who}</strong> ${forWhom === null ? what : html`acted for <strong>${forWhom}</strong>: ${what}`}${forWhom !== null && html` <span class="badge warn">on behalf</span>`}${isDenied && html` <span class="badge bad">refused</span>`}${about(entry) && html` <span class="none">${about(entry)}</span>`}</p>
<details><summary>Details<span class="hidden"> of entry ${entry.id}</span></summary>
<table class="facts"><tbody>
${Object.entries(entry).map(([name, value]) => value !== null && value !== '' && html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>\n`)}</tbody></table>
</details>
</div>
</li>
`;
}

/** What it was about, where the sentence does not say it. */
const about = ({ detail }: AuditEntryView): string | null => (detail === '' || /^user \d+$/.test(detail) ? null : detail);

/** Folded while nobody has asked anything in particular. */
function filter(asked: URLSearchParams, { isAdministrator }: Visit): Html {
  const value = (name: string): string => asked.get(name) ?? '';
  const isAsked = [...asked.keys()].some((name) => name !== 'cursor' && name !== 'per_page');
  return html`<details class="filter"${isAsked && ' open'}><summary>Only some entries</summary>
<form method="get" action="/audit">
<div class="fields">
${choice('action', 'What was done', AUDIT_ACTIONS.map((action) => [action, actionWords(action)]), value('action'))}
${choice('outcome', 'Outcome', AUDIT_OUTCOMES.map((outcome) => [outcome, outcome]), value('outcome'))}
${isAdministrator && line({ name: 'person', label: 'Person', type: 'text', hint: 'A part of the email or the name: by them, or in their name.' }, value('person'))}
${line({ name: 'q', label: 'Words', type: 'text', hint: 'In what it was about, such as “instrument 7”, or the address it came from.' }, value('q'))}
${isAdministrator && line({ name: 'user_id', label: 'In the name of user', type: 'text', hint: 'The number of the user.' }, value('user_id'))}
${isAdministrator && line({ name: 'acting_user_id', label: 'Done by user', type: 'text', hint: 'The number of the user.' }, value('acting_user_id'))}
${line({ name: 'client_id', label: 'With the API key', type: 'text', hint: 'Its client id.' }, value('client_id'))}
${line({ name: 'since', label: 'From', type: 'date', hint: 'The beginning of this day, UTC.' }, value('since').slice(0, 10))}
${line({ name: 'until', label: 'Before', type: 'date', hint: 'The beginning of this day, UTC.' }, value('until').slice(0, 10))}
</div>
<p><button type="submit" class="primary">Show</button> ${isAsked && html`<a class="button" href="/audit">Show all</a>`}</p>
</form>
</details>`;
}

function choice(name: string, label: string, options: readonly (readonly [string, string])[], chosen: string): Html {
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">Anything</option>${options.map(([value, words]) => html`<option value="${value}"${value === chosen && ' selected'}>${words}</option>`)}</select></div>`;
}

type Line = Readonly<{ name: string; label: string; type: 'text' | 'date'; hint: string }>;

function line({ name, label, type, hint }: Line, value: string): Html {
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}" aria-describedby="${name}-hint"><p class="hint" id="${name}-hint">${hint}</p></div>`;
}
