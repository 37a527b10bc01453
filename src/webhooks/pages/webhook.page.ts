import { errorPage } from '../../pages/error.page.js';
import { toFormState, type FormState, emptyForm, renderFormToken, renderFormHead } from '../../pages/fields.page.js';
import { renderHiddenSecret } from '../../pages/confirm-password.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { renderTimestampToMinute } from '../../pages/timestamp.page.js';
import { nameEvent } from '../webhook-events.js';
import type { WebhookView } from '../webhook.view.js';
import { renderTermsFields } from './registration.page.js';
import { renderProfileNavigation } from '../../pages/navigation.page.js';
import { renderListLinks, renderTableWithTools, type TableColumn } from '../../pages/table.page.js';

/** The webhooks of a user, and their state. */
export function webhooksPage(webhooks: readonly WebhookView[], context: PageContext): PageContent {
  return {
    title: 'Webhooks',
    styles: ['cards.css'],
    body: html`<article class="listing">
<h1>Webhooks</h1>
${renderProfileNavigation(context)}
<p class="lead">A webhook is a URL that receives the events of your accounts at once, in signed messages. <a href="/docs/webhooks">How to verify them, and how they are repeated and ordered</a>.</p>
<p class="actions"><a class="button primary" href="/profile/webhooks/new">Register a webhook</a></p>
${webhooks.length === 0 ? html`<p class="empty">You have no webhooks yet.</p>` : renderTableWithTools('Webhooks', webhooks, columns, { areCards: true, settings: { table: 'webhooks', context } })}
${renderListLinks(context, webhooks.length > 0)}
</article>`,
  };
}

const columns: readonly TableColumn<WebhookView>[] = [
  {
    title: 'Webhook',
    cell: ({ id, description }: WebhookView) =>
      html`<a href="/webhooks/${id}">${description === '' ? `Webhook ${id}` : description}</a>`,
  },
  { title: 'URL', cell: ({ url }: WebhookView) => html`<code>${url}</code>` },
  { title: 'State', isPlain: true, cell: renderWebhookStateBadge },
  { title: 'Events', cell: ({ event_types: types }) => html`<span class="reason">${describeEvents(types)}</span>` },
  { title: 'Accounts', cell: ({ acct_ids: ids }: WebhookView) => html`${ids === null ? 'all' : ids.join(', ')}` },
  { title: 'API key', cell: (webhook) => html`<code>${webhook.client_id}</code>` },
  { title: 'Registered', cell: (webhook: WebhookView) => renderTimestampToMinute(webhook.created_at) },
  {
    title: 'Deliveries',
    isPlain: true,
    cell: ({ id }) =>
      html`<a href="/webhooks/${id}/deliveries">Deliveries<span class="hidden"> of webhook ${id}</span></a>`,
  },
];

const describeEvents = (types: WebhookView['event_types']): string =>
  types === null ? 'everything' : types.map(nameEvent).join(', ');

function renderWebhookStateBadge({ enabled, disabled_reason: reason, failing_since: failingSince }: WebhookView): Html {
  if (enabled)
    return failingSince === null
      ? html`<span class="badge good">enabled</span>`
      : html`<span class="badge warn">failing</span>`;
  return reason === null
    ? html`<span class="badge">disabled</span>`
    : html`<span class="badge bad">disabled by the service</span>`;
}

/** Shows a webhook with its state, terms and buttons. */
export function webhookPage(webhook: WebhookView, context: PageContext): PageContent {
  const { id } = webhook;
  return {
    title: `Webhook ${id}`,
    styles: ['profile.css'],
    body: html`<article class="profile">
<p class="back"><a href="/webhooks">Back to all webhooks</a></p>
<h1>Webhook ${id}</h1>
${renderTroubles(webhook)}
${renderFacts(webhook, context)}
${renderButtons(webhook, context)}
<h2>Edit</h2>
${changeForm(context, id, toTermsFormState(webhook))}
${renderRotation(webhook, context)}
<h2>Remove webhook</h2>
<p>Kontor stops sending to this address, and deletes its deliveries.</p>
<p class="actions"><a class="button danger" href="/profile/webhooks/${id}/removal">Remove …</a></p>
</article>`,
  };
}

/** The same form with the input and its errors; without fields if the webhook does not exist. */
export const rejectedWebhookChangePage: FormErrorPage = (problem, sent, context) => {
  const [, id = ''] = /^\/profile\/webhooks\/(\d+)/.exec(context.path) ?? [];
  if (problem.code === 'unknown_webhook' || id === '') return errorPage(problem, context);
  return {
    title: `Edit webhook ${id}`,
    styles: ['profile.css'],
    body: html`<article class="profile">
<p class="back"><a href="/webhooks/${id}">Back to the webhook</a></p>
<h1>Edit webhook ${id}</h1>
${changeForm(context, id, toFormState(problem, sent))}
</article>`,
  };
};

