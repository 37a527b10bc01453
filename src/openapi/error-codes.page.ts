import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { formatProblemTitle } from '../errors/problem.js';
import { renderExample } from './code.page.js';
import { frameDocumentation } from './documentation-frame.page.js';
import type { ErrorView } from './error-codes.view.js';
import { getReader } from './reader.js';
import { renderInline } from './spans.page.js';

/** Every code on one page, or those that are looked for. */
export function errorCodesPage(errors: readonly ErrorView[], context: PageContext): PageContent {
  const query = new URL(context.path, 'http://here').searchParams.get('q') ?? '';
  const article = html`<h1>Errors</h1>
<p class="lead">All error codes. The <code>type</code> of a problem is the URL of the page of its code.</p>
<form class="search" method="get" action="/docs/errors" role="search">
<div class="field"><label for="q">Code, status or text</label><input type="search" id="q" name="q" value="${query}" maxlength="100" autocomplete="off" spellcheck="false"></div>
<p class="actions"><button type="submit">Search</button>${query !== '' && html` <a class="button" href="/docs/errors">Show all</a>`}</p>
</form>
${errors.length === 0 ? html`<p class="empty">No error code matches “${query}”. <a href="/docs/errors">Show all</a></p>` : renderCodes(errors)}`;
  return frameDocumentation({ title: 'Errors', article, reader: getReader(errors), kind: 'listing' }, context);
}

const renderCodes = (
  errors: readonly ErrorView[],
): Html => html`<section class="scroll" tabindex="0" aria-label="Codes">
<table class="rows stack codes">
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Cause</th></tr></thead>
<tbody>
${errors.map(({ status, other_status: other, code, cause, href }) => html`<tr><td class="n">${status}${other !== undefined && html`, ${other}`}</td><td><a href="${href}">${code}</a></td><td class="text">${renderInline(toFirstSentence(cause))}</td></tr>\n`)}</tbody>
</table>
</section>`;

/** The page of a code has the rest: with every cause in full the list would be too heavy. */
const toFirstSentence = (text: string): string => /^.+?\.(?= [A-Z`]|$)/.exec(text)?.[0] ?? text;

/** Where the `type` of a problem leads: cause first, fix next. */
export function errorCodePage(view: ErrorView, context: PageContext): PageContent {
  const { code, status, other_status: other, cause, fix, operations } = view;
  const { baseUrl } = context;
  const article = html`<p class="back"><a href="/docs/errors">Errors</a></p>
<h1>${formatProblemTitle(code)}</h1>
<table class="facts">
<tbody>
<tr><th scope="row">Code</th><td><code>${code}</code></td></tr>
<tr><th scope="row">Status</th><td><span class="figure">${status}</span>${other !== undefined && html` or <span class="figure">${other}</span>`}</td></tr>
</tbody>
</table>
<h2>Cause</h2>
<p>${renderInline(cause)}</p>
<h2>Fix</h2>
<p>${renderInline(fix)}</p>
<h2>Example</h2>
<p>${isOauth(operations) ? html`The OAuth 2.0 endpoints return <code>{"error": "${code}", "error_description": "…"}</code> (RFC 6749); all others a problem:` : 'Programs get a problem, browsers a page with the same content:'}</p>
${renderExample({ type: `${baseUrl}/docs/errors/${code}`, title: formatProblemTitle(code), status, code, detail: 'What happened in this request.', instance: '/orders', request_id: '0d3c7a52-6f0e-4a35-9f7e-0c2b8a1d9e44' })}
${
  operations.length > 0 &&
  html`<h2>Endpoints</h2>
<ul class="links">
${operations.map((operation) => html`<li><a href="/docs/operations/${operation}"><code>${operation}</code></a></li>\n`)}</ul>`
}
`;
  return frameDocumentation({ title: formatProblemTitle(code), article, reader: getReader(view) }, context);
}

/** Codes that the token endpoint and its neighbors answer with as their standard has it. */
const isOauth = (operations: readonly string[]): boolean =>
  operations.some((operation) => /^(?:issue|introspect|revoke)Token$/.test(operation));
