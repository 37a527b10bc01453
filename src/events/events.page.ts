import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, table } from '../http/table.page.js';
import type { EventView } from './event.view.js';

export function eventsPage(events: readonly EventView[], { next, baseUrl }: Visit): PageContent {
  return {
    title: 'Events',
    body: html`<article class="listing">
<h1>Events</h1>
<p class="lead">What has happened to your accounts, the oldest first. A program hears of it as it happens: it asks this address for <code>text/event-stream</code>.</p>
<pre><code>curl -N -H "Authorization: Bearer $TOKEN" -H "Accept: text/event-stream" ${baseUrl}/events</code></pre>
<p>Whoever was cut off comes back with the id of the last event, as <code>Last-Event-ID</code>, and misses nothing.</p>
${events.length === 0 ? html`<p class="empty">There is nothing here yet.</p>` : table('Events', events, columns)}
${next !== null && html`<p class="next"><a href="${next}" rel="next">Next page</a></p>`}
</article>`,
  };
}

const columns: readonly Column<EventView>[] = [
  { title: 'Id', cell: ({ id }) => html`<code>${id}</code>` },
  { title: 'Time', cell: ({ time }) => html`<time datetime="${time}">${time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>` },
  { title: 'Type', cell: ({ type }) => html`${type}` },
  { title: 'Account', figure: (event) => event.acct_id },
  { title: 'What it was', cell: ({ data }) => html`<code>${JSON.stringify(data)}</code>` },
];
