import { type Html, html } from '../../pages/html.js';
import { renderProfileNavigation } from '../../pages/navigation.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderTable, type TableColumn } from '../../pages/table.page.js';
import type { ClientKeyView } from '../client-key.view.js';

/** The keys as programs get them, in words and without secrets: the profile shows those, one by one, when asked. */
export function clientKeysPage(keys: readonly ClientKeyView[], context: PageContext): PageContent {
  return {
    title: 'API keys',
    styles: ['profile.css', 'cards.css'],
    body: html`<article class="profile">
<h1>API keys</h1>
${renderProfileNavigation(context)}
<p>Secrets are shown on <a href="/profile">your profile</a>, where you also create, change and remove keys.</p>
${keys.length === 0 ? html`<p class="empty">You have no API keys yet.</p>` : renderTable('API keys', keys, columns, { areCards: true })}
</article>`,
  };
}

const columns: readonly TableColumn<ClientKeyView>[] = [
  {
    title: 'Name',
    cell: ({ client_id: id, name }) => html`<a href="/profile/keys/${encodeURIComponent(id)}">${name}</a>`,
  },
  { title: 'Client id', cell: ({ client_id: id }) => html`<code>${id}</code>` },
  {
    title: 'Kind',
    cell: ({ token_endpoint_auth_method: method }) =>
      html`${method === 'none' ? 'public, without a secret' : 'with a secret'}`,
  },
  { title: 'Redirect URIs', cell: renderRedirectUris },
  {
    title: 'Requests',
    cell: ({ client_id: id, name }) =>
      html`<a href="/profile/keys/${encodeURIComponent(id)}/requests">Last requests<span class="hidden"> of ${name}</span></a>`,
  },
];

function renderRedirectUris({ redirect_uris: uris = [] }: ClientKeyView): Html {
  return uris.length === 0
    ? html`<span class="none">none</span>`
    : html`<span class="reason">${uris.map((uri, at) => html`${at > 0 && html`<br>`}<code>${uri}</code>`)}</span>`;
}