/** The consequences are listed before, because they cannot be undone. */
export function webhookRemovalPage({ id, url }: WebhookView, context: PageContext): PageContent {
  return {
    title: `Remove webhook ${id}?`,
    styles: ['profile.css'],
    body: html`<article class="profile">
<h1>Remove webhook ${id}?</h1>
<p class="lead">This cannot be undone. <code>${url}</code> receives no further messages, not even those that are waiting, and the list of its deliveries is deleted.</p>
<form method="post" action="/profile/webhooks/${id}/removal" class="actions">
${renderFormToken(context)}
<button type="submit" class="danger">Remove webhook</button>
<a class="button" href="/webhooks/${id}">Keep webhook</a>
</form>
</article>`,
  };
}

function renderTroubles({ disabled_reason: reason, failing_since: since, enabled }: WebhookView): Html {
  if (reason !== null)
    return html`<p class="refusal">The service has disabled it. ${reason} Events are kept: enable it again when this is fixed.</p>`;
  return html`${enabled && since !== null && html`<p class="overlap"><span class="badge warn">failing</span> The receiver has accepted no message since ${renderTimestampToMinute(since)}. See the deliveries for the reason.</p>`}`;
}

function renderFacts(webhook: WebhookView, context: PageContext): Html {
  const { accounts = null } = context;
  const { registered_by: registrar, event_types: types, acct_ids: ids } = webhook;
  const renderDeliveryState = (id: number): Html =>
    html`<a href="/accounts/${id}">${accounts?.find((one) => one.id === id)?.name ?? `Account ${id}`}</a>`;
  return html`<table class="facts"><tbody>
<tr><th scope="row">State</th><td>${renderWebhookStateBadge(webhook)}</td></tr>
<tr><th scope="row">URL</th><td><code>${webhook.url}</code></td></tr>
<tr><th scope="row">Events</th><td>${describeEvents(types)}</td></tr>
<tr><th scope="row">Accounts</th><td>${ids === null ? 'all accounts that you can view' : ids.map((id, index) => html`${index > 0 && ', '}${renderDeliveryState(id)}`)}</td></tr>
<tr><th scope="row">Secret</th><td>${renderSecret(webhook, context)}</td></tr>
<tr><th scope="row">API key</th><td><code>${webhook.client_id}</code></td></tr>
<tr><th scope="row">Registered</th><td>${renderTimestampToMinute(webhook.created_at)}${registrar !== null && html` <span class="badge warn">by an administrator (user ${registrar})</span>`}</td></tr>
</tbody></table>`;
}

/** Hidden until opened, without a script. */
function renderSecret(
  { id, secret: text, previous_secret_expires_at: until }: WebhookView,
  context: PageContext,
): Html {
  const hidden =
    context.hidesSecrets === true && renderHiddenSecret({ resume: `/webhooks/${id}`, owner: `webhook ${id}` }, context);
  const shown =
    text === ''
      ? html`shown once, when it was created`
      : html`<div class="shown-secret"><details class="secret"><summary>Show</summary><code class="copy" data-copy="Copy secret">${text}</code></details></div>`;
  return html`${hidden || shown}${until !== null && html`<p><span class="badge warn">two secrets</span> Until ${renderTimestampToMinute(until)} messages are signed with the old one as well.</p>`}`;
}

function renderButtons({ id, enabled }: WebhookView, context: PageContext): Html {
  const renderButton = (path: string, label: string, more?: Html): Html =>
    html`<form method="post" action="/profile/webhooks/${id}/${path}">${renderFormToken(context)}${more}<button type="submit">${label}</button></form>`;
  return html`<div class="actions">
<a class="button" href="/webhooks/${id}/deliveries">Deliveries</a>
${renderButton('test', 'Send a test')}
${renderButton('state', enabled ? 'Disable' : 'Enable', html`<input type="hidden" name="enabled" value="${enabled ? 'no' : 'yes'}">`)}
</div>`;
}

const toTermsFormState = ({ url, description, event_types: types, acct_ids: ids }: WebhookView): FormState => ({
  ...emptyForm,
  values: { url, description, event_types: (types ?? []).join('\n'), acct_ids: (ids ?? []).join('\n') },
});

function changeForm(context: PageContext, id: number | string, form: FormState): Html {
  return html`<form method="post" action="/profile/webhooks/${id}">
${renderFormHead(form, context)}
${renderTermsFields(form, context)}
<p class="actions"><button type="submit" class="primary">Save</button></p>
</form>`;
}

function renderRotation({ id }: WebhookView, context: PageContext): Html {
  return html`<h2>Replace secret</h2>
<p>For the time below, messages are signed with both secrets, so that you can switch the receiver without interruption.</p>
<form method="post" action="/profile/webhooks/${id}/secret">
${renderFormToken(context)}
<div class="field"><label for="overlap">Old secret still signs</label>
<select id="overlap" name="overlap">${overlaps.map(([value, words]) => html`<option value="${value}"${value === '86400' && ' selected'}>${words}</option>`)}</select></div>
<p class="actions"><button type="submit">Replace secret</button></p>
</form>`;
}

const overlaps = [
  ['0', 'not at all'],
  ['3600', 'for an hour'],
  ['86400', 'for a day'],
  ['604800', 'for a week'],
] as const;
