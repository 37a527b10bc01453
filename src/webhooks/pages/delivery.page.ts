import { html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderTimestampToMinute } from '../../pages/timestamp.page.js';
import { type TableColumn, renderNumber, renderTable, renderText } from '../../pages/table.page.js';
import type { AttemptView, DeliveryDetailsView } from '../delivery.view.js';
import { replayButton, renderStatusWords } from './deliveries.page.js';

/** Shows a delivery with its message and attempts. */
export function deliveryPage(delivery: DeliveryDetailsView, context: PageContext): PageContent {
  const { id, webhook_id: webhookId, attempts, payload, next_attempt_at: next } = delivery;
  return {
    title: `Delivery ${id}`,
    body: html`<article class="listing">
<p class="back"><a href="/webhooks/${webhookId}/deliveries">Back to all deliveries</a></p>
<h1>Delivery ${id}</h1>
<table class="facts"><tbody>
<tr><th scope="row">State</th><td>${renderStatusWords(delivery)}${next !== null && html` next at ${renderTimestampToMinute(next)}`}</td></tr>
<tr><th scope="row">Event</th><td>${delivery.type}</td></tr>
<tr><th scope="row">Account</th><td>${renderNumber(delivery.acct_id)}</td></tr>
<tr><th scope="row">Message id</th><td><code>${delivery.message_id}</code></td></tr>
<tr><th scope="row">Created</th><td>${renderTimestampToMinute(delivery.created_at)}</td></tr>
</tbody></table>
${delivery.status !== 'Pending' && payload !== null && replayButton(delivery, context)}
<h2>Attempts</h2>
${attempts.length === 0 ? html`<p class="empty">Not sent yet.</p>` : renderTable('Attempts', attempts, columns)}
<h2>Message</h2>
${payload === null ? html`<p class="empty">You can no longer view its account.</p>` : html`<pre class="wrapped"><code>${payload}</code></pre>`}
</article>`,
  };
}

const columns: readonly TableColumn<AttemptView>[] = [
  { title: 'Attempt', figure: ({ number }) => number },
  { title: 'Started', cell: ({ at }) => html`<time datetime="${at}">${at.replace('T', ' ').replace('Z', '')}</time>` },
  { title: 'Answered', cell: (attempt) => renderNumber(attempt.status_code) },
  { title: 'Error', cell: ({ error }) => renderText(error) },
  { title: 'Milliseconds', figure: (attempt) => attempt.duration_ms },
  {
    title: 'Response (beginning)',
    cell: ({ answer }) => (answer === null ? renderText(null) : html`<code>${answer}</code>`),
  },
];
