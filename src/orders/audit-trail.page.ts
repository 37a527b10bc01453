import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { digitsOf } from '../http/figures.js';
import type { TrailEntryView } from './trail-entry.view.js';
import { type Column, text } from '../http/table.page.js';
import { when } from '../http/moment.page.js';
import { listing } from './trading-lists.page.js';

export function auditTrailPage(entries: readonly TrailEntryView[], visit: Visit): PageContent {
  return listing({ title: 'Order actions', lead: 'What was asked of the venue, by whom, and what came of it.', rows: entries, columns }, visit);
}

const columns: readonly Column<TrailEntryView>[] = [
  { title: 'Action', figure: ({ id }) => id },
  { title: 'Time', cell: (entry) => when(entry.received_at) },
  { title: 'Kind', cell: (entry) => html`${entry.action_type}` },
  { title: 'Came to', cell: ({ status, code, detail }) => (code === null ? html`<span class="badge good">${status}</span>` : html`<span class="badge bad">${status}</span> <a href="/docs/errors/${code}"><code>${code}</code></a> ${detail}`) },
  { title: 'Order', cell: ({ order_id: id }) => (id === null ? text(null) : html`<a href="/orders/${id}">${id}</a>`) },
  { title: 'Asked', cell: ({ request }) => asked(request) },
  { title: 'As user', figure: (entry) => entry.user_id },
  { title: 'By user', figure: (entry) => entry.acting_user_id },
];

/** In the words of the request. */
function asked(request: TrailEntryView['request']): Html {
  return html`${Object.entries(request).map(([name, value], index) => html`${index > 0 && ', '}${name} ${digitsOf(value) ?? String(value)}`)}`;
}
