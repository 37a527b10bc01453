import { html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import type { PageTokenView } from './profile.view.js';

/** The only response that shows such a token. The script of the documentation reads it here. */
export function pageTokenPage(
  { client_id: clientId, name, access_token: token, expires_in: seconds }: PageTokenView,
  { baseUrl }: PageContext,
): PageContent {
  return {
    title: 'Trial token',
    styles: ['profile.css'],
    body: html`<article class="profile">
<p class="back"><a href="/docs">Documentation</a></p>
<h1>Trial token</h1>
<p class="lead">It has the access of your key “${name}” for ${Math.round(seconds / 60)} minutes, and ends when you sign out.</p>
<p>Token <code class="copy" id="token" data-copy="Copy token">${token}</code></p>
<h2>Use in a shell</h2>
<pre class="wrapped" tabindex="0"><code>BASE=${baseUrl}
TOKEN=${token}
curl "$BASE/users/me" -H 'Accept: application/json' -H 'Prefer: status=401' -H "Authorization: Bearer $TOKEN"</code></pre>
<p class="hint">With these two lines every example of the <a href="/docs">documentation</a> works as printed. It has the role of a customer, never of an administrator; it does not show or change <a href="/profile">keys</a>, no password and no email. <a href="/profile/keys/${encodeURIComponent(clientId)}/requests">Last requests of this key</a> shows the results.</p>
</article>`,
  };
}
