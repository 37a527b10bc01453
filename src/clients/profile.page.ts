import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderProfileNavigation } from '../pages/navigation.page.js';
import { renderKeyCard } from './key-card.page.js';
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
<p>Applications use an API key to get tokens. Create a separate key for each application, so that you can see its last use and remove it alone. New here? <a href="/docs/quick-start">The quick start</a> leads from a key to the first order.</p>
${renderCapacity(keys.length, max)}
${keys.length >= INDEX_FROM && renderIndex(keys)}
${keys.length === 0 ? html`<p class="empty">You have no API keys yet.</p>` : html`<div class="keys">\n${keys.map((key) => renderKeyCard(key, context))}</div>`}
</article>`,
  };
}

function renderCapacity(count: number, max: number): Html {
  if (count >= max)
    return html`<p class="full"><strong>You have ${count} keys, the maximum.</strong> Remove one that is no longer needed before you request another.</p>`;
  return html`<p class="actions"><a class="button primary" href="/profile/new-key">Create a key</a> <span class="hint">${count} of ${max} in use</span></p>`;
}

function renderIndex(keys: readonly ProfileKeyView[]): Html {
  return html`<details class="index"><summary>All ${keys.length} keys by name</summary>
<ul class="links">${sortByName(keys).map(({ client_id: id, name }) => html`<li><a href="#key-${id}">${name}</a></li>\n`)}</ul>
</details>`;
}

function sortByName(keys: readonly ProfileKeyView[]): ProfileKeyView[] {
  return [...keys].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
