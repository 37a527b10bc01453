import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { TagView } from './documentation.view.js';
import { QUICK_START } from './markdown.js';
import type { Reader } from './reader.js';
import { renderPath } from './spans.page.js';

/** A part of a page that its contents lead to. */
export type PagePart = Readonly<{ id: string; text: string | Html }>;

type FramedPage = Readonly<{
  title: string;
  /** The body, which begins with the page's `<h1>`. */
  article: Html;
  reader: Reader;
  /** The class of the article. */
  kind?: string;
  parts?: readonly PagePart[];
  /** The tag whose endpoints the contents show. */
  resource?: string;
  scripts?: readonly string[];
}>;

/** Every page of the documentation: contents at the left, the page, and its parts at the right. */
export function frameDocumentation(
  { title, article, reader, kind = '', parts = [], resource, scripts = [] }: FramedPage,
  { path }: PageContext,
): PageContent {
  const [pathname = path] = path.split('?');
  return {
    title,
    styles: [
      'prose-tables.css',
      'documentation.css',
      kind === 'operation' ? 'operation.css' : 'documentation-text.css',
    ],
    scripts: ['documentation.js', ...scripts],
    alternates: [
      { type: 'text/markdown', href: `${pathname}.md${path.slice(pathname.length)}`, title: 'This page as Markdown' },
      { type: 'application/atom+xml', href: '/changes.atom', title: 'Changes of the API' },
    ],
    body: html`<div class="documentation">
${renderContents(reader, pathname, resource)}
<article class="docs${kind !== '' && ` ${kind}`}">
${article}
</article>
${parts.length > 1 && renderParts(parts)}
</div>`,
  };
}

function renderContents({ guides, resources }: Reader, path: string, resource: string | undefined): Html {
  const renderLink = (href: string, label: string): Html =>
    html`<a href="${href}"${href === path && html` aria-current="page"`}>${label}</a>`;
  return html`<nav class="contents" aria-label="Documentation">
${path !== '/docs/search' && renderSearchForm('', 'contents-q')}
<details>
<summary>Contents</summary>
<ul>
<li>${renderLink('/docs', 'Quick start')}</li>
${guides.filter(({ name }) => name !== QUICK_START).map(({ href, title }) => html`<li>${renderLink(href, title)}</li>\n`)}</ul>
<p><a href="/docs/reference"${path === '/docs/reference' && html` aria-current="page"`}>API reference</a></p>
<ul>
${resources.map((tag) => html`<li>${renderLink(tag.href, tag.title)}${tag.name === resource && renderOperations(tag, path)}</li>\n`)}</ul>
<p>More</p>
<ul>
<li>${renderLink('/docs/errors', 'Errors')}</li>
<li>${renderLink('/docs/pages', 'Pages and forms')}</li>
<li>${renderLink('/changes', 'Changes')}</li>
</ul>
</details>
</nav>`;
}

const renderOperations = ({ operations }: TagView, current: string): Html => html`
<ul>
${operations.map(({ href, method, path }) => html`<li><a href="${href}"${href === current && html` aria-current="page"`}><span class="method">${method}</span> ${renderPath(path)}</a></li>\n`)}</ul>`;

export const renderSearchForm = (
  query: string,
  id: string,
): Html => html`<form class="docs-search" method="get" action="/docs/search" role="search" aria-label="Documentation">
<label class="hidden" for="${id}">Search the documentation</label>
<input type="search" id="${id}" name="q" value="${query}" placeholder="Search docs" maxlength="100" autocomplete="off" spellcheck="false">
<button type="submit">Go</button>
</form>`;

const renderParts = (parts: readonly PagePart[]): Html => html`<nav class="parts" aria-label="On this page">
<p>On this page</p>
<ul>${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
</nav>`;
