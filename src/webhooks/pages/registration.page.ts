import type { ClientOption } from '../../access/name-directory.js';
import { renderAccountsField } from '../../pages/account-field.page.js';
import {
  renderSelect,
  toFormState,
  type FormState,
  renderInputField,
  emptyForm,
  renderCheckboxes,
  renderFormHead,
} from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { WEBHOOK_EVENT_TYPES, webhookEventNames } from '../webhook-events.js';
import type { NewWebhookSecretView, RegistrationView } from '../webhook.view.js';

/** The page for a new webhook. */
export function registrationPage({ keys }: RegistrationView, context: PageContext): PageContent {
  return webhookRegistrationForm(
    emptyForm,
    context,
    renderKeyField(
      keys.map(({ client_id: id, name }) => ({ id, name })),
      emptyForm,
    ),
  );
}

/** The same form with the input and its errors. */
export const rejectedRegistrationPage: FormErrorPage = (problem, sent, context) => {
  const { clients = null } = context;
  const form = toFormState(problem, sent, { webhook_needs_key: 'client_id' });
  const key =
    clients === null
      ? renderInputField(
          { name: 'client_id', label: 'API key', autocomplete: 'off', hint: 'The client id of one of your keys.' },
          form,
        )
      : renderKeyField(clients, form);
  return webhookRegistrationForm(form, context, key);
};

/** The only page that shows such a secret: the response to the form that created it. */
export function newWebhookSecretPage({ id, url, secret }: NewWebhookSecretView): PageContent {
  return {
    title: 'The secret of your webhook',
    styles: ['profile.css'],
    body: html`<article class="profile">
<h1>The secret of webhook ${id}</h1>
<p class="lead">Copy it now: it is shown only once. If you lose it, replace it.</p>
<dl class="given">
<div><dt>URL</dt><dd><code>${url}</code></dd></div>
<div><dt>Secret</dt><dd><code class="copy" data-copy="Copy secret">${secret}</code></dd></div>
</dl>
<p class="actions"><a class="button primary" href="/webhooks/${id}">I have copied it</a></p>
</article>`,
  };
}

/** The fields of a webhook, for registration and change. */
export function renderTermsFields(form: FormState, context: PageContext): Html {
  return html`${renderInputField({ name: 'url', label: 'URL', autocomplete: 'off', hint: 'The URL that messages are posted to, such as https://app.example.org/events.' }, form)}
${renderInputField({ name: 'description', label: 'Description', autocomplete: 'off', isOptional: true }, form)}
${renderCheckboxes(
  { name: 'event_types', label: 'Event types', hint: 'Choose none to receive all.' },
  WEBHOOK_EVENT_TYPES.map((type) => [type, webhookEventNames[type]]),
  form,
)}
${renderAccountsField({ name: 'acct_ids', label: 'Accounts', hint: 'Choose none to receive the events of every account that you can view, now and later.' }, form, context)}`;
}

function webhookRegistrationForm(form: FormState, context: PageContext, key: Html | null): PageContent {
  return {
    title: 'Register a webhook',
    styles: ['profile.css'],
    body: html`<article class="profile">
<p class="back"><a href="/webhooks">Back to all webhooks</a></p>
<h1>Register a webhook</h1>
${
  key === null
    ? noKey
    : html`<form method="post" action="/profile/webhooks">
${renderFormHead(form, context)}
${key}
${renderTermsFields(form, context)}
<p class="actions"><button type="submit" class="primary">Register webhook</button> <a class="button" href="/webhooks">Cancel</a></p>
</form>`
}
</article>`,
  };
}

const noKey = html`<p class="empty">A webhook belongs to an API key, and you have none that is enabled.</p>
<p class="actions"><a class="button primary" href="/profile/new-key">Create a key</a></p>`;

/** Null without a key. A chosen key that no longer exists is not replaced by another one. */
function renderKeyField(keys: readonly ClientOption[], form: FormState): Html | null {
  if (keys.length === 0) return null;
  const chosen = form.values['client_id'] ?? '';
  const gone = chosen === '' || keys.some(({ id }) => id === chosen) ? [] : [[chosen, `Key ${chosen}`] as const];
  return renderSelect(
    { name: 'client_id', label: 'API key', hint: 'The webhook belongs to this key and is removed with it.' },
    [...gone, ...keys.map(({ id, name }) => [id, `${name} (${id})`] as const)],
    form,
  );
}
