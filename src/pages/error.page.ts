import type { Issue } from '../errors/domain-error.js';
import { renderFacts } from './facts.page.js';
import { type Html, html } from './html.js';
import type { PageContent, PageContext } from './page.js';
import type { Problem } from '../errors/problem.js';

/** Of a link to the page that a refused form stood on. */
export const BACK_LABEL = 'Go back to the page that you came from';

/** The contents of the JSON problem as a page: what happened, which fields, the fix, and the request id. An address without a page leads to the one that was probably meant. */
export function errorPage(problem: Problem, context: PageContext, fix: string | null = null): PageContent {
  const { title, status, code, detail, request_id: requestId, errors = [] } = problem;
  const { path, navigation, backUrl = null } = context;
  const nearest = code === 'unknown_route' ? navigation.findNearest(path, context) : undefined;
  return {
    title: `${status} ${title}`,
    body: html`<article class="problem">
<p class="status">${status}</p>
<h1>${title}</h1>
<p class="lead">${detail}</p>
${errors.length > 0 && renderIssues(errors)}
<h2>What you can do</h2>
${fix !== null && html`<p>${renderCodeSpans(fix)}</p>`}
<ul class="links">
${backUrl !== null && html`<li><a href="${backUrl}">${BACK_LABEL}</a></li>\n`}${nearest && html`<li><a href="${nearest.href}">Go to <strong>${nearest.label}</strong></a></li>\n`}<li><a href="/docs/errors/${code}">What <code>${code}</code> means</a></li>
${path !== '/' && html`<li><a href="/">Go to the welcome page</a></li>`}
</ul>
<h2>If you ask for help</h2>
${renderFacts([
  ['Request', html`<code class="copy">${requestId}</code>`],
  ['Code', html`<code>${code}</code>`],
  ['URL', html`<code>${problem.instance}</code>`],
])}
</article>`,
  };
}

/** docs/errors.md has the fix, with code between backticks. */
function renderCodeSpans(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : linkedPages.has(toPagePath(part)) ? html`<a href="${toPagePath(part)}"><code>${toPagePath(part)}</code></a>` : html`<code>${part}</code>`))}`;
}

/** Links for people instead of URLs for programs. */
const toPagePath = (part: string): string => part.replace(/^GET /, '');

/** The links in a fix. */
const linkedPages: ReadonlySet<string> = new Set([
  '/',
  '/login',
  '/profile/access',
  '/docs',
  '/docs/errors',
  '/health/ready',
  '/orders',
  '/accounts',
  '/instruments',
]);

function renderIssues(errors: readonly Issue[]): Html {
  return html`<h2>What is wrong</h2>
<table class="facts">
<thead><tr><th scope="col">Field</th><th scope="col">Why</th></tr></thead>
<tbody>
${errors.map(({ pointer, message }) => html`<tr><th scope="row"><code>${pointer}</code></th><td>${message}</td></tr>`)}
</tbody>
</table>`;
}
