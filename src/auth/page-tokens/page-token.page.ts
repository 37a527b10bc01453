import { html } from '../../http/html.js';
import type { PageContent, PageContext } from '../../http/page.js';
import type { PageTokenView } from './page-token.view.js';

/** The only place where such a token is ever shown. Scripts of the documentation read it here. */
export function pageTokenPage(
  { client_id: clientId, name, access_token: token, expires_in: seconds }: PageTokenView,
  { baseUrl }: PageContext,
): PageContent {
  return {
    title: 'A token to try with',
    body: html`<article class="profile">
<p class="back"><a href="/docs">Documentation</a></p>
<h1>A token to try with</h1>
<p class="lead">It opens what your key “${name}” opens, for ${Math.round(seconds / 60)} minutes, and ends when you sign out.</p>
<p>Token <code class="copy" id="token" data-copy="Copy token">${token}</code></p>
<h2>In a shell</h2>
<pre class="wrapped" tabindex="0"><code>BASE=${baseUrl}
TOKEN=${token}
curl "$BASE/users/me" -H 'Accept: application/json' -H 'Prefer: status=401' -H "Authorization: Bearer $TOKEN"</code></pre>
<p class="hint">With these two lines every example of the <a href="/docs">documentation</a> works as it is printed. It acts as a customer, never as an administrator; it shows and changes no <a href="/profile">keys</a>, no password and no email. <a href="/profile/keys/${encodeURIComponent(clientId)}/requests">Last requests of this key</a> shows what came of it.</p>
</article>`,
  };
}
