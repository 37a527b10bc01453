import { renderListLinks, renderTable, renderText } from '../../pages/table.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderProfileNavigation } from '../../pages/navigation.page.js';
import { renderTimestampToMinute } from '../../pages/timestamp.page.js';
import type { WebhookView } from '../webhook.view.js';

/** The webhooks of a user, and their state. */
export function webhooksPage(webhooks: readonly WebhookView[], context: PageContext): PageContent {
  return {
    title: 'Webhooks',
    body: html`<article class="listing">
<h1>Webhooks</h1>
${renderProfileNavigation(context)}
<p class="lead">A webhook is a URL that receives the events of your accounts at once, in signed messages. <a href="/docs/webhooks">How to verify them, and how they are repeated and ordered</a>.</p>
<p class="actions"><a class="button primary" href="/profile/webhooks/new">Register a webhook</a></p>
${webhooks.length === 0 ? html`<p class="empty">You have no webhooks yet.</p>` : renderTable('Webhooks', webhooks, columns)}
${renderListLinks(context, webhooks.length > 0)}
</article>`,
  };
}

const columns = [
  {
    title: 'Webhook',
    cell: ({ id, description }: WebhookView) =>
      html`<a href="/webhooks/${id}">${id}${description !== '' && html` ${description}`}</a>`,
  },
  { title: 'URL', cell: ({ url }: WebhookView) => html`<code>${url}</code>` },
  { title: 'State', cell: renderWebhookStateBadge },
  {
    title: 'Events',
    cell: ({ event_types: types }: WebhookView) => html`${types === null ? 'everything' : types.join(', ')}`,
  },
  { title: 'Accounts', cell: ({ acct_ids: ids }: WebhookView) => html`${ids === null ? 'all' : ids.join(', ')}` },
  { title: 'API key', cell: (webhook: WebhookView) => renderText(webhook.client_id) },
  { title: 'Registered', cell: (webhook: WebhookView) => renderTimestampToMinute(webhook.created_at) },
  {
    title: 'Deliveries',
    cell: ({ id }: WebhookView) =>
      html`<a href="/webhooks/${id}/deliveries">Deliveries<span class="hidden"> of webhook ${id}</span></a>`,
  },
] as const;

export function renderWebhookStateBadge({
  enabled,
  disabled_reason: reason,
  failing_since: failingSince,
}: WebhookView): Html {
  if (enabled)
    return failingSince === null
      ? html`<span class="badge good">enabled</span>`
      : html`<span class="badge warn">failing</span>`;
  return reason === null
    ? html`<span class="badge">disabled</span>`
    : html`<span class="badge bad">disabled by the service</span>`;
}
