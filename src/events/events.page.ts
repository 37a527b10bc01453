import { renderAccountFilter } from '../pages/account-field.page.js';
import { renderListLinks, type TableColumn, renderTable } from '../pages/table.page.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { EVENT_TYPES } from './account-event.js';
import type { EventView } from './event.view.js';
import { describeEvent } from './event-words.page.js';

/** The events, and for the page the place of the latest ones. JSON omits `latest`, because it is no array element. */
export type EventViews = EventView[] & { latest?: string };

export function eventsPage(events: EventViews, context: PageContext): PageContent {
  const { path } = context;
  const { searchParams } = new URL(path, 'http://here');
  return {
    title: 'Events',
    body: html`<article class="listing">
<h1>Events</h1>
<p class="lead">Events of your accounts, oldest first.</p>
${renderFilters(searchParams, events.latest, context)}
${events.length === 0 ? html`<p class="empty">No events match this filter.</p>` : renderTable('Events', events, createColumns(context), { areCards: true })}
${renderListLinks(context, events.length > 0, 'Next events')}
${renderForPrograms(context)}
</article>`,
  };
}

const createColumns = (context: PageContext): readonly TableColumn<EventView>[] => [
  { title: 'Time', cell: ({ time }) => renderTimestamp(time) },
  {
    title: 'Account',
    cell: ({ acct_id: acctId }) => html`<a href="/accounts/${acctId}">${context.getName('acct_id', acctId)}</a>`,
  },
  { title: 'Event', cell: (event) => describeEvent(event, context) },
  { title: 'Type', cell: ({ type }) => html`<code>${type}</code>` },
];

/** The filter form. It keeps the start of the list. */
function renderFilters(searchParams: URLSearchParams, latest: string | undefined, context: PageContext): Html {
  const after = searchParams.get('last_event_id');
  const chosen = searchParams.getAll('type');
  return html`<form class="search" method="get" action="/events" role="search">
${after !== null && html`<input type="hidden" name="last_event_id" value="${after}">`}
<div class="field"><label for="type">Type</label><select id="type" name="type"><option value="">All</option>${EVENT_TYPES.map((type) => html`<option value="${type}"${chosen.length === 1 && chosen[0] === type && ' selected'}>${type}</option>`)}</select></div>
${renderAccountFilter('acct_id', searchParams.get('acct_id') ?? '', context)}
<p><button type="submit">Show</button> ${searchParams.size > 0 && html`<a href="/events">From the beginning</a> `}${latest !== undefined && latest !== after && html`<a href="/events?last_event_id=${latest}">Latest events</a>`}</p>
</form>`;
}

function renderForPrograms({ baseUrl }: PageContext): Html {
  return html`<h2>For programs</h2>
<p>To receive events live, request this URL as <code>text/event-stream</code>.</p>
<pre><code>curl -N -H "Authorization: Bearer $TOKEN" -H "Accept: text/event-stream" ${baseUrl}/events</code></pre>
<p>After a disconnect, reconnect with the id of the last event as <code>Last-Event-ID</code>, so that no event is lost. <a href="/docs/streams">Read more about streams</a></p>`;
}
