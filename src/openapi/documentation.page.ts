import { type Html, html } from '../http/html.js';
import type { PageContent, PageContext } from '../http/page.js';
import type { DocumentationView, TagView } from './documentation.view.js';
import { renderInline } from './prose.page.js';
import type { ExampleClient } from './example-client.js';

/** A page names the reader's own key; a program sees none. */
export type ReaderDocumentation = DocumentationView & Readonly<{ exampleClient?: ExampleClient }>;

/** The rules for all endpoints first, then every endpoint, tag by tag. */
export function documentationPage(
  { description, version, rooms: tags, guides, openapi, exampleClient }: ReaderDocumentation,
  context: PageContext,
): PageContent {
  return {
    title: 'Documentation',
    body: html`<article class="docs">
<h1>The interface</h1>
<p class="lead">${description}</p>
<p>Version ${version}. For programs the same in OpenAPI 3.1: <a href="${openapi}"><code>${openapi}</code></a>. Guides: ${guides.map(({ title, href }) => html`<a href="${href}">${title}</a>, `)}<a href="/docs/errors">Errors</a>.</p>
${renderUsageNotes(context, exampleClient)}
<h2 id="endpoints">Endpoints</h2>
${tags.map(renderTag)}
</article>`,
  };
}

function renderUsageNotes(context: PageContext, key: ExampleClient | undefined): Html {
  return html`<h2>Manners</h2>
${key === undefined ? renderGenericExamples(context) : renderClientExamples(context, key)}
<h3>HTML or JSON</h3>
<p>Every address answers with a page, unless <code>Accept</code> names <code>application/json</code>. Both carry the same facts.</p>
<h3>Who you are</h3>
<p>A program sends an access token, <code>Authorization: Bearer …</code>; where an endpoint asks for an API key, it sends client id and secret by HTTP Basic. A browser has a session after the <a href="/login">sign-in</a>; it opens the pages of every endpoint that asks for a token, and never JSON. Without a valid token the answer is 303 to <code>/</code>; send <code>Prefer: status=401</code> with every request to get a plain 401 instead.</p>
<p>Most HTTP libraries follow a 303 by themselves and turn <code>POST</code> into <code>GET</code>. <code>GET /</code> answers them with 401 and the same problem where they bring the wrong <code>Authorization</code>, or the <code>flash</code> cookie of the 303. A client that brings neither, because it sent no <code>Authorization</code> and keeps no cookies, gets 200 and the list of resources: it sends <code>Prefer: status=401</code>, or does not follow redirects.</p>
<h3>Failures</h3>
<p>A failure is a problem of RFC 9457, <code>application/problem+json</code>. Its <code>code</code> is stable, <code>errors</code> names each wrong field, and <code>type</code> leads to the page that says cause and fix: <a href="/docs/errors">all codes</a>.</p>
<h3>Trying again</h3>
<p>After 429 and 503 wait as many seconds as <code>Retry-After</code> says. After 500, or when no answer came, a <code>GET</code>, <code>PUT</code> or <code>DELETE</code> may simply be sent again. Every answer carries <code>X-Request-Id</code>; quote it when you ask for help.</p>`;
}

function renderGenericExamples({ baseUrl, userName }: PageContext): Html {
  return html`<p>Examples on these pages are commands for a shell that knows where the service is, and who you are:</p>
<pre><code>BASE=${baseUrl}
${formatVariableCheck('TOKEN')}</code></pre>${userName !== null && html`\n${missingClientHint}`}`;
}

/** A signed-in user without a key that a command could use gets a link to a new one; anonymous readers need not sign in. */
export const missingClientHint = html`<p class="hint">This command needs an API key, and you have none that it can use: <a href="/profile/new-key">request one</a>.</p>`;

/** What a command takes for granted, and what it is. */
const REQUIRED_VARIABLES = {
  CLIENT_SECRET: 'the secret of your key',
  EMAIL: 'the email of the user',
  PASSWORD: 'the password of the user',
  TOKEN: 'an access token',
} as const;

/** Leaves alone what is set, and says what is not: a line that sets nothing cannot overwrite a secret that is copied with it. */
const formatVariableCheck = (name: keyof typeof REQUIRED_VARIABLES): string =>
  `: "\${${name}:?set it to ${REQUIRED_VARIABLES[name]}}"`;

const formatVariableChecks = (command: string): string =>
  (['CLIENT_SECRET', 'EMAIL', 'PASSWORD'] as const)
    .filter((name) => command.includes(`$${name}`))
    .map((name) => `${formatVariableCheck(name)}\n`)
    .join('');

/** The secret stands in no page of the documentation: it is filled in where it is used. */
function renderClientExamples({ baseUrl }: PageContext, { clientId, name, token, command, hint }: ExampleClient): Html {
  return html`<p>Examples on these pages are commands for a shell that knows where the service is, and who you are. With your own key “${name}”:</p>
<pre class="wrapped"><code>BASE=${baseUrl}
${formatVariableChecks(token ?? command)}
${token ?? html`${command}\n\n${formatVariableCheck('TOKEN')}`}</code></pre>
<p class="hint">${hint} The secret of the key stands under <a href="/profile#key-${clientId}">your keys</a>, and nowhere here. ${token === null && html`Set TOKEN to the <code>access_token</code> of the answer. `}<a href="/profile/keys/${clientId}/requests">Last requests of this key</a> shows what came of it.</p>`;
}

function renderTag({ name, description, operations }: TagView): Html {
  return html`<h3 id="${name}">${name}</h3>
<p>${renderInline(description)}</p>
<section class="scroll" tabindex="0" aria-labelledby="${name}">
<table class="rows stack endpoints">
<thead><tr><th scope="col">Method</th><th scope="col">Address</th><th scope="col">Needs</th><th scope="col">What it does</th></tr></thead>
<tbody>
${operations.map(({ method, path, access, summary, href }) => html`<tr><td>${method}</td><td><a href="${href}">${path}</a></td><td>${credentialLabels[access]}</td><td>${renderInline(summary)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** What a caller has to bring, in words. */
export const credentialLabels: Readonly<Record<string, string>> = {
  none: 'nothing',
  bearer: 'access token',
  stream: 'access token or ticket',
  client: 'API key',
  session: 'sign-in',
};
