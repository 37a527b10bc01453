import { html } from '../../http/html.js';
import type { PageContent, Visit } from '../../http/page.js';
import { time } from '../../http/scalar.page.js';
import { text } from '../../http/table.page.js';
import { listPage } from '../exchange-lists.page.js';
import type { BreakView } from './break.view.js';

export function breaksPage(breaks: readonly BreakView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Breaks',
      lead: 'Where the positions of the back office and the books of this service differ.',
      none: 'Nothing differs.',
      rows: breaks,
      columns: [
        { title: 'Id', figure: ({ id }) => id },
        { title: 'Account', cell: (one) => html`<a href="/accounts/${one.acct_id}">${one.acct_id}</a>` },
        { title: 'Close of', cell: (one) => html`<time datetime="${one.as_of}">${one.as_of}</time>` },
        { title: 'Instrument', cell: (one) => html`<a href="/instruments/${one.instrument_id}">${one.instrument_id}</a>` },
        { title: 'Books', figure: ({ internal }) => internal },
        { title: 'Back office', figure: ({ reference }) => reference },
        { title: 'Difference', figure: ({ difference }) => difference },
        { title: 'Status', cell: ({ status }) => html`<span class="badge ${status === 'Open' ? 'warn' : 'good'}">${status}</span>` },
        { title: 'Opened (UTC)', cell: (one) => time(one.opened_at) },
        { title: 'Closed (UTC)', cell: (one) => (one.closed_at === null ? text(null) : time(one.closed_at)) },
      ],
    },
    visit,
  );
}
