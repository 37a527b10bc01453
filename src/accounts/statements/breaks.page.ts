import { type Html, html } from '../../http/html.js';
import { when } from '../../http/moment.page.js';
import type { PageContent, Visit } from '../../http/page.js';
import { text } from '../../http/table.page.js';
import { accountIn, accountNamed, listPage, ofAccount } from '../exchange-lists.page.js';
import type { BreakView } from './break.view.js';

export function breaksPage(breaks: readonly BreakView[], visit: Visit): PageContent {
  const { named, path } = visit;
  const acctId = accountIn(path);
  return listPage(
    {
      title: acctId === null ? 'Breaks' : `Breaks of ${accountNamed(acctId, visit)}`,
      lead: 'Where the positions of the back office and the books of this service differ.',
      none: statusIn(path) === 'Closed' ? 'None was closed yet.' : 'Nothing differs.',
      rows: breaks,
      above: filters(path, acctId),
      ...(acctId !== null && { siblings: ofAccount(acctId) }),
      rowOf: ({ id }) => html` id="break-${id}"`,
      columns: [
        { title: 'Break', cell: ({ id }) => html`<a href="/reconciliation/breaks/${id}">${id}</a>` },
        { title: 'Account', cell: (one) => html`<a href="/accounts/${one.acct_id}">${named('acct_id', one.acct_id)}</a>` },
        { title: 'Close of', cell: (one) => html`<time datetime="${one.as_of}">${one.as_of}</time>` },
        { title: 'Instrument', cell: (one) => html`<a href="/desk/${one.instrument_id}">${named('instrument_id', one.instrument_id)}</a>` },
        { title: 'Back office', key: 'reference', figure: ({ reference }) => reference },
        { title: 'Our books', key: 'internal', figure: ({ internal }) => internal },
        { title: 'Difference', key: 'difference', figure: ({ difference }) => difference },
        { title: 'Status', cell: statusBadge },
        { title: 'Opened', cell: (one) => when(one.opened_at) },
        { title: 'Closed', cell: (one) => (one.closed_at === null ? text(null) : when(one.closed_at)) },
      ],
    },
    visit,
  );
}

export const statusBadge = ({ status }: Pick<BreakView, 'status'>): Html => html`<span class="badge ${status === 'Open' ? 'warn' : 'good'}">${status === 'Open' ? 'open' : 'closed'}</span>`;

const statusIn = (path: string): string | null => new URL(path, 'http://here').searchParams.get('status');

/** Open ones, closed ones, all; and of which account. A form, so that any account can be asked for without a script. */
function filters(path: string, acctId: number | null): Html {
  const chosen = statusIn(path);
  const about = acctId === null ? '' : `&acct_id=${acctId}`;
  const link = (status: string | null, label: string): Html => html`<li><a href="/reconciliation/breaks${status === null ? (about === '' ? '' : `?${about.slice(1)}`) : `?status=${status}${about}`}"${status === chosen && html` aria-current="page"`}>${label}</a></li>`;
  return html`<div class="toolbar">
<nav class="siblings" aria-label="Status"><ul>${link('Open', 'Open')}${link('Closed', 'Closed')}${link(null, 'All')}</ul></nav>
<form class="search" method="get" action="/reconciliation/breaks" role="search">
${chosen !== null && html`<input type="hidden" name="status" value="${chosen}">`}
<div class="field"><label for="acct_id">Account</label><input type="text" id="acct_id" name="acct_id" inputmode="numeric" value="${acctId ?? ''}" autocomplete="off"></div>
<p class="actions"><button type="submit">Show its breaks</button></p>
</form>
</div>`;
}
