import { renderHiddenSecret } from '../pages/confirm-password.page.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import type { PageContext, PageContent } from '../pages/page.js';
import { createFirstRequest } from './pages/first-request.js';
import type { ProfileKeyView, ProfileView } from './pages/key-pages.view.js';
import type { GrantType } from './grant-types.js';
import { renderProfileNavigation } from '../pages/navigation.page.js';

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

const words: Readonly<Record<GrantType, string>> = {
  password: 'exchange an email and a password for a token',
  authorization_code: 'let people sign in and receive a code',
  implicit: 'let people sign in and receive a token at once',
  refresh_token: 'refresh its tokens',
  client_credentials: 'act for you with its secret alone',
};

const order = Object.keys(words) as GrantType[];

/** The permissions of a key in words, in a fixed order. */
export function grantWords(grants: readonly GrantType[]): string[] {
  return order.filter((grant) => grants.includes(grant)).map((grant) => words[grant]);
}

/**
 * A key on the profile page: first the id and secret, then the last use, and the rest folded. Two keys may have one
 * name; their ids distinguish them in a screen reader.
 */
function renderKeyCard(key: ProfileKeyView, context: PageContext): Html {
  const { baseUrl } = context;
  const { client_id: clientId, name } = key;
  return html`<section class="key" id="key-${clientId}" aria-labelledby="name-${clientId} id-${clientId}">
<header><h2 id="name-${clientId}">${name}</h2> <a class="button" href="/profile/keys/${encodeURIComponent(clientId)}">Change<span class="hidden"> ${name}</span></a></header>
<dl>
<div><dt>Client id</dt><dd><code class="copy" id="id-${clientId}" data-copy="Copy client id">${clientId}</code></dd></div>
<div><dt>Secret</dt><dd>${renderSecret(key, context)}</dd></div>
<div><dt>Created</dt><dd>${renderTimestampToMinute(key.created_at)}</dd></div>
<div><dt>Last used</dt><dd>${key.last_used_at === null ? 'never' : renderTimestampToMinute(key.last_used_at)} <a href="/profile/keys/${encodeURIComponent(clientId)}/requests">Requests<span class="hidden"> of ${name}</span></a></dd></div>
</dl>
${key.made_by_administrator && madeForTheOwner}
${renderOverlap(key.previous_secret_expires_at)}
${renderDetails(key, baseUrl)}
</section>
`;
}

/** Hidden until opened, without a script. */
function renderSecret(
  { client_id: clientId, name, has_secret: hasSecret, secret: text }: ProfileKeyView,
  context: PageContext,
): Html {
  if (!hasSecret) return html`none (public key)`;
  if (context.hidesSecrets === true)
    return renderHiddenSecret({ resume: `/profile#key-${encodeURIComponent(clientId)}`, owner: name }, context);
  if (text === '') return html`shown once, when it was created`;
  return html`<details class="secret"><summary>Show</summary><code class="copy" data-copy="Copy secret">${text}</code></details>`;
}

/** An administrator knows the secret, which the owner should know. */
const madeForTheOwner = html`<p class="overlap"><span class="badge warn">on behalf</span> An administrator created this secret. With client_credentials, the key acts in their name until you replace it.</p>`;

export function renderOverlap(until: string | null): Html | null {
  return until === null
    ? null
    : html`<p class="overlap"><span class="badge warn">two secrets</span> The old secret works until ${renderTimestampToMinute(until)}.</p>`;
}

function renderDetails(key: ProfileKeyView, baseUrl: string): Html {
  const { client_id: clientId, has_secret: hasSecret, grant_types: grantTypes, redirect_uris: redirectUris } = key;
  const request = createFirstRequest({ clientId, hasSecret, grantTypes, redirectUris }, baseUrl);
  return html`<details class="more"><summary>Permissions${request && ' and first request'}<span class="hidden"> with ${key.name}</span></summary>
<p>It may ${joinWords(grantWords(grantTypes))}.${key.require_nonce && ' Requests for an id token need a nonce.'}${key.require_pkce && ' Requests for a code need a proof key (PKCE).'}${key.id_token_profile && ' Its id tokens contain name and email.'}</p>
${renderRedirectHosts(redirectUris)}
${request && html`<pre class="wrapped"><code>${request.command}</code></pre>\n<p class="hint">${request.hint}</p>`}
</details>`;
}

function renderRedirectHosts(redirectUris: readonly string[]): Html {
  if (redirectUris.length === 0)
    return html`<p>No redirect URI is registered: only you can sign in through this key, and only from your own machine.</p>`;
  return html`<p>Redirect URIs:</p>
<ul>${redirectUris.map((uri) => html`<li><code>${uri}</code></li>\n`)}</ul>`;
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? 'do nothing';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
