import { toDownloadUrl } from '../../pages/table.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { createFirstRequest } from '../pages/first-request.js';
import type { KeyCallView, KeyCallsView } from '../pages/key-pages.view.js';

/** The last requests of a key, newest first, for finding mistakes. */
export function keyCallsPage(view: KeyCallsView, context: PageContext): PageContent {
  const { client_id: clientId, name, requests } = view;
  const { pathname, searchParams } = new URL(context.path, 'http://here');
  const isFirst = !searchParams.has('cursor');
  return {
    title: `Last requests of ${name}`,
    styles: ['profile.css', 'admin.css', 'cards.css'],
    body: html`<article class="profile calls">
<p class="back"><a href="/profile#key-${clientId}">Back to all keys</a></p>
<h1>Last requests of “${name}”</h1>
<p>Client id <code class="copy" data-copy="Copy client id">${clientId}</code></p>
${
  requests.length === 0 && searchParams.size === 0
    ? renderNeverUsed(view, context)
    : html`${renderChoice(pathname, searchParams)}
${requests.length === 0 ? html`<p class="empty">No requests match.</p>` : html`${isFirst && renderSummary(requests)}\n${renderTable(requests)}`}`
}
<div class="toolbar">${context.nextUrl !== null && html`<p class="next"><a href="${context.nextUrl}" rel="next">Older requests</a></p>`}${requests.length > 0 && html`<p><a class="csv" href="${toDownloadUrl(`/oauth/client/${encodeURIComponent(clientId)}/requests?${new URLSearchParams([...searchParams].filter(([name]) => name === 'outcome'))}`)}" download>CSV</a></p>`}</div>
${about}
</article>`,
  };
}

/** The same for the address that programs use: the response has the requests and nothing of the key. */
export function clientRequestsPage(requests: readonly KeyCallView[], context: PageContext): PageContent {
  const [, clientId = ''] = /^\/oauth\/client\/([^/?]+)/.exec(context.path) ?? [];
  return {
    title: 'Last requests of an API key',
    styles: ['profile.css', 'admin.css', 'cards.css'],
    body: html`<article class="profile calls">
<p class="back"><a href="/profile/keys/${clientId}/requests">All about the requests of this key</a></p>
<h1>Last requests of an API key</h1>
<p>Client id <code class="copy" data-copy="Copy client id">${decodeURIComponent(clientId)}</code></p>
${requests.length === 0 ? html`<p class="empty">No requests match.</p>` : renderTable(requests)}
${context.nextUrl !== null && html`<p class="next"><a href="${context.nextUrl}" rel="next">Older requests</a></p>`}
</article>`,
  };
}

/** The number of recent rejections is shown first. */
function renderSummary(requests: readonly KeyCallView[]): Html {
  const failed = requests.filter(isFailure);
  if (failed.length === 0) return html`<p>None of the last ${requests.length} failed.</p>`;
  const codes = [...new Set(failed.map(({ code }) => code))].filter((code) => code !== null).slice(0, 5);
  return html`<p>Of the last ${requests.length}, <strong>${failed.length} failed</strong>${codes.length > 0 && html`: ${codes.map((code, at) => html`${at > 0 && ', '}${renderReason(code)}`)}`}.</p>`;
}

function renderChoice(pathname: string, searchParams: URLSearchParams): Html {
  const chosen = searchParams.get('outcome') ?? '';
  const kinds = [
    ['', 'All'],
    ['failed', 'Failed'],
    ['answered', 'Answered'],
  ] as const;
  return html`<nav class="siblings" aria-label="Which requests"><ul>${kinds.map(([kind, label]) => html`<li><a href="${pathname}${kind !== '' && `?outcome=${kind}`}"${kind === chosen && html` aria-current="page"`}>${label}</a></li>`)}</ul></nav>`;
}

function renderTable(requests: readonly KeyCallView[]): Html {
  return html`<section class="scroll" tabindex="0" aria-label="Last requests">
<table class="rows cards">
<thead><tr><th scope="col">When</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col" class="n">Duration</th><th scope="col">Request id</th></tr></thead>
<tbody>
${requests.map(renderRow)}</tbody>
</table>
</section>`;
}

function renderRow(call: KeyCallView): Html {
  const { at, method, path, status, milliseconds, code, request_id: id } = call;
  return html`<tr><td>${renderTimestamp(at)}</td><td class="text"><span class="method">${method}</span> <code>${path}</code>${toRoute(call)}</td><td><span class="badge ${isFailure(call) ? 'bad' : 'good'}">${status}</span>${code !== null && html` ${renderReason(code)}`}${!call.is_proven && html` <span class="badge warn">id only</span>`}</td><td class="n" data-label="Duration">${formatDuration(milliseconds)}</td><td data-label="Request id"><code class="id">${id}</code></td></tr>\n`;
}

/** The route, if the URL does not show it. */
function toRoute({ route: pattern, path }: KeyCallView): Html | null {
  if (pattern === null) return html` <span class="none">unknown URL</span>`;
  return pattern === path.split('?')[0] ? null : html` <span class="route">${pattern}</span>`;
}

const renderReason = (code: string): Html => html`<a href="/docs/errors/${code}">${code}</a>`;

/** Without a token the response is a 303 to the sign-in, unless the request asks for the plain status. */
const isFailure = ({ status, code }: KeyCallView): boolean => status >= 400 || code !== null;

function formatDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 10_000) return `${milliseconds.toFixed(0)} ms`;
  return milliseconds < 600_000 ? `${(milliseconds / 1000).toFixed(0)} s` : `${(milliseconds / 60_000).toFixed(0)} min`;
}

/** The empty state shows a first request to copy. */
function renderNeverUsed(view: KeyCallsView, { baseUrl }: PageContext): Html {
  const { client_id: clientId, has_secret: hasSecret, grant_types: grantTypes, redirect_uris: redirectUris } = view;
  const request = createFirstRequest({ clientId, hasSecret, grantTypes, redirectUris }, baseUrl);
  return html`<p class="empty">No requests from this key yet.</p>
${
  request &&
  html`<h2>Send a first request</h2>
<pre class="wrapped"><code>${request.command}</code></pre>
<p class="hint">${request.hint}</p>
<p>Then <a href="/profile/keys/${encodeURIComponent(clientId)}/requests">reload</a>: it is listed here, whatever the response.</p>`
}`;
}

const about = html`<details class="more"><summary>What is logged</summary>
<ul>
<li>The last 200 requests of the key, with its secret or a token. Older ones are deleted.</li>
<li>Refused requests are listed, too. <span class="badge warn">id only</span> marks a request with the client id but without the secret, which anyone who knows the client id can send. The last 50 of these are kept.</li>
<li>Tokens, codes, tickets and passwords are never stored. In URLs, <code>…</code> replaces everything that the endpoint does not define: only numbers, dates and enumerated values are kept.</li>
<li>Quote the request id when you ask for help; the service log has it, too.</li>
</ul>
</details>`;
