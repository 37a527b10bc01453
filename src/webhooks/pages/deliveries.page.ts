import {
  renderListLinks,
  type TableColumn,
  renderNumber,
  renderTable,
  renderTableWithTools,
  renderText,
} from '../../pages/table.page.js';
import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderTimestamp, renderTimestampToMinute } from '../../pages/timestamp.page.js';
import { nameEvent, DELIVERY_STATUSES, type DeliveryStatus } from '../webhook-events.js';
import type { DeliveryView, AttemptView, DeliveryDetailsView } from '../delivery.view.js';

/** Shows a delivery with its message and attempts. */
export function deliveryPage(delivery: DeliveryDetailsView, context: PageContext): PageContent {
  const { id, webhook_id: webhookId, attempts, payload, next_attempt_at: next } = delivery;
  return {
    title: `Delivery ${id}`,
    styles: ['cards.css'],
    body: html`<article class="listing">
<p class="back"><a href="/webhooks/${webhookId}/deliveries">Back to all deliveries</a></p>
<h1>Delivery ${id}</h1>
<table class="facts"><tbody>
<tr><th scope="row">State</th><td>${renderStatusWords(delivery)}${next !== null && html` next at ${renderTimestampToMinute(next)}`}${delivery.status === 'Withheld' && ' The account can no longer be viewed, or the event is no longer subscribed to.'}</td></tr>
<tr><th scope="row">Event</th><td>${nameEvent(delivery.type)}</td></tr>
<tr><th scope="row">Account</th><td>${renderAccount(delivery, context)}</td></tr>
<tr><th scope="row">Message id</th><td><code>${delivery.message_id}</code></td></tr>
<tr><th scope="row">Created</th><td>${renderTimestampToMinute(delivery.created_at)}</td></tr>
</tbody></table>
${delivery.status !== 'Pending' && payload !== null && replayButton(delivery, context)}
<h2>Attempts</h2>
${attempts.length === 0 ? html`<p class="empty">Not sent yet.</p>` : renderTable('Attempts', attempts, columns, { areCards: true })}
<h2>Message</h2>
${payload === null ? html`<p class="empty">You can no longer view its account.</p>` : html`<pre class="wrapped"><code>${payload}</code></pre>`}
</article>`,
  };
}

const columns: readonly TableColumn<AttemptView>[] = [
  { title: 'Attempt', figure: ({ number }) => number },
  { title: 'Started', cell: ({ at }) => renderTimestamp(at) },
  { title: 'Status', cell: (attempt) => renderNumber(attempt.status_code) },
  { title: 'Error', cell: ({ error }) => renderText(error) },
  { title: 'Duration (ms)', figure: (attempt) => attempt.duration_ms },
  {
    title: 'Response (beginning)',
    cell: ({ answer }) => (answer === null ? renderText(null) : html`<code>${answer}</code>`),
  },
];

/** Lists the deliveries of a webhook, with buttons to send them again. */
export function deliveriesPage(deliveries: readonly DeliveryView[], context: PageContext): PageContent {
  const [, id = ''] = /^\/webhooks\/(\d+)\//.exec(context.path) ?? [];
  return {
    title: `Deliveries of webhook ${id}`,
    styles: ['cards.css'],
    body: html`<article class="listing">
<p class="back"><a href="/webhooks/${id}">Back to the webhook</a></p>
<h1>Deliveries of webhook ${id}</h1>
<p class="lead">The messages to this webhook, newest first.</p>
${renderStatuses(context.path)}
${deliveries.length === 0 ? html`<p class="empty">No deliveries yet.</p>` : renderTableWithTools('Deliveries', deliveries, createColumns(context), { areCards: true, settings: { table: 'deliveries', context } })}
${renderListLinks(context, deliveries.length > 0, 'Older deliveries')}
${replayForm(id, context)}
</article>`,
  };
}

const createColumns = (context: PageContext): readonly TableColumn<DeliveryView>[] => [
  { title: 'Delivery', cell: (one) => html`<a href="/webhooks/${one.webhook_id}/deliveries/${one.id}">${one.id}</a>` },
  { title: 'State', isPlain: true, cell: renderStatusWords },
  { title: 'Event', cell: ({ type }) => html`${nameEvent(type)}` },
  { title: 'Created', cell: (one) => renderTimestamp(one.created_at) },
  { title: 'Account', cell: (one) => renderAccount(one, context) },
  { title: 'Attempts', figure: (one) => one.attempt_count },
  {
    title: 'Next attempt',
    cell: (one) => (one.next_attempt_at === null ? renderText(null) : renderTimestampToMinute(one.next_attempt_at)),
  },
  {
    title: 'Actions',
    isPlain: true,
    cell: (one) => (one.status === 'Pending' ? renderText(null) : replayButton(one, context)),
  },
];

const words: Readonly<Record<DeliveryStatus, readonly [look: string, words: string]>> = {
  Pending: ['warn', 'pending'],
  Delivered: ['good', 'delivered'],
  Failed: ['bad', 'failed'],
  Withheld: ['', 'withheld'],
};

function renderStatusWords({ status, attempt_count: count, next_attempt_at: next }: DeliveryView): Html {
  const [look, said] = words[status];
  return html`<span class="badge ${look}">${status === 'Pending' && count > 0 && next !== null ? 'failed, retrying' : said}</span>`;
}

const renderAccount = ({ acct_id: id }: DeliveryView | DeliveryDetailsView, { getName }: PageContext): Html =>
  renderText(id === null ? null : getName('acct_id', id));

/** Twenty buttons of the same name would be useless in a screen reader. */
function replayButton({ id, webhook_id: webhookId }: DeliveryView, context: PageContext): Html {
  return html`<form method="post" action="/profile/webhooks/${webhookId}/deliveries/${id}/replay">${renderFormToken(context)}<button type="submit">Resend<span class="hidden"> delivery ${id}</span></button></form>`;
}

/** The filter by status, as links. */
function renderStatuses(path: string): Html {
  const { pathname, searchParams } = new URL(path, 'http://here');
  const chosen = searchParams.getAll('status');
  const link = (label: string, status: DeliveryStatus | null): Html => {
    const isHere = status === null ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status;
    return html`<li><a href="${status === null ? pathname : `${pathname}?status=${status}`}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  };
  return html`<nav class="siblings" aria-label="Status"><ul>${link('All', null)}${DELIVERY_STATUSES.map((status) => link(status, status))}</ul></nav>`;
}

function replayForm(id: string, context: PageContext): Html {
  return html`<h2>Resend failed deliveries</h2>
<form method="post" action="/profile/webhooks/${id}/replay">
${renderFormToken(context)}
<div class="field"><label for="span">Created within</label>
<select id="span" name="span"><option value="hour">the last hour</option><option value="day" selected>the last day</option><option value="week">the last week</option><option value="all">all time</option></select></div>
<p class="actions"><button type="submit">Resend</button></p>
</form>`;
}
