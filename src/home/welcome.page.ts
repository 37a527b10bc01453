import { type Html, html } from '../pages/html.js';
import { HOME_PATH } from '../pages/navigation.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { credentialLabels } from '../openapi/documentation.page.js';
import type { HomeView, ResourceView } from './home.view.js';

/** For first visitors: what this is, whether it is the right place, and what to do next. */
export function welcomePage(view: HomeView, { baseUrl, userName, signInUrl }: PageContext): PageContent {
  const { mode, registration, version, resources } = view;
  const hasTokens = resources.some(({ method, path }) => method === 'POST' && path === '/oauth/token');
  return {
    title: 'Welcome',
    styles: ['prose-tables.css', 'home.css'],
    body: html`<article class="welcome">
<div>
<h1>Kontor, a trading-data service</h1>
<p class="lead">Sign-in and API keys, orders on a real matching engine, accounts, positions and market data, in one service that you host yourself. Programs use JSON; people use pages like this one.</p>
${userName === null ? renderSignIn(registration, signInUrl) : ways}
</div>
<table class="facts">
<tbody>
<tr><th scope="row">Base URL</th><td><code>${baseUrl}</code></td></tr>
<tr><th scope="row">Mode</th><td>${modes[mode]}</td></tr>
<tr><th scope="row">Version</th><td><span class="figure">${version}</span></td></tr>
<tr><th scope="row">State</th><td>running, see <a href="/health/ready">health</a></td></tr>
</tbody>
</table>
${uses}
<div>
<h2>Your first request</h2>
<p>Every endpoint returns a page unless the request asks for JSON:</p>
<pre><code>curl -H 'Accept: application/json' ${baseUrl}/</code></pre>
${hasTokens && renderTokenRequest(baseUrl)}
</div>
<div>
<h2>Next steps</h2>
<ul>
<li><a href="/docs/quick-start">Follow the quick start</a>: five requests to the first order, with curl, TypeScript or Python.</li>
<li><a href="/docs">Read the documentation</a> and try every request from your browser.</li>
<li><a href="/openapi.json">Take the OpenAPI description</a> to generate a client.</li>
<li><a href="/docs/errors">Look up an error</a>: each has a code, a cause and a fix.</li>
</ul>
</div>
<div class="wide">
<h2 id="answers">Endpoints</h2>
<details>
<summary>All ${resources.length} endpoints</summary>
${renderDirectory(resources, userName !== null)}
</details>
</div>
</article>`,
  };
}

const modes: Readonly<Record<HomeView['mode'], Html>> = {
  sandbox: html`<span class="badge warn">sandbox</span> for trying things out`,
  production: html`<span class="badge good">production</span> for real trading`,
};

/** A signed-in user needs no introduction. */
const ways = html`<p class="actions"><a class="button primary" href="${HOME_PATH}">Go to your overview</a> <a class="button" href="/marketdata">Market</a> <a class="button" href="/orders">Orders</a></p>`;

/** A visitor who has no account yet creates one. Where not anybody may register, an administrator or an application makes accounts. */
function renderSignIn(registration: HomeView['registration'], signIn: string | null): Html {
  const way = signIn ?? '/login';
  return registration === 'anybody'
    ? html`<p class="actions"><a class="button primary" href="${way.replace('/login', '/sign-up')}">Create an account</a> <a class="button" href="${way}">Sign in</a></p>`
    : html`<p class="actions"><a class="button primary" href="${way}">Sign in</a></p>`;
}

const uses = html`<ul class="wide uses">
<li><h2>Trade</h2><p>A live board, each instrument with its chart, book and ticket, orders that you change and cancel in place, and the history of each in sentences.</p></li>
<li><h2>Administer customers</h2><p>Accounts and limits, money values and reference positions by form or as a table, breaks with both sides next to each other, and an audit log.</p></li>
<li><h2>Build on it</h2><p>The same endpoints return JSON: your own API keys, streams of prices and events, webhooks, and a documented page for every error code.</p></li>
</ul>`;

/** Shown where the token endpoint exists; the words in capitals are the ones that the first start printed. */
function renderTokenRequest(baseUrl: string): Html {
  return html`<p>Most endpoints need an access token. Request one with the values that the first start printed, under these names, or with your own email and password and a key from <a href="/profile/new-key">your profile</a>:</p>
<pre><code>curl -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=password \\
  --data-urlencode username="$EMAIL" \\
  --data-urlencode password="$PASSWORD" \\
  ${baseUrl}/oauth/token</code></pre>
<p>Send it with every request as <code>Authorization: Bearer …</code>. Without a token, the service redirects to this page; with <code>-H 'Prefer: status=401'</code> it returns a plain 401, which no library mistakes for success.</p>`;
}

function renderDirectory(resources: readonly ResourceView[], isSignedIn: boolean): Html {
  return html`<section class="scroll" tabindex="0" aria-labelledby="answers">
<table class="rows stack endpoints">
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Credential</th><th scope="col">Description</th></tr></thead>
<tbody>
${resources.map((resource) => html`<tr><td>${resource.method}</td><td>${renderBaseAddress(resource, isSignedIn)}</td><td>${credentialLabels[resource.access]}</td><td>${resource.summary}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** A link where a browser can go: nothing to send, nothing to fill in, and a session where one is needed. */
function renderBaseAddress({ method, path, access }: ResourceView, isSignedIn: boolean): Html {
  const isOpen = access === 'none' || (isSignedIn && (access === 'bearer' || access === 'session'));
  const canVisit = method === 'GET' && isOpen && !path.includes(':') && !path.includes('*');
  return canVisit ? html`<a href="${path}"><code>${path}</code></a>` : html`<code>${path}</code>`;
}
