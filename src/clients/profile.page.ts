import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderProfileNavigation } from '../pages/navigation.page.js';
import { renderKeyCard } from './key-card.page.js';
import { renderTable, renderText, type TableColumn } from '../pages/table.page.js';
import type { ClientKeyView } from './client-key.view.js';
import type { ProfileKeyView, ProfileView } from './key-pages.view.js';

/** With more keys, the page has an index. */
const INDEX_FROM = 8;

/** The profile page of the interface (§5): where a user manages their API keys. */
export function profilePage({ keys, keys_max: max }: ProfileView, context: PageContext): PageContent {
  return {
    title: 'API keys',
    styles: ['profile.css'],
    body: html`<article class="profile">
<h1>API keys</h1>
${renderProfileNavigation(context)}
<p>Applications use an API key to get tokens. Create a separate key for each application, so that you can see its last use and remove it alone.</p>
${renderCapacity(keys.length, max)}
${keys.length >= INDEX_FROM && renderIndex(keys)}
${keys.length === 0 ? html`<p class="empty">You have no API keys yet.</p>` : html`<div class="keys">\n${keys.map((key) => renderKeyCard(key, context))}</div>`}
</article>`,
  };
}

/** The keys of the API's list. Their secrets are on the profile page, which hides them. */
export function clientKeysPage(keys: readonly ClientKeyView[], context: PageContext): PageContent {
  return {
    title: 'API keys',
    styles: ['profile.css', 'cards.css'],
    body: html`<article class="profile">
<h1>API keys</h1>
${renderProfileNavigation(context)}
<p class="lead">Secrets and settings are on <a href="/profile">your profile</a>.</p>
${keys.length === 0 ? html`<p class="empty">You have no API keys yet.</p>` : renderTable('API keys', keys, keyColumns, { areCards: true })}
</article>`,
  };
}

const toKeyPath = (clientId: string): string => `/profile/keys/${encodeURIComponent(clientId)}`;

const keyColumns: readonly TableColumn<ClientKeyView>[] = [
  { title: 'Name', cell: ({ client_id: id, name }) => html`<a href="${toKeyPath(id)}">${name}</a>` },
  { title: 'Client id', cell: ({ client_id: id }) => html`<code class="id">${id}</code>` },
  { title: 'Redirect URIs', cell: ({ redirect_uris: uris = [] }) => renderText(uris.join(', ') || null) },
  {
    title: 'Requests',
    cell: ({ client_id: id, name }) =>
      html`<a href="${toKeyPath(id)}/requests">Requests<span class="hidden"> of ${name}</span></a>`,
  },
];

function renderCapacity(count: number, max: number): Html {
  if (count >= max)
    return html`<p class="full"><strong>You have ${count} keys, the maximum.</strong> Remove one that is no longer needed before you request another.</p>`;
  return html`<p class="actions"><a class="button primary" href="/profile/new-key">Create a key</a> <span class="hint">${count} of ${max} in use</span></p>`;
}

function renderIndex(keys: readonly ProfileKeyView[]): Html {
  return html`<details class="index"><summary>All ${keys.length} keys by name</summary>
<ul>${sortByName(keys).map(({ client_id: id, name }) => html`<li><a href="#key-${id}">${name}</a></li>\n`)}</ul>
</details>`;
}

function sortByName(keys: readonly ProfileKeyView[]): ProfileKeyView[] {
  return [...keys].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
