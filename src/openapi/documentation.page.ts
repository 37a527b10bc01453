import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { DocumentationView, TagView } from './documentation.view.js';
import type { ExampleClient } from './examples.js';

/** Text of a doc comment: paragraphs, and code between backticks. */
export function renderProse(text: string): Html {
  return html`${text
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}`;
}

export function renderInline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** A value as it travels, laid out for reading. Text that is no JSON stands as it is. */
export const renderExample = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;

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
<h1>API documentation</h1>
<p class="lead">${description}</p>
<p>Version ${version}. OpenAPI 3.1 description: <a href="${openapi}"><code>${openapi}</code></a>. Guides: ${guides.map(({ title, href }) => html`<a href="${href}">${title}</a>, `)}<a href="/docs/errors">Errors</a>.</p>
${renderUsageNotes(context, exampleClient)}
<h2 id="endpoints">Endpoints</h2>
${tags.map(renderTag)}
</article>`,
  };
}

function renderUsageNotes(context: PageContext, key: ExampleClient | undefined): Html {
  return html`<h2>Conventions</h2>
${key === undefined ? renderGenericExamples(context) : renderClientExamples(context, key)}
<h3>HTML or JSON</h3>
<p>Every endpoint returns a page unless <code>Accept</code> names <code>application/json</code>. Both contain the same data.</p>
<h3>Authentication</h3>
<p>A program sends an access token, <code>Authorization: Bearer …</code>; where an endpoint asks for an API key, it sends client id and secret by HTTP Basic. A browser has a session after the <a href="/login">sign-in</a>; it opens the pages of every endpoint that needs a token, but never JSON. Without a valid token the response is 303 to <code>/</code>; send <code>Prefer: status=401</code> with every request to get a plain 401 instead.</p>
<p>Most HTTP libraries follow a 303. <code>GET /</code> then returns the same problem to a request with an invalid <code>Authorization</code> header or the <code>flash</code> cookie of the 303, and 200 with the list of resources to all others.</p>
<h3>Errors</h3>
<p>Errors are problem details (RFC 9457, <code>application/problem+json</code>). Its <code>code</code> is stable, <code>errors</code> names each wrong field, and <code>type</code> is the URL of the page with cause and fix: <a href="/docs/errors">all codes</a>.</p>
<h3>Retries</h3>
<p>After 429 and 503, wait for the seconds in <code>Retry-After</code>. After 500 or no response, <code>GET</code>, <code>PUT</code> and <code>DELETE</code> can be repeated. Every response has an <code>X-Request-Id</code>; quote it when you ask for help.</p>`;
}

function renderGenericExamples({ baseUrl, userName }: PageContext): Html {
  return html`<p>The examples are shell commands. They expect these variables:</p>
<pre><code>BASE=${baseUrl}
${formatVariableCheck('TOKEN')}</code></pre>${userName !== null && html`\n${missingClientHint}`}`;
}

/** A signed-in user without a key that a command could use gets a link to a new one; anonymous readers need not sign in. */
export const missingClientHint = html`<p class="hint">This command needs an API key, and none of your keys fits: <a href="/profile/new-key">create one</a>.</p>`;

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
  return html`<p>The examples are shell commands. They expect these variables, here with your key “${name}”:</p>
<pre class="wrapped"><code>BASE=${baseUrl}
${formatVariableChecks(token ?? command)}
${token ?? html`${command}\n\n${formatVariableCheck('TOKEN')}`}</code></pre>
<p class="hint">${hint} The secret of the key is shown under <a href="/profile#key-${clientId}">your keys</a> only. ${token === null && html`Set TOKEN to the <code>access_token</code> of the response. `}<a href="/profile/keys/${clientId}/requests">Last requests of this key</a> shows the result.</p>`;
}

function renderTag({ name, description, operations }: TagView): Html {
  return html`<h3 id="${name}">${name}</h3>
<p>${renderInline(description)}</p>
<section class="scroll" tabindex="0" aria-labelledby="${name}">
<table class="rows stack endpoints">
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Credential</th><th scope="col">Description</th></tr></thead>
<tbody>
${operations.map(({ method, path, access, summary, href }) => html`<tr><td>${method}</td><td><a href="${href}">${path}</a></td><td>${credentialLabels[access]}</td><td>${renderInline(summary)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** What a caller has to bring, in words. */
export const credentialLabels: Readonly<Record<string, string>> = {
  none: 'nothing',
  bearer: 'token',
  stream: 'token or ticket',
  client: 'API key',
  session: 'sign-in',
};
