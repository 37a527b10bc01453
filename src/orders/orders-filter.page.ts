import { accountFilter } from '../http/account-field.page.js';
import { type Html, html } from '../http/html.js';
import type { Visit } from '../http/page.js';

const statuses = ['Open', 'Filled', 'Cancelled', 'Expired', 'Rejected'] as const;

/** The same question for orders of another status. */
export function statusTabs(path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  const chosen = searchParams.getAll('status').filter((status) => status !== '');
  const link = (label: string, status: string | null): Html => {
    const query = new URLSearchParams(
      [...searchParams].filter(([name, value]) => !['status', 'cursor', 'newest'].includes(name) && value !== ''),
    );
    if (status !== null) query.set('status', status);
    const isHere = status === null ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status;
    return html`<li><a href="/orders${query.size > 0 && `?${query}`}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  };
  return html`<nav class="tabs" aria-label="Status"><ul>${link('All', null)}${statuses.map((status) => link(status, status))}</ul></nav>`;
}

/** A moment in the address does not fit a field for a date. */
const DATE_LENGTH = 10;

type Field = Readonly<{ name: string; label: string; type?: 'text' | 'date'; numeric?: true }>;

/** A form that asks a list for less: whatever stands in it already is shown, and what the form has no field for is kept. */
export function filterForm(visit: Visit, fields: readonly Field[], sides: boolean): Html {
  const { path } = visit;
  const { pathname, searchParams } = new URL(path, 'http://here');
  const asked = (name: string): string => searchParams.get(name) ?? '';
  const names = [...fields.map(({ name }) => name), ...(sides ? ['side'] : [])];
  const isOpen = names.some((name) => asked(name) !== '');
  const kept = [...searchParams].filter(
    ([name, value]) => !names.includes(name) && !['cursor', 'newest'].includes(name) && value !== '',
  );
  const typed = ({ name, label, type = 'text', numeric }: Field): Html =>
    html`<div class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" type="${type === 'date' && asked(name).length > DATE_LENGTH ? 'text' : type}" value="${asked(name)}"${type === 'text' && html` autocomplete="off" maxlength="64"`}${numeric && html` inputmode="numeric"`}></div>`;
  const input = (field: Field): Html =>
    field.name === 'acct_id' ? accountFilter('f-acct_id', asked('acct_id'), visit) : typed(field);
  return html`<details class="filter"${isOpen && ' open'}><summary>Look for …</summary>
<form action="${pathname}" role="search">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields.map(input)}
${sides && html`<div class="field"><label for="f-side">Side</label><select id="f-side" name="side"><option value="">Both</option>${(['Buy', 'Sell'] as const).map((side) => html`<option value="${side}"${asked('side') === side && ' selected'}>${side}</option>`)}</select></div>`}
<p class="actions"><button type="submit">Show</button>${isOpen && html` <a href="${pathname}">Show everything</a>`}</p>
</form></details>`;
}

export const orderFilter = (visit: Visit): Html =>
  filterForm(
    visit,
    [
      { name: 'symbol', label: 'Instrument' },
      { name: 'acct_id', label: 'Account' },
      { name: 'client_order_id', label: 'Your reference' },
      { name: 'session_date', label: 'Session', type: 'date' },
      { name: 'from', label: 'From', type: 'date' },
      { name: 'to', label: 'To', type: 'date' },
    ],
    true,
  );
